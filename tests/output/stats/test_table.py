"""Tables fit the width of the terminal."""

from collections.abc import Callable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.text import Text

from transtats_cli.component import Component
from transtats_cli.languages import Language
from transtats_cli.output import View
from transtats_cli.output.stats import OUTPUTS
from transtats_cli.plurals import PluralRule
from transtats_cli.report import Record, Report
from transtats_cli.statistics import Counts, Statistics

render_table = OUTPUTS["table"].render

Golden = Callable[[str, str], None]


def draw_reports(reports: Sequence[Report], view: View) -> str:
    return "".join(render_table(reports, view))


@pytest.mark.parametrize("width", [None, 120, 80, 60, 40])
def test_a_table_has_the_columns_that_fit_the_width(app: Report, golden: Golden, width: int | None) -> None:
    golden(f"table-{width or 'any-width'}.txt", draw_reports([app], View(width=width)))


@pytest.mark.parametrize("width", [None, 120, 80, 60, 40])
def test_rows_of_several_components_begin_with_their_names(
    all_reports: Sequence[Report], golden: Golden, width: int | None
) -> None:
    golden(
        f"table-several-{width or 'any-width'}.txt",
        draw_reports(all_reports, View(width=width, has_several_components=True)),
    )


@pytest.mark.parametrize(
    ("width", "row"),
    [
        pytest.param(68, "Chinese (Tr…  zh_Hant_HK  ━━━━━─────  50.0%", id="names become shorter, and the bar stays"),
        pytest.param(64, "Chinese (Tr…  zh_Hant_HK       50.0%", id="names have the room of a bar that does not fit"),
    ],
)
def test_a_bar_is_left_out_if_names_would_be_too_short(app: Report, width: int, row: str) -> None:
    assert f"{row} " in draw_reports([app], View(width=width))


def test_approved_and_read_only_strings_have_columns_if_there_are_any(reviewed: Report, golden: Golden) -> None:
    golden("table-reviewed.txt", draw_reports([reviewed], View(width=120)))


def test_coloured_output_has_the_text_of_plain_output(app: Report, golden: Golden) -> None:
    coloured = draw_reports([app], View(width=80, is_terminal=True, is_coloured=True))
    golden("table-colour.txt", coloured)
    plain = draw_reports([app], View(width=80))
    assert [line.rstrip() for line in Text.from_ansi(coloured).plain.splitlines()] == plain.splitlines()


def test_the_source_language_has_a_row_and_is_not_counted_in_the_total(app: Report, app_with_source: Report) -> None:
    with_source, without = (draw_reports([each], View()).splitlines() for each in (app_with_source, app))
    assert len(with_source) == len(without) + 1
    assert any("English" in line for line in with_source)
    assert with_source[-1].startswith(without[-1])


@pytest.mark.parametrize("several", [False, True])
def test_a_component_without_translations_is_one_sentence(empty: Report, several: bool) -> None:
    assert draw_reports([empty], View(has_several_components=several)) == "No translations.\n"


def test_colour_does_not_depend_on_the_environment(app: Report, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = draw_reports([app], View(width=80))
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TTY_COMPATIBLE", "1")
    assert draw_reports([app], View(width=80)) == plain


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
def test_no_line_exceeds_the_width_of_the_terminal(found: list[Report], width: int, several: bool) -> None:
    lines = draw_reports(found, View(width=width, has_several_components=several)).split("\n")
    assert max(map(cell_len, lines)) <= width
    assert lines[-1] == ""
