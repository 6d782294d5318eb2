"""Render the explanation of a component: settings with their origins, and files."""

from collections.abc import Iterator, Mapping
from typing import Any

from transtats_cli.explanation.components import ComponentExplanation, ExplainedSetting
from transtats_cli.output import View
from transtats_cli.output.json_text import json_document
from transtats_cli.output.sections import render_section, render_table_section, render_title
from transtats_cli.output.text_table import Column
from transtats_cli.settings import format_toml

_SETTING_COLUMNS = (Column("Setting"), Column("Value", is_code=True), Column("From", is_code=True))
_FILE_COLUMNS = (Column("File", is_code=True), Column("Written", is_code=True), Column("Code"), Column("Language"))
_LEFT_OUT_COLUMNS = (Column("File", is_code=True), Column("Reason"))


def create_component_fields(explanation: ComponentExplanation) -> dict[str, Any]:
    """Return the JSON object of a component's explanation."""
    report = explanation.report
    return {
        "project": explanation.component.project,
        "component": explanation.component.slug,
        "settings": [
            {
                "key": each.key,
                "value": dict(each.value) if isinstance(each.value, Mapping) else each.value,
                "origin": each.origin,
                "rule": each.rule or None,
            }
            for each in explanation.settings
        ],
        "source": {
            "code": explanation.source_language.code,
            "name": explanation.source_language.name,
            "file": explanation.source_file or None,
        },
        "files": [
            {
                "file": each.path,
                "written": each.language_part,
                "code": each.language.code,
                "name": each.language.name,
            }
            for each in explanation.files
        ],
        "left_out": [{"file": each.path, "reason": each.reason} for each in explanation.left_out],
        "failures": [
            {
                "file": explanation.component.path_for_messages(each.path),
                "line": each.line,
                "reason": each.reason,
            }
            for each in report.failures
        ],
        "warnings": [str(warning) for warning in report.warnings],
        "notes": list(report.notes),
    }


def render_json(explanation: ComponentExplanation, view: View) -> Iterator[str]:
    yield json_document(create_component_fields(explanation), view)


def render_table(explanation: ComponentExplanation, view: View) -> Iterator[str]:
    component = explanation.component
    yield from render_title(f"{component.project}/{component.slug}", view)
    # Settings that are empty by default are left out. JSON contains them.
    shown = [each for each in explanation.settings if each.value or each.origin != "default" or each.rule]
    rows = [(each.key, _format_value(each), _format_origin(each)) for each in shown]
    yield from render_table_section("Settings", _SETTING_COLUMNS, rows, view)
    source = explanation.source_language
    where = explanation.source_file or "no file: the strings come from all translations"
    yield from render_section("Source language", [(f"{source.name} ({source.code})", where)], view)
    files = [(each.path, each.language_part, each.language.code, each.language.name) for each in explanation.files]
    yield from render_table_section("Files that are counted", _FILE_COLUMNS, files, view)
    failures = [each._replace(path=component.path_for_messages(each.path)) for each in explanation.report.failures]
    left_out = [
        *((each.path if each.line is None else f"{each.path}:{each.line}", each.reason) for each in failures),
        *((each.path, each.reason) for each in explanation.left_out),
    ]
    yield from render_table_section("Files that are left out", _LEFT_OUT_COLUMNS, left_out, view)


def _format_value(setting: ExplainedSetting) -> str:
    return setting.value if isinstance(setting.value, str) else format_toml(setting.value)


def _format_origin(setting: ExplainedSetting) -> str:
    return f"{setting.origin}: {setting.rule}" if setting.rule else setting.origin
