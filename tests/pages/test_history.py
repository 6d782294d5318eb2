"""Chart of the translated share over time."""

import pytest

from transtats_cli.pages.history import HistoryChart, TranslatedHistory, make_history_chart

HISTORY = TranslatedHistory(
    (100, 200, 400, 500),
    ("2026-01-01", "2026-01-02", "2026-01-04", "2026-01-05"),
    (0.0, 50.0, 50.0, 100.0),
    {"de": (None, 25.0, None, 75.0), "fr": (None, None, None, 10.0)},
)


def test_the_line_consists_of_steps_between_commits() -> None:
    assert make_history_chart(HISTORY).path == "M0 200.0H250.0V100.0H750.0V100.0H1000.0V0.0H1000"


def test_the_values_are_also_text() -> None:
    chart = make_history_chart(HISTORY)
    assert chart.rows == [("2026-01-05", "100.0%"), ("2026-01-02", "50.0%"), ("2026-01-01", "0.0%")]
    assert chart.description == "From 0.0% on 2026-01-01 to 100.0% on 2026-01-05."


def test_commits_without_the_language_are_left_out() -> None:
    assert make_history_chart(HISTORY, "de").rows == [("2026-01-05", "75.0%"), ("2026-01-02", "25.0%")]


def test_the_line_of_one_commit_is_horizontal() -> None:
    assert make_history_chart(HISTORY, "fr").path == "M0 180.0H1000"


@pytest.mark.parametrize(
    ("history", "code"),
    [pytest.param(TranslatedHistory(), "", id="no commit"), pytest.param(HISTORY, "it", id="new language")],
)
def test_a_translation_that_is_in_no_commit_has_no_chart(history: TranslatedHistory, code: str) -> None:
    assert make_history_chart(history, code) == HistoryChart(note="No commit contains these translations yet.")
