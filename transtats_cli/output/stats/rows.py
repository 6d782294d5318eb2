"""Rows and columns of the tables for people.

The most translated languages come first. Some columns are left out if they contain only zeros.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from transtats_cli.completeness import Completeness
from transtats_cli.output import View
from transtats_cli.output.text import escape_controls
from transtats_cli.report import Record, Report
from transtats_cli.statistics import Counts, Statistics, translated_percent

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
    """True for the source language, which is always complete and not part of the total."""
    completeness: Completeness | None = None

    @property
    def percent(self) -> str:
        """Translated share of the strings in the file."""
        return "–" if self.statistics is None else f"{translated_percent(self.statistics)}%"

    @property
    def complete_percent(self) -> str:
        """Translated share of the strings of the reference."""
        return "–" if self.completeness is None else f"{self.completeness.percent}%"

    @property
    def compared(self) -> Statistics | None:
        """Counts for a bar of the strings of the reference. None if the file was not compared."""
        found = self.completeness
        if self.statistics is None or found is None:
            return None
        fuzzy = min(self.statistics.fuzzy.strings, found.reference_total - found.missing - found.translated)
        return Statistics(Counts(found.reference_total), Counts(found.translated), Counts(fuzzy))


class Figure(NamedTuple):
    """Column of numbers in a table."""

    title: str
    of: Callable[[Statistics], int]
    always: bool = True
    """True if the column is shown even if all its numbers are 0."""

    def text(self, row: Row) -> str:
        return "" if row.statistics is None else str(self.of(row.statistics))


class ComparedFigure(NamedTuple):
    """Column of numbers that come from the comparison with the reference."""

    title: str
    of: Callable[[Completeness], int]

    def text(self, row: Row) -> str:
        return "–" if row.completeness is None else str(self.of(row.completeness))


_COMPARED_FIGURES = (
    ComparedFigure("Missing", lambda found: found.missing),
    ComparedFigure("Stale", lambda found: found.stale),
)
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
        records = sorted(view.records(report), key=partial(_most_complete_first, report))
        for record in records:
            language = record.language
            name, code = escape_controls(language.name), escape_controls(language.code)
            is_source = record is report.source
            yield Row(component, name, code, record.statistics, is_source, report.completeness_of_record(record))
        if view.several and not records:
            yield Row(component, "no translations", "", None)


def _most_complete_first(report: Report, record: Record) -> tuple[float, float, str, str]:
    found = report.completeness_of_record(record)
    translated = translated_percent(record.statistics)
    share = translated if found is None or found.is_exact else found.percent
    return -share, -translated, record.language.name, record.language.code


def total_row(rows: Iterable[Row], view: View) -> Row:
    """Return the sum of all translations, with the title in the first column."""
    counted = [row for row in rows if row.statistics is not None and not row.is_source]
    total = total_of(row.statistics for row in counted if row.statistics is not None)
    compared = _sum_of([row.completeness for row in counted if row.completeness is not None])
    return Row("Total" if view.several else "", "" if view.several else "Total", "", total, completeness=compared)


def _sum_of(parts: Sequence[Completeness]) -> Completeness | None:
    """Return the sum. None if nothing was compared."""
    total = Completeness()
    for part in parts:
        total = total.plus(part)
    return total if parts else None


def are_compared(rows: Iterable[Row]) -> bool:
    """Return True if a file lacks strings or has stale ones, so that its translated share is not all."""
    return any(row.completeness is not None and not row.completeness.is_exact for row in rows)


def total_of(parts: Iterable[Statistics]) -> Statistics:
    total = Statistics()
    for part in parts:
        total = total.plus(part)
    return total


def have_counts(rows: Sequence[Row]) -> bool:
    """Return True if any row has counts, that is, if there is a language."""
    return any(row.statistics is not None for row in rows)


def visible_figures(rows: Sequence[Row]) -> list[Figure | ComparedFigure]:
    """Return the columns to show."""
    shown = [row.statistics for row in rows if row.statistics is not None]
    compared = [row.completeness for row in rows if row.completeness is not None]
    return [
        *(figure for figure in _COMPARED_FIGURES if any(map(figure.of, compared))),
        *(figure for figure in _FIGURES if figure.always or any(map(figure.of, shown))),
    ]
