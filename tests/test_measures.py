"""Shares of a measure, percentages that are rounded down, and the work that is left."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from transtats_cli.measures import (
    COMPLETE_MEASURE,
    TRANSLATED_MEASURE,
    Share,
    compute_share,
    count_strings_left,
    count_words_left,
    measure_complete,
)
from transtats_cli.report import add_completeness
from transtats_cli.statistics import Completeness, Counts, Statistics, add_statistics

COUNTED = Statistics(
    Counts(10, 100, 600), Counts(8, 60, 400), Counts(1, 20, 100), approved=Counts(3, 9, 50), readonly=Counts(1, 2, 3)
)


@pytest.mark.parametrize(
    ("measure", "expected"),
    [
        pytest.param("translated", Share(8, 10), id="strings"),
        pytest.param("words", Share(60, 100), id="words of the sources"),
        pytest.param("chars", Share(400, 600), id="characters of the sources"),
        pytest.param("approved", Share(3, 10), id="approved strings, as the report counts them"),
    ],
)
def test_a_measure_is_taken_from_the_statistics(measure: str, expected: Share) -> None:
    assert compute_share(measure, COUNTED) == expected


@pytest.mark.parametrize(
    ("part", "whole", "percent", "reached", "missing"),
    [
        pytest.param(999, 1000, "100", False, 1, id="100 means complete"),
        pytest.param(1000, 1000, "100", True, 0, id="complete"),
        pytest.param(899, 1000, "89.9", True, 0, id="exactly the limit"),
        pytest.param(2, 3, "66.7", False, 1, id="displayed as 66.6, and less than the limit"),
        pytest.param(2, 3, "66.6", True, 0, id="more than the limit by a little"),
        pytest.param(0, 0, "100", True, 0, id="an empty whole is complete"),
        pytest.param(0, 5, "0", True, 0, id="a limit of 0"),
        pytest.param(10**12 - 1, 10**12, "99.9999999999", True, 0, id="no number is too large"),
        pytest.param(10**12 - 2, 10**12, "99.9999999999", False, 1, id="no difference is too small"),
    ],
)
def test_limits_are_compared_in_whole_numbers(part: int, whole: int, percent: str, reached: bool, missing: int) -> None:
    assert Share(part, whole).reaches(*Fraction(percent).as_integer_ratio()) is reached
    assert Share(part, whole).count_missing(*Fraction(percent).as_integer_ratio()) == missing


@given(st.integers(0, 500), st.integers(0, 500), st.fractions(0, 100, max_denominator=1000))
def test_the_missing_number_is_the_smallest_that_reaches_the_limit(part: int, more: int, percent: Fraction) -> None:
    figure = Share(part, part + more)
    missing = figure.count_missing(*percent.as_integer_ratio())
    assert missing <= more
    assert Share(part + missing, part + more).reaches(*percent.as_integer_ratio())
    assert not missing or not Share(part + missing - 1, part + more).reaches(*percent.as_integer_ratio())


@pytest.mark.parametrize(
    ("part", "whole", "expected"),
    [
        pytest.param(2, 3, 66.6, id="truncated, not rounded"),
        pytest.param(999, 1000, 99.9, id="nearly complete"),
        pytest.param(9999, 10000, 99.9, id="100 only if complete"),
        pytest.param(1, 5000, 0.1, id="0 only for nothing"),
        pytest.param(0, 5000, 0.0, id="nothing"),
        pytest.param(7, 7, 100.0, id="complete"),
    ],
)
def test_a_percentage_has_one_decimal_and_is_rounded_down(part: int, whole: int, expected: float) -> None:
    assert Share(part, whole).percent == Share(part, whole).percent_done == expected


def test_nothing_to_do_is_done() -> None:
    assert (Share(0, 0).percent, Share(0, 0).percent_done) == (0.0, 100.0)


def test_a_file_is_complete_if_it_has_translations_of_all_strings_of_the_reference() -> None:
    shares = [measure_complete(Completeness(3, translated=number)).percent_done for number in (0, 1, 2, 3)]
    assert shares == [0.0, 33.3, 66.6, 100.0]
    assert measure_complete(Completeness()).percent_done == 100.0


@given(st.integers(0, 10**6), st.integers(1, 10**6))
def test_only_a_complete_part_is_100_percent(part: int, extra: int) -> None:
    assert Share(part, part + extra).percent < 100.0
    assert Share(part + extra, part + extra).percent == 100.0
    assert (Share(part, part + extra).percent == 0.0) is (part == 0)


IN_FILE = Statistics(Counts(10, 30), Counts(7, 20))
BILINGUAL = Completeness(12, missing=2, missing_words=5, translated=7)
MONOLINGUAL = Completeness(10, missing=2, missing_words=5, translated=7, counted_missing=2, counted_missing_words=5)


@pytest.mark.parametrize(
    ("statistics", "completeness", "expected"),
    [
        pytest.param(IN_FILE, None, (3, 10), id="not compared"),
        pytest.param(IN_FILE, BILINGUAL, (5, 15), id="missing strings are not in the total"),
        pytest.param(IN_FILE, MONOLINGUAL, (3, 10), id="missing strings are in the total"),
        pytest.param(
            add_statistics([IN_FILE] * 2),
            add_completeness([BILINGUAL, MONOLINGUAL]),
            (8, 25),
            id="sum of both",
        ),
    ],
)
def test_each_missing_string_is_counted_once_in_the_remaining_work(
    statistics: Statistics, completeness: Completeness | None, expected: tuple[int, int]
) -> None:
    is_compared = completeness is not None
    measure = COMPLETE_MEASURE if is_compared else TRANSLATED_MEASURE
    share = compute_share(measure, statistics, completeness)
    left = count_strings_left(measure, share, statistics), count_words_left(statistics, completeness)
    assert left == expected
