from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from transtats_cli.gate.measures import Share, compute_share, count_fewest_sizes
from transtats_cli.statistics import Counts, Statistics

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
    assert Share(part, whole).reaches_percent(Fraction(percent)) is reached
    assert Share(part, whole).count_missing(Fraction(percent)) == missing


@given(st.integers(0, 500), st.integers(0, 500), st.fractions(0, 100, max_denominator=1000))
def test_the_missing_number_is_the_smallest_that_reaches_the_limit(part: int, more: int, percent: Fraction) -> None:
    figure = Share(part, part + more)
    missing = figure.count_missing(percent)
    assert missing <= more
    assert Share(part + missing, part + more).reaches_percent(percent)
    assert not missing or not Share(part + missing - 1, part + more).reaches_percent(percent)


@pytest.mark.parametrize(
    ("sizes", "missing", "strings"),
    [
        pytest.param([1, 5, 3], 5, 1, id="the largest is enough"),
        pytest.param([1, 5, 3], 6, 2, id="the largest is not enough"),
        pytest.param([1, 5, 3], 0, 0, id="nothing is missing"),
        pytest.param([1, 5, 3], Fraction(11, 2), 2, id="half a word"),
    ],
)
def test_the_smallest_number_of_strings_is_returned(sizes: list[int], missing: int | Fraction, strings: int) -> None:
    assert count_fewest_sizes(sizes, missing) == strings
