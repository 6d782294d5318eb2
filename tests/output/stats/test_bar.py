"""Bars of translated, fuzzy and remaining strings."""

import pytest

from transtats_cli.output.stats_tables import draw_bar
from transtats_cli.statistics import Counts, Statistics


@pytest.mark.parametrize(
    ("total", "translated", "fuzzy", "expected"),
    [
        pytest.param(10, 10, 0, "━━━━━━━━━━", id="complete"),
        pytest.param(10, 0, 0, "──────────", id="nothing done"),
        pytest.param(0, 0, 0, "━━━━━━━━━━", id="nothing to do"),
        pytest.param(10, 5, 2, "━━━━━╍╍───", id="three parts"),
        pytest.param(1000, 999, 0, "━━━━━━━━━─", id="almost complete is not complete"),
        pytest.param(1000, 1, 0, "━─────────", id="one translated string is visible"),
        pytest.param(1000, 0, 1, "╍─────────", id="one fuzzy string is visible"),
        pytest.param(1000, 999, 1, "━━━━━━━━━╍", id="all but one fuzzy string"),
    ],
)
def test_a_bar_shows_translated_fuzzy_and_remaining_strings(
    total: int, translated: int, fuzzy: int, expected: str
) -> None:
    statistics = Statistics(Counts(total), Counts(translated), Counts(fuzzy))
    assert "".join(text for text, _ in draw_bar(statistics, 10)) == expected
