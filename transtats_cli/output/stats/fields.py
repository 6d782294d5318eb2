"""Render chosen fields of records as a table. The titles are the keys of the fields, and there is no total."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from transtats_cli.output import View
from transtats_cli.output.grid import Column, Grid, draw_markdown, draw_table
from transtats_cli.output.selection import most_translated_first
from transtats_cli.output.stats.rows import empty_text
from transtats_cli.report import Record, Report

_TEXTS = ("project", "component", "code", "name", "last_change", "url", "translate_url")
"""Keys of the fields that are texts. All others are numbers."""
_UNKNOWN = "–"


def render_table(reports: Iterable[Report], view: View) -> Iterator[str]:
    grid = _grid(reports, view)
    yield from draw_table(grid, view) if grid.rows else [empty_text(view)]


def render_markdown(reports: Iterable[Report], view: View) -> Iterator[str]:
    grid = _grid(reports, view)
    yield from draw_markdown(grid) if grid.rows else [empty_text(view)]


def _grid(reports: Iterable[Report], view: View) -> Grid:
    columns = [Column(key, is_number=key not in _TEXTS) for key in view.keys]
    rows = [_row(report, record, view) for report in reports for record in _records(report, view)]
    return Grid(columns, rows)


def _records(report: Report, view: View) -> Sequence[Record]:
    records = view.records(report)
    return records if view.selection.order else most_translated_first(report, records)


def _row(report: Report, record: Record, view: View) -> list[str]:
    return [_cell(value) for value in view.fields(report, record).values()]


def _cell(value: Any) -> str:
    return _UNKNOWN if value is None or value == "" else str(value)
