"""Each line of NDJSON is a record."""

import json
from collections.abc import Callable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from transtats_cli.component import Component
from transtats_cli.envelope import record_fields
from transtats_cli.languages import Language
from transtats_cli.output import View
from transtats_cli.output.json_text import compact_json
from transtats_cli.output.stats import OUTPUTS
from transtats_cli.plurals import PluralRule
from transtats_cli.report import Record, Report
from transtats_cli.statistics import Counts, Statistics

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


@given(
    st.lists(st.builds(Counts, *[st.integers(0, 2000)] * 3), min_size=5, max_size=5),
    st.lists(st.integers(0, 2000), min_size=4, max_size=4),
    st.sampled_from(["de", "zh_Hant", "a%b", "x y", "<>"]),
    st.sampled_from(
        ["http://127.0.0.1:8000", "https://a.example/%7E", 'http://"'],
    ),
)
def test_a_line_with_any_numbers_equals_the_output_of_the_json_encoder(
    counts: list[Counts], single: list[int], text: str, base_url: str
) -> None:
    *numbers, recent = single
    language = Language(text, text, PluralRule(1, "0"))
    record = Record(language, "", Statistics._make([*counts, *numbers]), None, recent)
    component = Component(text, "app", "/nowhere", "*.po", base_url=base_url)
    (line,) = render_ndjson([Report(component, (record,))], View(has_several_components=True))
    assert line == compact_json({"project": text, "component": "app", **record_fields(record, component)}) + "\n"


def test_a_component_without_records_has_no_lines(empty: Report) -> None:
    assert "".join(render_ndjson([empty], View())) == ""


def test_line_breaks_in_names_are_escaped(hostile: Report) -> None:
    assert "".join(render_ndjson([hostile], View())).count("\n") == 3


def test_control_characters_are_escaped_on_a_terminal(hostile: Report) -> None:
    assert "\u202e" in "".join(render_ndjson([hostile], View()))
    on_terminal = "".join(render_ndjson([hostile], View(is_terminal=True)))
    assert on_terminal.isprintable() or set(filter(lambda each: not each.isprintable(), on_terminal)) == {"\n"}
    assert "\\u202eback" in on_terminal
