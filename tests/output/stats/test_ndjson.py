"""Each line of NDJSON is a record."""

import json
from collections.abc import Callable, Sequence

import pytest

from transtats_cli.envelope import record_fields
from transtats_cli.output import View
from transtats_cli.output.formats import compact_json
from transtats_cli.output.stats import OUTPUTS
from transtats_cli.report import Report

render_ndjson = OUTPUTS["ndjson"].render

Golden = Callable[[str, str], None]


def test_each_record_has_a_line(app: Report, golden: Golden) -> None:
    golden("stats.ndjson", "".join(render_ndjson([app], View())))


def test_lines_of_several_components_begin_with_project_and_component(
    all_reports: Sequence[Report], golden: Golden
) -> None:
    golden("stats-several.ndjson", "".join(render_ndjson(all_reports, View(has_several_components=True))))


def test_a_line_is_a_record_of_the_envelope(app: Report) -> None:
    lines = "".join(render_ndjson([app], View(has_extended_keys=True))).split("\n")
    records = [json.loads(line) for line in lines if line]
    assert records == [record_fields(record, app.component, extended=True) for record in app.records]


@pytest.mark.parametrize(
    "name", ["Plain", "", "%s", 'quo"te', "back\\slash", "line\nend", "de\x7fl", "Bokmål", "\u2028"]
)
@pytest.mark.parametrize("changed", ["2026-01-02T03:04:05Z", None])
def test_a_line_equals_the_output_of_the_json_encoder(app: Report, name: str, changed: str | None) -> None:
    first, *rest = app.translations
    odd = first._replace(language=first.language._replace(name=name), last_change=changed)
    report = app._replace(translations=(*rest, odd))
    lines = "".join(render_ndjson([report], View())).splitlines(keepends=True)
    assert lines == [compact_json(record_fields(record, app.component)) + "\n" for record in report.translations]


def test_a_component_without_records_has_no_lines(empty: Report) -> None:
    assert "".join(render_ndjson([empty], View())) == ""


def test_line_breaks_in_names_are_escaped(hostile: Report) -> None:
    assert "".join(render_ndjson([hostile], View())).count("\n") == 3


def test_control_characters_are_escaped_on_a_terminal(hostile: Report) -> None:
    assert "\u202e" in "".join(render_ndjson([hostile], View()))
    on_terminal = "".join(render_ndjson([hostile], View(is_terminal=True)))
    assert on_terminal.isprintable() or set(filter(lambda each: not each.isprintable(), on_terminal)) == {"\n"}
    assert "\\u202eback" in on_terminal
