"""Remaining work of a language, with the strings that its file lacks."""

import pytest

from transtats_cli.report import add_completeness
from transtats_cli.statistics import (
    Completeness,
    Counts,
    Statistics,
    add_statistics,
    count_strings_left,
    count_words_left,
)

COUNTED = Statistics(Counts(10, 30), Counts(7, 20))
BILINGUAL = Completeness(12, missing=2, missing_words=5, translated=7)
MONOLINGUAL = Completeness(10, missing=2, missing_words=5, translated=7, counted_missing=2, counted_missing_words=5)


@pytest.mark.parametrize(
    ("statistics", "completeness", "expected"),
    [
        pytest.param(COUNTED, None, (3, 10), id="not compared"),
        pytest.param(COUNTED, BILINGUAL, (5, 15), id="missing strings are not in the total"),
        pytest.param(COUNTED, MONOLINGUAL, (3, 10), id="missing strings are in the total"),
        pytest.param(
            add_statistics([COUNTED] * 2), add_completeness([BILINGUAL, MONOLINGUAL]), (8, 25), id="sum of both"
        ),
    ],
)
def test_each_missing_string_is_counted_once_in_the_remaining_work(
    statistics: Statistics, completeness: Completeness | None, expected: tuple[int, int]
) -> None:
    assert (count_strings_left(statistics, completeness), count_words_left(statistics, completeness)) == expected
