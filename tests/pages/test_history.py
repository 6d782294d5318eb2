"""Chart of the share over time."""

import pytest

from transtats_cli.history.shares import ShareHistory
from transtats_cli.pages.history import HistoryChart, format_points, make_history_chart

DAY = 24 * 3600
HISTORY = ShareHistory(
    (DAY, 2 * DAY, 4 * DAY, 5 * DAY),
    {
        ("", "", ""): (0.0, 50.0, 50.0, 100.0),
        ("demo", "app", "de"): (None, 25.0, None, 75.0),
        ("demo", "app", "fr"): (None, None, None, 10.0),
    },
    earlier_place=1,
)


def test_the_line_consists_of_steps_between_commits() -> None:
    assert make_history_chart(HISTORY).path == "M0 200.0H250.0V100.0H750.0V100.0H1000.0V0.0H1000"


def test_the_values_are_also_text() -> None:
    chart = make_history_chart(HISTORY)
    assert chart.rows == [("1970-01-06", "100.0%"), ("1970-01-03", "50.0%"), ("1970-01-02", "0.0%")]
    assert chart.description == (
        "From 0.0% on 1970-01-02 to 100.0% on 1970-01-06. In the 30 days to 1970-01-06: +50.0 percentage points."
    )


def test_commits_without_the_language_are_left_out() -> None:
    chart = make_history_chart(HISTORY, "demo", "app", "de")
    assert chart.rows == [("1970-01-06", "75.0%"), ("1970-01-03", "25.0%")]


def test_the_line_of_one_commit_is_horizontal() -> None:
    chart = make_history_chart(HISTORY, "demo", "app", "fr")
    assert (chart.path, chart.description) == ("M0 0.0H1000", "From 10.0% on 1970-01-06 to 10.0% on 1970-01-06.")


@pytest.mark.parametrize(
    ("values", "axis", "last_height"),
    [
        pytest.param((0.0, 50.0), ["0%", "50%", "100%"], 50, id="wide"),
        pytest.param((55.8, 57.5), ["50%", "55%", "60%"], 25, id="narrow"),
        pytest.param((100.0, 100.0), ["90%", "95%", "100%"], 0, id="complete"),
        pytest.param((0.0, 0.0), ["0%", "5%", "10%"], 100, id="empty"),
    ],
)
def test_the_axis_has_the_range_of_the_values(values: tuple[float, ...], axis: list[str], last_height: float) -> None:
    chart = make_history_chart(ShareHistory((DAY, 2 * DAY), {("", "", ""): values}))
    assert (chart.axis, chart.last_value, chart.last_height) == (axis, f"{values[-1]}%", last_height)


@pytest.mark.parametrize(
    ("history", "note"),
    [
        pytest.param(ShareHistory(), "No commit contains these translations yet.", id="no commit"),
        pytest.param(HISTORY, "No commit contains these translations yet.", id="new language"),
        pytest.param(ShareHistory(note="A reason."), "A reason.", id="no history"),
    ],
)
def test_a_translation_that_is_in_no_commit_has_a_reason_in_place_of_the_chart(
    history: ShareHistory, note: str
) -> None:
    assert make_history_chart(history, "demo", "app", "it") == HistoryChart(note=note)


@pytest.mark.parametrize(("change", "text"), [(1.25, "+1.25"), (-0.5, "−0.5"), (0.0, "0.0"), (-0.0, "0.0")])
def test_a_change_has_its_sign(change: float, text: str) -> None:
    assert format_points(change) == text
