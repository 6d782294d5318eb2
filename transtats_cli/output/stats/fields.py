"""Render chosen fields of records as a table. The titles are the keys of the fields, and there is no total."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from transtats_cli.output import View
from transtats_cli.output.selection import sort_most_translated_first
from transtats_cli.output.stats.rows import format_empty_table
from transtats_cli.output.text_table import Column, TextTable, draw_markdown, draw_table
from transtats_cli.report import Record, Report

_TEXT_FIELD_KEYS = ("project", "component", "code", "name", "last_change", "url", "translate_url")
"""Keys of the fields that are texts. All others are numbers."""
_UNKNOWN = "–"


def render_field_table(reports: Iterable[Report], view: View) -> Iterator[str]:
    table = _create_table(reports, view)
    yield from draw_table(table, view) if table.rows else [format_empty_table(view)]


def render_field_markdown(reports: Iterable[Report], view: View) -> Iterator[str]:
    table = _create_table(reports, view)
    yield from draw_markdown(table) if table.rows else [format_empty_table(view)]


def _create_table(reports: Iterable[Report], view: View) -> TextTable:
    columns = [Column(key, is_number=key not in _TEXT_FIELD_KEYS) for key in view.shown_keys]
    rows = [_create_row(report, record, view) for report in reports for record in _sort_page_records(report, view)]
    return TextTable(columns, rows)


def _sort_page_records(report: Report, view: View) -> Sequence[Record]:
    records = view.select_page_records(report)
    return records if view.has_record_order else sort_most_translated_first(report, records)


def _create_row(report: Report, record: Record, view: View) -> list[str]:
    return [_format_cell(value) for value in view.select_fields(report, record).values()]


def _format_cell(value: Any) -> str:
    return _UNKNOWN if value is None or value == "" else str(value)
