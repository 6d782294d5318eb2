"""JSON is equal to the response of a server, byte for byte."""

import json
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.text import Text

from transtats_cli.component import Component
from transtats_cli.envelope import ResponsePage, statistics_response
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


@pytest.mark.parametrize("terminal", [False, True])
@given(name=st.text(), part=st.integers(0, 1000), whole=st.integers(0, 1000), extended=st.booleans())
def test_the_printed_json_is_equal_to_the_response_of_a_server(
    terminal: bool, name: str, part: int, whole: int, extended: bool
) -> None:
    record = Record(Language("xx", name, PluralRule(1, "0")), "", Statistics(Counts(whole), Counts(min(part, whole))))
    report = Report(Component("p", "c", "/", "*.po"), (record,))
    text = "".join(render_json([report], View(has_extended_keys=extended, is_terminal=terminal)))
    assert json.loads(text) == statistics_response(report.component, report.records, extended=extended)
    assert text.count("\n") == 1 or terminal
    escaped_characters = {*map(chr, range(0x7F, 0xA0)), *"\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"}
    assert not terminal or escaped_characters.isdisjoint(text)
