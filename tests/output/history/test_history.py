"""The history of languages as sparklines, tables and charts."""

from xml.etree import ElementTree

import pytest

from transtats_cli.history.commits import Commit
from transtats_cli.history.component_history import ComponentHistory, select_changed_entries
from transtats_cli.history.figures import ComponentFigures, HistoryEntry, LanguageFigures
from transtats_cli.measures import Share
from transtats_cli.output import View
from transtats_cli.output.history import MAX_SPARKLINE_LENGTH, OUTPUTS, HistoryResults, draw_sparkline
from transtats_cli.statistics import Counts, Statistics

SVG = "{http://www.w3.org/2000/svg}"


def build_entry(time: int, **translated: int) -> HistoryEntry:
    """Return an entry of languages with ten strings each, by their numbers of translated strings."""
    figures = (
        LanguageFigures(
            code,
            f"Language {code}",
            f"po/{code}.po",
            Statistics(Counts(10, 10, 10), Counts(done, done, done)),
            Share(done, 10),
        )
        for code, done in translated.items()
    )
    return HistoryEntry(Commit(f"{time:040x}", "", time), ComponentFigures(("p", "c"), tuple(figures)))


def render(name: str, *entries: HistoryEntry) -> str:
    return "".join(OUTPUTS[name].render(HistoryResults([ComponentHistory(("p", "c"), entries)]), View()))


@pytest.mark.parametrize(
    ("values", "scale", "drawn"),
    [
        pytest.param([0, 50, 100], (0, 100), "▁▅█", id="up"),
        pytest.param([90, 92.5, 95, None], (90, 95), "▁▅█·", id="a small part of the scale, and gone"),
        pytest.param([70, 70], (70, 70), "██", id="constant"),
        pytest.param([], (0, 100), "", id="nothing"),
    ],
)
def test_a_sparkline_rises_and_falls_with_its_numbers(
    values: list[float | None], scale: tuple[float, float], drawn: str
) -> None:
    assert draw_sparkline(values, scale) == drawn


def test_a_sparkline_of_many_numbers_contains_the_first_and_the_last() -> None:
    drawn = draw_sparkline([0.0, *[50.0] * 1000, 100.0], (0, 100))
    assert (len(drawn), drawn[0], drawn[-1]) == (MAX_SPARKLINE_LENGTH, "▁", "█")


def test_entries_without_a_change_are_omitted() -> None:
    entries = [
        build_entry(5, de=2),
        build_entry(4, de=2),
        build_entry(3, de=1),
        build_entry(2, de=1),
        build_entry(1, de=1),
    ]
    # The oldest entry, and each entry that differs from the one before it.
    assert [each.commit.time for each in select_changed_entries(entries)] == [4, 1]
    assert select_changed_entries([]) == []


def test_a_chart_of_many_languages_names_some_and_counts_the_others() -> None:
    codes = {f"l{number}": number % 10 for number in range(40)}
    chart = ElementTree.fromstring(render("svg", build_entry(1, **codes), build_entry(2, **codes)))  # noqa: S314  our own
    texts = [text.text for text in chart.iter(f"{SVG}text")]
    assert texts[-1] == "and 25 more"
    assert sum(len(path) for path in chart.iter(f"{SVG}path")) == 41


def test_markup_in_a_name_is_escaped_in_a_chart() -> None:
    hostile = LanguageFigures("x", '<script>alert("1")</script>\x1b&', "x.po", Statistics(), Share(0, 0))
    each = HistoryEntry(Commit("0" * 40, "", 1), ComponentFigures(("p", "c"), (hostile,)))
    chart = render("svg", each)
    assert "<script" not in chart
    assert "\x1b" not in chart
    assert ElementTree.fromstring(chart) is not None  # noqa: S314  our own


def test_a_removed_language_has_a_gap_in_the_table() -> None:
    table = render("table", build_entry(1, de=1, fr=5), build_entry(2, de=2), build_entry(3, de=3))
    assert [line.split()[-3:] for line in table.splitlines() if " fr " in line] == [["█··", "50.0%", "–"]]


@pytest.mark.parametrize("name", OUTPUTS)
def test_every_format_ends_in_one_line_end(name: str) -> None:
    text = render(name, build_entry(1, de=1))
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
