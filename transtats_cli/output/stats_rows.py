"""Rows and columns of the tables for people.

The most translated languages come first. Some columns are left out if they contain only zeros.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from transtats_cli.completeness import Completeness, count_strings_left, count_words_left
from transtats_cli.output import View
from transtats_cli.output.selection import sort_most_translated_first
from transtats_cli.output.text import escape_controls
from transtats_cli.report import Report
from transtats_cli.statistics import Counts, Statistics, add_statistics, translated_percent
from transtats_cli.totals import add_completeness, create_total_report

_NO_TRANSLATIONS_TEXT = "No translations."
_NO_MATCH_TEXT = "No language has a share in this range."
_TOTAL_ROW_TITLE = "All components"


class LanguageRow(NamedTuple):
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
    def translated_share(self) -> str:
        """Translated share of the strings in the file as text, such as `77.5%`. `–` without counts."""
        return "–" if self.statistics is None else f"{translated_percent(self.statistics)}%"

    @property
    def complete_share(self) -> str:
        """Translated share of the strings of the reference as text. `–` if the file was not compared with it."""
        return "–" if self.completeness is None else f"{self.completeness.percent}%"

    @property
    def reference_statistics(self) -> Statistics | None:
        """Numbers of all, translated and fuzzy strings of the reference, which a bar shows.

        None if the file was not compared with the reference.
        """
        found = self.completeness
        if self.statistics is None or found is None:
            return None
        fuzzy = min(self.statistics.fuzzy.strings, found.reference_total - found.missing - found.translated)
        return Statistics(Counts(found.reference_total), Counts(found.translated), Counts(fuzzy))

    @property
    def strings_left(self) -> int | None:
        """Number of strings that are missing or not translated. None without counts."""
        return None if self.statistics is None else count_strings_left(self.statistics, self.completeness)

    @property
    def words_left(self) -> int | None:
        """Number of words in the strings that are missing or not translated. None without counts."""
        return None if self.statistics is None else count_words_left(self.statistics, self.completeness)


class TableRows(NamedTuple):
    """Rows of the table of statistics: languages, the totals of each language, and the total."""

    languages: list[LanguageRow]
    """Rows of the languages of each component."""
    language_totals: list[LanguageRow]
    """Totals of the languages over several components. Empty if there is one component."""
    total_row: LanguageRow
    """Sum of all translations, also of languages that are not selected."""

    @property
    def all_rows(self) -> list[LanguageRow]:
        return [*self.languages, *self.language_totals, self.total_row]

    @property
    def is_empty(self) -> bool:
        """True if there is no row of a language. A row without counts stands for a component without languages."""
        return all(row.statistics is None for row in self.languages)


class NumberColumn(NamedTuple):
    """Column of numbers of the table of statistics."""

    title: str
    compute_content: Callable[[LanguageRow], object]
    """Function that returns the content of a cell. None if the row does not have the number."""
    is_always_shown: bool = True
    """True if the column is shown even if all its numbers are 0."""
    unknown: str = ""
    """Text of a cell without a number."""

    def format_cell(self, row: LanguageRow) -> str:
        content = self.compute_content(row)
        return self.unknown if content is None else str(content)


_WORK_LEFT_COLUMNS = (
    NumberColumn("Strings left", lambda row: row.strings_left),
    NumberColumn("Words left", lambda row: row.words_left),
)
_STATISTICS_COLUMNS = (
    NumberColumn("Missing", lambda row: row.completeness and row.completeness.missing, False, "–"),
    NumberColumn("Stale", lambda row: row.completeness and row.completeness.stale, False, "–"),
    _WORK_LEFT_COLUMNS[1],
    NumberColumn("Fuzzy", lambda row: row.statistics and row.statistics.fuzzy.strings),
    NumberColumn("Failing", lambda row: row.statistics and row.statistics.failing),
    NumberColumn("Approved", lambda row: row.statistics and row.statistics.approved.strings, False),
    NumberColumn("Read-only", lambda row: row.statistics and row.statistics.readonly.strings, False),
)


def collect_rows(reports: Iterable[Report], view: View) -> TableRows:
    """Return the table rows of the reports of some components, with the rows of the totals.

    Unless the user chose an order, the most translated language of each component comes first.
    """
    all_reports = list(reports)
    languages = [row for report in all_reports for row in _create_report_rows(report, view)]
    total = create_total_report(all_reports) if view.has_several_components and len(all_reports) > 1 else None
    sums = (
        [] if total is None else [row._replace(component=_TOTAL_ROW_TITLE) for row in _create_report_rows(total, view)]
    )
    return TableRows(languages, sums, _create_total_row(all_reports, view))


def format_empty_table(view: View) -> str:
    """Return the text that is printed in place of an empty table.

    A table is empty if there are no languages, or if no language has a share in the requested range.
    """
    return f"{_NO_TRANSLATIONS_TEXT if view.record_selection is None else _NO_MATCH_TEXT}\n"


def _create_report_rows(report: Report, view: View) -> Iterator[LanguageRow]:
    component = escape_controls(report.component.full_name) if view.has_several_components else ""
    records = view.select_page_records(report)
    for record in records if view.has_record_order else sort_most_translated_first(report, records):
        language = record.language
        name, code = escape_controls(language.name), escape_controls(language.code)
        is_source = report.is_source(record)
        yield LanguageRow(component, name, code, record.statistics, is_source, report.completeness_of_record(record))
    if view.has_several_components and not report.records:
        yield LanguageRow(component, "no translations", "", None)


def _create_total_row(reports: Iterable[Report], view: View) -> LanguageRow:
    """Return the sum of all translations, with the title in the first column."""
    counted = [(report, record) for report in reports for record in view.list_counted_records(report)]
    total = add_statistics([record.statistics for _, record in counted])
    found = [report.completeness_of_record(record) for report, record in counted]
    compared = [each for each in found if each is not None]
    return LanguageRow(
        "Total" if view.has_several_components else "",
        "" if view.has_several_components else "Total",
        "",
        total,
        completeness=add_completeness(compared) if compared else None,
    )


def has_files_with_other_strings(rows: Iterable[LanguageRow]) -> bool:
    """Return True if any file lacks strings of the reference, or contains strings that the reference lacks."""
    return any(row.completeness is not None and not row.completeness.has_same_strings for row in rows)


def select_number_columns(rows: Sequence[LanguageRow], view: View) -> list[NumberColumn]:
    """Return the columns of numbers to show in the table of statistics."""
    if view.shows_work_left:
        rate = view.words_per_hour
        estimate = [] if rate is None else [NumberColumn("Hours", lambda row: _format_hours(row.words_left, rate))]
        return [*_WORK_LEFT_COLUMNS, *estimate]
    return [
        column for column in _STATISTICS_COLUMNS if column.is_always_shown or any(map(column.compute_content, rows))
    ]


def _format_hours(words: int | None, words_per_hour: int) -> str | None:
    """Return the time for translating words as text, in hours, rounded up to one decimal.

    Return None if the number of words is None.
    """
    if words is None:
        return None
    tenths = -(-10 * words // words_per_hour)
    return f"{tenths // 10}.{tenths % 10}"
