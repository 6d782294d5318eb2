"""JSON is equal to the response of a server, byte for byte."""

import json
from collections.abc import Callable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.text import Text

from transtats_cli.component import Component
from transtats_cli.envelope import ResponsePage, record_fields
from transtats_cli.languages import Language
from transtats_cli.output import View
from transtats_cli.output.stats import OUTPUTS
from transtats_cli.plurals import PluralRule
from transtats_cli.report import Record, Report
from transtats_cli.statistics import Counts, Statistics

render_json = OUTPUTS["json"].render

Golden = Callable[[str, str], None]


def test_a_pipe_gets_one_compact_line(app: Report, golden: Golden) -> None:
    golden("stats.json", "".join(render_json([app], View())))


def test_extended_records_have_additional_keys(reviewed: Report, golden: Golden) -> None:
    golden("stats-extended.json", "".join(render_json([reviewed], View(has_extended_keys=True))))


def test_a_page_has_links_to_the_next_and_the_previous_page(app: Report, golden: Golden) -> None:
    golden(
        "stats-page.json",
        "".join(render_json([app], View(page=ResponsePage(2, 2), page_link_parameters=[("page_size", "2")]))),
    )


def test_a_terminal_gets_an_indented_text(reviewed: Report, golden: Golden) -> None:
    golden("stats-terminal.json", "".join(render_json([reviewed], View(is_terminal=True))))


def test_coloured_output_has_the_text_of_plain_output(hostile: Report) -> None:
    plain = "".join(render_json([hostile], View(is_terminal=True)))
    coloured = "".join(render_json([hostile], View(is_terminal=True, is_coloured=True, width=40)))
    assert "\x1b[" in coloured
    assert Text.from_ansi(coloured).plain.rstrip("\n") == plain.rstrip("\n")
    assert coloured.endswith("\n")


def test_a_component_without_records_has_an_envelope_with_an_empty_list(empty: Report) -> None:
    assert "".join(render_json([empty], View())) == '{"count":0,"next":null,"previous":null,"results":[]}\n'


def test_the_records_of_several_components_begin_with_project_and_component(all_reports: Sequence[Report]) -> None:
    view = View(has_several_components=True)
    lines = "".join(OUTPUTS["ndjson"].render(all_reports, view)).splitlines()
    piped, shown = (
        json.loads("".join(render_json(all_reports, view._replace(is_terminal=terminal)))) for terminal in (False, True)
    )
    assert piped == shown == {"count": len(lines), "next": None, "previous": None, "results": [*map(json.loads, lines)]}
    assert [*piped["results"][0]][:3] == ["project", "component", "total"]


def test_each_component_is_written_before_the_next_one_is_read(all_reports: Sequence[Report]) -> None:
    remaining = iter(all_reports)
    first = next(render_json(remaining, View(has_several_components=True)))
    assert first.count('"code"') == len(all_reports[0].records)
    assert [*remaining] == [*all_reports[1:]]


def test_no_components_are_an_empty_list() -> None:
    for view in (View(has_several_components=True), View(totals_project="-")):
        assert json.loads("".join(render_json([], view)))["results"] == []


@pytest.mark.parametrize("terminal", [False, True])
@given(name=st.text(), part=st.integers(0, 1000), whole=st.integers(0, 1000), extended=st.booleans())
def test_the_printed_json_is_equal_to_the_response_of_a_server(
    terminal: bool, name: str, part: int, whole: int, extended: bool
) -> None:
    record = Record(Language("xx", name, PluralRule(1, "0")), "", Statistics(Counts(whole), Counts(min(part, whole))))
    report = Report(Component("p", "c", "/", "*.po"), (record,))
    text = "".join(render_json([report], View(has_extended_keys=extended, is_terminal=terminal)))
    fields = record_fields(record, report.component, extended=extended)
    assert json.loads(text) == {"count": 1, "next": None, "previous": None, "results": [fields]}
    assert text.count("\n") == 1 or terminal
    escaped_characters = {*map(chr, range(0x7F, 0xA0)), *"\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"}
    assert not terminal or escaped_characters.isdisjoint(text)
