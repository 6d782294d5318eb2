"""Rows and columns of the tables for people.

The most translated languages come first. Some columns are left out if they contain only zeros.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from transtats_cli.output import View
from transtats_cli.output.text import escape_controls
from transtats_cli.report import Record, Report
from transtats_cli.statistics import Statistics, translated_percent

NO_TRANSLATIONS = "No translations."


class Row(NamedTuple):
    """Row of one language of one component.

    A component without languages has one row without counts.
    """

    component: str
    """Project and component: `project/component`. Empty if only one component is shown."""
    name: str
    code: str
    statistics: Statistics | None
    is_source: bool = False
    """True if the language is the source language, which is always complete and not included in the total."""

    @property
    def percent(self) -> str:
        return "–" if self.statistics is None else f"{translated_percent(self.statistics)}%"


class Figure(NamedTuple):
    """Column of numbers in a table."""

    title: str
    of: Callable[[Statistics], int]
    always: bool = True
    """True if the column is shown even if all its numbers are 0."""

    def text(self, row: Row) -> str:
        return "" if row.statistics is None else str(self.of(row.statistics))


_FIGURES = (
    Figure("Words left", lambda statistics: statistics.total.words - statistics.translated.words),
    Figure("Fuzzy", lambda statistics: statistics.fuzzy.strings),
    Figure("Failing", lambda statistics: statistics.failing),
    Figure("Approved", lambda statistics: statistics.approved.strings, always=False),
    Figure("Read-only", lambda statistics: statistics.readonly.strings, always=False),
)


def report_rows(reports: Iterable[Report], view: View) -> Iterator[Row]:
    """Yield the rows of each report, the most translated language of the report first."""
    for report in reports:
        component = escape_controls(f"{report.component.project}/{report.component.slug}") if view.several else ""
        records = sorted(view.records(report), key=_most_translated_first)
        for record in records:
            language = record.language
            name, code = escape_controls(language.name), escape_controls(language.code)
            yield Row(component, name, code, record.statistics, is_source=record is report.source)
        if view.several and not records:
            yield Row(component, "no translations", "", None)


def _most_translated_first(record: Record) -> tuple[float, str, str]:
    return -translated_percent(record.statistics), record.language.name, record.language.code


def total_row(rows: Iterable[Row], view: View) -> Row:
    """Return the row with the sum of all translations. The first column contains the title `Total`."""
    total = total_of(row.statistics for row in rows if row.statistics is not None and not row.is_source)
    return Row("Total", "", "", total) if view.several else Row("", "Total", "", total)


def total_of(parts: Iterable[Statistics]) -> Statistics:
    total = Statistics()
    for part in parts:
        total = total.plus(part)
    return total


def have_counts(rows: Sequence[Row]) -> bool:
    """Return True if any row has counts, that is, if there is a language."""
    return any(row.statistics is not None for row in rows)


def visible_figures(rows: Sequence[Row]) -> list[Figure]:
    """Return the number columns to show for these rows."""
    shown = [row.statistics for row in rows if row.statistics is not None]
    return [figure for figure in _FIGURES if figure.always or any(map(figure.of, shown))]
