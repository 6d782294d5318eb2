"""Tables fit the terminal, whatever it is and whatever is in them."""

from collections.abc import Callable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.text import Text

from transtats_cli.component import Component
from transtats_cli.languages import Language
from transtats_cli.output import View
from transtats_cli.output.stats.table import render_table
from transtats_cli.plurals import PluralRule
from transtats_cli.report import Record, Report
from transtats_cli.statistics import Counts, Statistics

Golden = Callable[[str, str], None]


def drawn(reports: Sequence[Report], view: View) -> str:
    return "".join(render_table(reports, view))


@pytest.mark.parametrize("width", [None, 120, 80, 60, 40])
def test_a_table_shows_as_much_as_there_is_room_for(app: Report, golden: Golden, width: int | None) -> None:
    golden(f"table-{width or 'any-width'}.txt", drawn([app], View(width=width)))


@pytest.mark.parametrize("width", [None, 120, 80, 60, 40])
def test_several_components_are_named_in_front(everything: Sequence[Report], golden: Golden, width: int | None) -> None:
    golden(
        f"table-several-{width or 'any-width'}.txt", drawn(everything, View(width=width, has_several_components=True))
    )


def test_approved_and_read_only_strings_have_columns_where_there_are_any(reviewed: Report, golden: Golden) -> None:
    golden("table-reviewed.txt", drawn([reviewed], View(width=120)))


def test_colour_changes_nothing_but_colour(app: Report, golden: Golden) -> None:
    coloured = drawn([app], View(width=80, is_terminal=True, is_coloured=True))
    golden("table-colour.txt", coloured)
    plain = drawn([app], View(width=80))
    assert [line.rstrip() for line in Text.from_ansi(coloured).plain.splitlines()] == plain.splitlines()


def test_the_source_language_has_a_row_and_no_part_in_the_total(app: Report, sourced: Report) -> None:
    with_source, without = (drawn([each], View()).splitlines() for each in (sourced, app))
    assert len(with_source) == len(without) + 1
    assert any("English" in line for line in with_source)
    assert with_source[-1].startswith(without[-1])


@pytest.mark.parametrize("several", [False, True])
def test_without_translations_it_says_so(empty: Report, several: bool) -> None:
    assert drawn([empty], View(has_several_components=several)) == "No translations.\n"


def test_colour_does_not_depend_on_the_environment(app: Report, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = drawn([app], View(width=80))
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TTY_COMPATIBLE", "1")
    assert drawn([app], View(width=80)) == plain


counts = st.builds(Counts, *[st.integers(0, 10**9)] * 3)


@st.composite
def statistics(draw: st.DrawFn) -> Statistics:
    translated, fuzzy, readonly = draw(counts), draw(counts), draw(counts)
    total = translated.plus(fuzzy).plus(draw(counts))
    return Statistics(
        total, translated, fuzzy, draw(st.sampled_from([Counts(), translated])), readonly, failing=fuzzy[1]
    )


records = st.builds(
    lambda code, name, counted: Record(Language(code, name, PluralRule(1, "0")), "", counted),
    st.text(max_size=30),
    st.text(max_size=60),
    statistics(),
)
reports = st.builds(
    lambda slug, records: Report(Component("p", slug, "/", "*.po"), tuple(records)),
    st.text(max_size=60),
    st.lists(records, max_size=4),
)


@pytest.mark.slow
@given(st.lists(reports, min_size=1, max_size=3), st.integers(40, 150), st.booleans())
def test_no_line_is_longer_than_the_terminal_is_wide(found: list[Report], width: int, several: bool) -> None:
    lines = drawn(found, View(width=width, has_several_components=several)).split("\n")
    assert max(map(cell_len, lines)) <= width
    assert lines[-1] == ""
