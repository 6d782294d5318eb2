"""Rows and columns of the tables for people.

The most translated languages come first. Some columns are left out if they contain only zeros.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from transtats_cli.completeness import Completeness
from transtats_cli.output import View
from transtats_cli.output.selection import ALL_RECORDS, most_translated_first
from transtats_cli.output.text import escape_controls
from transtats_cli.report import Report
from transtats_cli.statistics import Counts, Statistics, translated_percent
from transtats_cli.totals import create_total_report

_NO_TRANSLATIONS = "No translations."
_NONE_SELECTED = "No language has a share in this range."
_ALL_COMPONENTS = "All components"


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

    @property
    def strings_left(self) -> int | None:
        """Number of strings that are not translated or missing. None without counts."""
        if self.statistics is None:
            return None
        missing = 0 if self.completeness is None else self.completeness.missing
        return self.statistics.total.strings - self.statistics.translated.strings + missing

    @property
    def words_left(self) -> int | None:
        """Number of words in the strings that are not translated or missing. None without counts."""
        if self.statistics is None:
            return None
        missing = 0 if self.completeness is None else self.completeness.missing_words
        return self.statistics.total.words - self.statistics.translated.words + missing


class Rows(NamedTuple):
    """Rows of a table."""

    languages: list[Row]
    """Rows of the languages of each component."""
    sums: list[Row]
    """Totals of the languages over several components. Empty if there is one component."""
    total: Row
    """Sum of all translations, also of languages that are not selected."""

    @property
    def all(self) -> list[Row]:
        return [*self.languages, *self.sums, self.total]

    @property
    def are_empty(self) -> bool:
        """True if no row has counts, that is, if there is no language."""
        return all(row.statistics is None for row in self.languages)


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


class LeftFigure(NamedTuple):
    """Column of the remaining work, which includes the missing strings."""

    title: str
    of: Callable[[Row], object]
    """Function that returns the content of a cell, or None for an empty one."""

    def text(self, row: Row) -> str:
        content = self.of(row)
        return "" if content is None else str(content)


AnyFigure = Figure | ComparedFigure | LeftFigure

_LEFT_FIGURES = (
    LeftFigure("Strings left", lambda row: row.strings_left),
    LeftFigure("Words left", lambda row: row.words_left),
)
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


def collect_rows(reports: Iterable[Report], view: View) -> Rows:
    """Return the rows of all reports. By default, the most translated language of each component is the first."""
    all_reports = list(reports)
    languages = [row for report in all_reports for row in _report_rows(report, view)]
    total = create_total_report(all_reports) if view.several and len(all_reports) > 1 else None
    sums = [] if total is None else [row._replace(component=_ALL_COMPONENTS) for row in _report_rows(total, view)]
    return Rows(languages, sums, _total_row(all_reports, view))


def empty_text(view: View) -> str:
    """Return the text for a table without languages."""
    return f"{_NO_TRANSLATIONS if view.selection == ALL_RECORDS else _NONE_SELECTED}\n"


def _report_rows(report: Report, view: View) -> Iterator[Row]:
    component = escape_controls(f"{report.component.project}/{report.component.slug}") if view.several else ""
    records = view.records(report)
    for record in records if view.selection.order else most_translated_first(report, records):
        language = record.language
        name, code = escape_controls(language.name), escape_controls(language.code)
        is_source = report.is_source(record)
        yield Row(component, name, code, record.statistics, is_source, report.completeness_of_record(record))
    if view.several and not report.records:
        yield Row(component, "no translations", "", None)


def _total_row(reports: Iterable[Report], view: View) -> Row:
    """Return the sum of all translations, with the title in the first column."""
    counted = [(report, record) for report in reports for record in view.translations(report)]
    total = _total_of(record.statistics for _, record in counted)
    found = [report.completeness_of_record(record) for report, record in counted]
    compared = _sum_of([each for each in found if each is not None])
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


def _total_of(parts: Iterable[Statistics]) -> Statistics:
    total = Statistics()
    for part in parts:
        total = total.plus(part)
    return total


def visible_figures(rows: Sequence[Row], view: View) -> list[AnyFigure]:
    """Return the columns to show."""
    if view.work_left:
        rate = view.rate
        estimate = [] if rate is None else [LeftFigure("Hours", lambda row: _hours(row.words_left, rate))]
        return [*_LEFT_FIGURES, *estimate]
    shown = [row.statistics for row in rows if row.statistics is not None]
    compared = [row.completeness for row in rows if row.completeness is not None]
    return [
        *(figure for figure in _COMPARED_FIGURES if any(map(figure.of, compared))),
        *(figure for figure in _FIGURES if figure.always or any(map(figure.of, shown))),
    ]


def _hours(words: int | None, rate: int) -> str | None:
    """Return the hours that words take, rounded up to one decimal."""
    if words is None:
        return None
    tenths = -(-10 * words // rate)
    return f"{tenths // 10}.{tenths % 10}"
