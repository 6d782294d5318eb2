"""The courses of languages, drawn: in a line of text, and as a chart."""

from xml.etree import ElementTree

import pytest

from transtats_cli.history import (
    Commit,
    ComponentFigures,
    ComponentHistory,
    HistoryEntry,
    LanguageFigures,
    select_changed_entries,
)
from transtats_cli.output import View
from transtats_cli.output.history import RENDERERS
from transtats_cli.output.history.table import MAX_SPARKLINE_LENGTH, draw_sparkline
from transtats_cli.statistics import Counts, Statistics

SVG = "{http://www.w3.org/2000/svg}"


def entry(time: int, **translated: int) -> HistoryEntry:
    """Languages with ten strings each, so many of them translated."""
    figures = (
        LanguageFigures(
            code, f"Language {code}", f"po/{code}.po", Statistics(Counts(10, 10, 10), Counts(done, done, done))
        )
        for code, done in translated.items()
    )
    return HistoryEntry(Commit(f"{time:040x}", "", time), ComponentFigures(("p", "c"), tuple(figures)))


def rendered(name: str, *entries: HistoryEntry) -> str:
    return "".join(RENDERERS.load_renderer(name)([ComponentHistory(("p", "c"), entries)], View()))


@pytest.mark.parametrize(
    ("values", "scale", "drawn"),
    [
        pytest.param([0, 50, 100], (0, 100), "▁▅█", id="up"),
        pytest.param([90, 92.5, 95, None], (90, 95), "▁▅█·", id="a small part of the scale, and gone"),
        pytest.param([70, 70], (70, 70), "██", id="as ever"),
        pytest.param([], (0, 100), "", id="nothing"),
    ],
)
def test_a_sparkline_rises_and_falls_with_its_numbers(
    values: list[float | None], scale: tuple[float, float], drawn: str
) -> None:
    assert draw_sparkline(values, scale) == drawn


def test_of_very_many_numbers_the_first_and_the_last_are_drawn() -> None:
    drawn = draw_sparkline([0.0, *[50.0] * 1000, 100.0], (0, 100))
    assert (len(drawn), drawn[0], drawn[-1]) == (MAX_SPARKLINE_LENGTH, "▁", "█")


def test_moments_at_which_nothing_changed_are_no_turns() -> None:
    entries = [entry(5, de=2), entry(4, de=2), entry(3, de=1), entry(2, de=1), entry(1, de=1)]
    # Each that differs from the one before it, and the oldest.
    assert [each.commit.time for each in select_changed_entries(entries)] == [4, 1]
    assert select_changed_entries([]) == []


def test_a_chart_names_no_more_languages_than_there_is_room_for() -> None:
    codes = {f"l{number}": number % 10 for number in range(40)}
    chart = ElementTree.fromstring(rendered("svg", entry(1, **codes), entry(2, **codes)))  # noqa: S314  our own
    texts = [text.text for text in chart.iter(f"{SVG}text")]
    assert texts[-1] == "and 25 more"
    assert sum(len(path) for path in chart.iter(f"{SVG}path")) == 41


def test_a_name_is_text_in_a_chart_whatever_it_holds() -> None:
    hostile = LanguageFigures("x", '<script>alert("1")</script>\x1b&', "x.po", Statistics())
    each = HistoryEntry(Commit("0" * 40, "", 1), ComponentFigures(("p", "c"), (hostile,)))
    chart = rendered("svg", each)
    assert "<script" not in chart
    assert "\x1b" not in chart
    assert ElementTree.fromstring(chart) is not None  # noqa: S314  our own


def test_a_language_that_went_away_leaves_a_gap() -> None:
    told = rendered("table", entry(1, de=1, fr=5), entry(2, de=2), entry(3, de=3))
    assert [line.split()[-3:] for line in told.splitlines() if " fr " in line] == [["█··", "50.0%", "–"]]


@pytest.mark.parametrize("name", RENDERERS.format_names)
def test_every_format_ends_in_one_line_end(name: str) -> None:
    text = rendered(name, entry(1, de=1))
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
