"""Tables of `stats`: for people, as wide as the terminal allows, and in Markdown.

Both have the same rows and columns, and the table for people also shows bars. The most translated languages come first,
and some columns are left out if they contain only zeros. With `--fields`, both tables have the chosen fields as
columns, and no totals.
"""

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from transtats_cli.measures import (
    Share,
    add_shares,
    count_strings_left,
    count_words_left,
    describe_measure,
    select_count,
)
from transtats_cli.output import View
from transtats_cli.output.folders import find_file_mask, group_by_folder
from transtats_cli.output.selection import sort_most_translated_first
from transtats_cli.output.text import cell_len, escape_controls, format_count
from transtats_cli.output.text_table import (
    Column,
    TextTable,
    compute_total_width,
    draw_markdown,
    draw_rich_table,
    draw_table,
    fit_widths,
    longest_word,
)
from transtats_cli.report import Record, Report, add_completeness, create_total_report, find_measure
from transtats_cli.statistics import Completeness, Counts, Statistics, add_counts, add_statistics

_TABLE_BOX = "    \n    \n ── \n    \n ── \n ── \n    \n    \n"
"""Lines of the table: below the titles, between its sections, and above the total."""
_MIN_BAR_WIDTH, _MAX_BAR_WIDTH = 10, 20
_MIN_NAME_WIDTH = 12
"""Width to which names are shortened before bars are left out."""
_MIN_COMPONENT_WIDTH = 24
"""Width to which names of components are shortened before bars and the names of languages are left out."""
_PERCENT_WIDTH = len(" 100.0%")
_MAX_CHARACTERS_PER_TERMINAL_COLUMN = 4
"""Maximum number of characters in one terminal column, for example a letter and its accents."""
_LEFT_TO_RIGHT_MARK = "\u200e"
_TRANSLATED_CHARACTER, _FUZZY_CHARACTER, _UNTRANSLATED_CHARACTER = "━", "╍", "─"
_TEXT_FIELD_KEYS = ("project", "component", "code", "name", "measure", "last_change", "url", "translate_url")
"""Keys of the fields that are texts. All others are numbers."""
_MIN_HIDEABLE_ROWS = 10
"""Number of rows of complete languages from which on a line mentions how to hide them."""
_UNKNOWN = "–"
_NO_TRANSLATIONS_TEXT = "No translations.\n"
_NO_MATCH_TEXT = "No language has a share in this range.\n"
_ALL_COMPONENTS = "All components"
_TOTAL, _TOTAL_WITH_HIDDEN_ROWS = "Total", "Total of all"


class _LanguageRow(NamedTuple):
    """Row of one language of one component.

    A component without languages has one row without counts.
    """

    component: str
    """Project and component: `project/component`. Empty if only one component is shown."""
    name: str
    code: str
    statistics: Statistics | None
    share: Share
    measure: str
    completeness: Completeness | None = None
    outdated: Counts | None = None
    coverage: str = ""
    """Numbers of components with the language and of all. Empty if all have it, and for a single component."""
    share_of_all: Share | None = None
    """Share that also counts the components without the language. None if none of their strings are known."""
    words_not_begun: int = 0
    """Words of the components without the language."""

    @property
    def bar_statistics(self) -> Statistics | None:
        """Numbers of all, done and fuzzy strings, which a bar shows. Missing strings are not fuzzy."""
        if self.statistics is None:
            return None
        (part, whole), missing = self.share, self.completeness.missing if self.completeness else 0
        fuzzy = max(0, min(select_count(self.measure, self.statistics.fuzzy), whole - missing - part))
        return Statistics(Counts(whole), Counts(part), Counts(fuzzy))


class _TableRows(NamedTuple):
    """Rows of the table of statistics: languages, the totals of each language, and the total."""

    languages: list[_LanguageRow]
    """Rows of the languages of each component."""
    folder_totals: list[_LanguageRow]
    """Totals of folders, if there are many components."""
    language_totals: list[_LanguageRow]
    """Totals of the languages over several components. Empty if there is one component."""
    total_row: _LanguageRow
    """Sum of all translations, also of those that `--below` and `--above` leave out."""

    @property
    def all_rows(self) -> list[_LanguageRow]:
        return [*self.languages, *self.folder_totals, *self.language_totals, self.total_row]


class _TableColumn(NamedTuple):
    """Column of the table of statistics."""

    title: str
    read_content: Callable[[_LanguageRow], object]
    """Function that returns the content of a cell. None if the row does not have it."""
    unknown: str = ""
    """Text of a cell without a content."""
    style: str = ""
    """Style of a number other than 0."""
    is_number: bool = True
    keeps_end: bool = False
    """True if a shortened name ends as the whole name: components of a project often begin alike."""
    is_always_shown: bool = True
    """True if the column is shown even if all its numbers are 0."""
    read_bar: Callable[[_LanguageRow], Statistics | None] | None = None
    """Function that returns the numbers that the bar of a share shows. If None, there is no bar."""

    def format_cell(self, row: _LanguageRow) -> str:
        content = self.read_content(row)
        return self.unknown if content is None else str(content)

    def compute_width(self, rows: Iterable[_LanguageRow]) -> int:
        """Return the width in which no cell is shortened."""
        if self.read_bar is not None:
            return _MAX_BAR_WIDTH + _PERCENT_WIDTH
        return max(map(cell_len, (self.title, *map(self.format_cell, rows))))

    def draw_cell(self, row: _LanguageRow, width: int) -> Sequence[tuple[str, str]]:
        """Return the parts of the cell of a row in the given width, each with its rich style."""
        text = self.format_cell(row)
        if not self.is_number:
            return [(_truncate_name(text, width, keeps_end=self.keeps_end), "")]
        statistics = self.read_bar(row) if self.read_bar else None
        if statistics is not None:
            return [*draw_bar(statistics, width - _PERCENT_WIDTH), (text.rjust(_PERCENT_WIDTH), "")]
        return [(text, "dim" if text == "0" else self.style)]


_COMPONENT = _TableColumn("Component", lambda row: row.component, is_number=False, keeps_end=True)
_LANGUAGE = _TableColumn("Language", lambda row: row.name, is_number=False)
_CODE = _TableColumn("Code", lambda row: row.code, is_number=False)
_SHARE = _TableColumn(
    "Share",
    lambda row: row.statistics and f"{row.share.percent_done}%",
    unknown=_UNKNOWN,
    read_bar=lambda row: row.bar_statistics,
)
_STRINGS_LEFT = _TableColumn(
    "Strings left", lambda row: row.statistics and count_strings_left(row.measure, row.share, row.statistics)
)
_WORDS_LEFT = _TableColumn(
    "Words left", lambda row: row.statistics and count_words_left(row.statistics, row.completeness)
)
_COVERAGE = (
    _TableColumn(
        "Of all strings", lambda row: row.share_of_all and f"{row.share_of_all.percent_done}%", is_always_shown=False
    ),
    _TableColumn("Components", lambda row: row.coverage, is_always_shown=False),
)
_WORDS_NOT_BEGUN = _TableColumn("Words not begun", lambda row: row.words_not_begun)
_STATISTICS_COLUMNS = (
    *_COVERAGE,
    _TableColumn(
        "Missing",
        lambda row: row.completeness and row.completeness.missing,
        unknown=_UNKNOWN,
        style="red",
        is_always_shown=False,
    ),
    _TableColumn(
        "Stale",
        lambda row: row.completeness and row.completeness.stale,
        unknown=_UNKNOWN,
        is_always_shown=False,
    ),
    _WORDS_LEFT,
    _TableColumn("Fuzzy", lambda row: row.statistics and row.statistics.fuzzy.strings, style="yellow"),
    _TableColumn(
        "Outdated",
        lambda row: row.outdated and row.outdated.strings,
        unknown=_UNKNOWN,
        style="yellow",
        is_always_shown=False,
    ),
    _TableColumn("Failing", lambda row: row.statistics and row.statistics.failing, style="red"),
    _TableColumn("Approved", lambda row: row.statistics and row.statistics.approved.strings, is_always_shown=False),
    _TableColumn("Read-only", lambda row: row.statistics and row.statistics.readonly.strings, is_always_shown=False),
)


def render_table(reports: Iterable[Report], view: View) -> Iterator[str]:
    if view.table.fields:
        table = _create_field_table(reports, view)
        return draw_table(table, view) if table.rows else iter([_format_empty_table(view)])
    rows = _collect_rows(reports, view)
    columns = _select_columns(rows, view)
    if not columns:
        return iter([_format_empty_table(view)])
    fitted = _fit_columns(columns, rows, view)
    if len(fitted) < len(columns) or any(
        column.keeps_end and width < column.compute_width(rows.all_rows) for column, width in fitted
    ):
        rows = _remove_shared_project(rows)
        fitted = _fit_columns(columns, rows, view)
    return chain(_draw_table(fitted, rows, view), _mention_below(rows, view))


def _remove_shared_project(rows: _TableRows) -> _TableRows:
    """Return rows in which components have no project, if all are of the same one."""
    if len({row.component.partition("/")[0] for row in rows.languages}) > 1:
        return rows
    return rows._replace(languages=[row._replace(component=row.component.partition("/")[2]) for row in rows.languages])


def _mention_below(rows: _TableRows, view: View) -> Iterator[str]:
    """Yield the option that hides complete languages, if there are many rows of them."""
    count = sum(row.statistics is not None and row.share.part == row.share.whole for row in rows.languages)
    if count >= _MIN_HIDEABLE_ROWS and not view.table.chooses_records:
        yield f"{count} of {len(rows.languages)} rows are complete; --below 100 hides them.\n"


def render_markdown(reports: Iterable[Report], view: View) -> Iterator[str]:
    """Yield a Markdown table for a README or a comment."""
    if view.table.fields:
        table = _create_field_table(reports, view)
    else:
        rows = _collect_rows(reports, view)
        columns = _select_columns(rows, view)
        cells = [[column.format_cell(row) for column in columns] for row in rows.all_rows] if columns else []
        table = TextTable([Column(column.title, column.is_number) for column in columns], cells)
    yield "".join(draw_markdown(table)) if table.rows else _format_empty_table(view)


def _format_empty_table(view: View) -> str:
    """Return the text for a table without languages, or without a language that has a share in the requested range."""
    return _NO_MATCH_TEXT if view.table.chooses_records else _NO_TRANSLATIONS_TEXT


def _create_field_table(reports: Iterable[Report], view: View) -> TextTable:
    columns = [Column(key, is_number=key not in _TEXT_FIELD_KEYS) for key in view.table.fields]
    rows = [
        [_UNKNOWN if value in (None, "") else str(value) for value in view.select_fields(report, record).values()]
        for report, record in _list_records(reports, view)
    ]
    return TextTable(columns, rows)


def _list_records(reports: Iterable[Report], view: View) -> Iterator[tuple[Report, Record]]:
    """Yield the records on the page. Unless the user chose an order, the most translated language comes first."""
    if view.table.order:
        yield from chain.from_iterable(view.select_rows(reports))
        return
    for report in reports:
        for record in sort_most_translated_first(report, view.select_page_records(report)):
            yield report, record


def _collect_rows(reports: Iterable[Report], view: View) -> _TableRows:
    """Return the table rows of the reports of some components, with the rows of the totals."""
    all_reports = list(reports)
    groups = [all_reports] if view.table.order else [[report] for report in all_reports]
    languages = [row for group in groups for row in _create_language_rows(group, view)]
    total = create_total_report(all_reports) if view.has_several_components and len(all_reports) > 1 else None
    sums = [] if total is None else _create_language_rows([total], view)
    language_totals = [row._replace(component=_ALL_COMPONENTS) for row in sums]
    folders = group_by_folder(all_reports, [*map(find_file_mask, all_reports)]) if view.has_several_components else {}
    folder_rows = [
        _create_total_row(group, view)._replace(
            component=escape_controls(f"{folder or '.'}/"), name=format_count(len(group), "component")
        )
        for folder, group in folders.items()
    ]
    return _TableRows(languages, folder_rows, language_totals, _create_total_row(all_reports, view))


def _create_language_rows(reports: Sequence[Report], view: View) -> Iterator[_LanguageRow]:
    """Yield a row for each record, and then one for each component without languages."""
    for report, record in _list_records(reports, view):
        component = escape_controls(report.component.full_name) if view.has_several_components else ""
        name, code = escape_controls(record.language.name), escape_controls(record.language.code)
        completeness = report.completeness_of_record(record)
        numbers = record.statistics, record.share, report.measure, completeness, record.outdated
        row, found = _LanguageRow(component, name, code, *numbers), report.coverage_of_record(record)
        if found.begun < found.components and not view.has_several_components:
            # The strings of a component without readable files are unknown.
            share_of_all = report.share_of_all(record) if found.not_begun.strings else None
            coverage = f"{found.begun} of {found.components}"
            row = row._replace(coverage=coverage, share_of_all=share_of_all, words_not_begun=found.not_begun.words)
        yield row
    for report in reports if view.has_several_components else ():
        if not report.records:
            component = escape_controls(report.component.full_name)
            yield _LanguageRow(component, "no translations", "", None, Share(0, 0), report.measure)


def _create_total_row(reports: Sequence[Report], view: View) -> _LanguageRow:
    """Return the sum of all translations, with the title in the first column.

    If some of the translations are not shown, the title says so.
    """
    counted = [(report, record) for report in reports for record in view.list_counted_records(report)]
    total = add_statistics([record.statistics for _, record in counted])
    found = add_completeness([report.completeness_of_record(record) for report, record in counted])
    is_row_hidden = any(len(view.table.select_records(report)) < len(report.records) for report in reports)
    title = _TOTAL_WITH_HIDDEN_ROWS if is_row_hidden else _TOTAL
    titles = (title, "", "") if view.has_several_components else ("", title, "")
    share = add_shares(record.share for _, record in counted)
    outdated = add_counts(record.outdated for _, record in counted)
    words = sum(report.coverage_of_record(record).not_begun.words for report, record in counted)
    return _LanguageRow(*titles, total, share, find_measure(reports), found, outdated, words_not_begun=words)


def _select_columns(rows: _TableRows, view: View) -> list[_TableColumn]:
    """Return the columns to show. Empty if no component has a language."""
    if all(row.statistics is None for row in rows.languages):
        return []
    names = [_COMPONENT, _LANGUAGE, _CODE] if view.has_several_components else [_LANGUAGE, _CODE]
    all_rows = rows.all_rows
    share = _SHARE._replace(title=describe_measure(rows.total_row.measure).title)
    if not view.table.shows_work_left:
        numbers = [
            each for each in _STATISTICS_COLUMNS if each.is_always_shown or any(map(each.read_content, all_rows))
        ]
        return [*names, share, *numbers]
    hours = []
    if (rate := view.table.words_per_hour) is not None:
        hours = [_TableColumn("Hours", lambda row: _format_hours(row, rate))]
    coverage, not_begun = (_COVERAGE, [_WORDS_NOT_BEGUN]) if any(row.coverage for row in all_rows) else ((), [])
    return [*names, share, *coverage, _STRINGS_LEFT, _WORDS_LEFT, *not_begun, *hours]


def _format_hours(row: _LanguageRow, words_per_hour: int) -> str | None:
    """Return the time for translating the words left and not begun, in hours, rounded up to one decimal.

    Return None if the number of words is not known.
    """
    if row.statistics is None:
        return None
    words = count_words_left(row.statistics, row.completeness) + row.words_not_begun
    tenths = -(-10 * words // words_per_hour)
    return f"{tenths // 10}.{tenths % 10}"


def _fit_columns(columns: Sequence[_TableColumn], rows: _TableRows, view: View) -> list[tuple[_TableColumn, int]]:
    """Return the columns with their widths. If they do not fit, there are no bars, and then fewer columns."""
    natural = [column.compute_width(rows.all_rows) for column in columns]
    has_bars = any(column.read_bar for column in columns)
    least = [
        _MIN_BAR_WIDTH + _PERCENT_WIDTH
        if column.read_bar
        else min(width, _MIN_COMPONENT_WIDTH)
        if column.keeps_end
        else min(width, _MIN_NAME_WIDTH)
        if not column.is_number
        else max(longest_word(column.title), column._replace(title="").compute_width(rows.all_rows))
        for column, width in zip(columns, natural, strict=True)
    ]
    if view.width is not None and compute_total_width(least) > view.width:
        if has_bars:
            return _fit_columns([column._replace(read_bar=None) for column in columns], rows, view)
        for dropped in (_COVERAGE[-1], *([_LANGUAGE] if _COMPONENT in columns else [])):
            if dropped in columns:
                return _fit_columns([column for column in columns if column != dropped], rows, view)
    return [*zip(columns, fit_widths(natural, least, view), strict=True)]


def _truncate_name(name: str, width: int, *, keeps_end: bool = False) -> str:
    """Return the beginning or the end of a name that fits into the width. An ellipsis replaces the rest of the name."""
    if cell_len(name) > width:
        max_length = _MAX_CHARACTERS_PER_TERMINAL_COLUMN * width
        name = name[-max_length:] if keeps_end else name[:max_length]
        while cell_len(name) >= width:
            name = name[1:] if keeps_end else name[:-1]
        name = f"…{name.lstrip()}" if keeps_end else f"{name.rstrip()}…"
    if any(unicodedata.bidirectional(character) in ("R", "AL") for character in name):
        # Without the mark, a terminal would show the following numbers to the left of the name.
        name += _LEFT_TO_RIGHT_MARK
    return name


def _draw_table(columns: Sequence[tuple[_TableColumn, int]], rows: _TableRows, view: View) -> Iterator[str]:
    from rich.box import Box
    from rich.text import Text

    def draw_row(row: _LanguageRow) -> Iterator[Text]:
        for column, width in columns:
            # The style of a single part also applies to the blanks beside it.
            first, *others = column.draw_cell(row, width)
            yield Text.assemble(first, *others) if others else Text(*first)

    def draw_section(section: Iterable[_LanguageRow]) -> Iterator[Iterator[Text]]:
        previous = ""
        for row in section:
            # The name of a component is kept only in the first row of the component.
            yield draw_row(row._replace(component="") if row.component == previous else row)
            previous = row.component

    titles, widths = [Column(column.title, column.is_number) for column, _ in columns], [width for _, width in columns]
    sections = [*map(draw_section, (rows.languages, rows.folder_totals, rows.language_totals))]
    return draw_rich_table(Box(_TABLE_BOX), titles, widths, sections, view, [*draw_row(rows.total_row)])


def draw_bar(statistics: Statistics, width: int) -> list[tuple[str, str]]:
    """Return a bar with the shares of translated, fuzzy and untranslated strings, as parts with their styles.

    Each share has its own character and colour. If there are no strings, the bar is full.
    """
    whole = statistics.total.strings
    translated = _count_cells(statistics.translated.strings, whole, width) if whole else width
    # The sum is rounded, not each part, so that the bar ends at the right cell.
    reached = _count_cells(statistics.translated.strings + statistics.fuzzy.strings, whole, width) if whole else width
    return [
        (_TRANSLATED_CHARACTER * translated, "green"),
        (_FUZZY_CHARACTER * (reached - translated), "yellow"),
        (_UNTRANSLATED_CHARACTER * (width - reached), "dim"),
    ]


def _count_cells(part: int, whole: int, width: int) -> int:
    """Return the number of characters for a part of the bar.

    The number is rounded down, so that the bar is full only if `part` equals `whole`. If `part` is greater than 0, the
    number is at least 1.
    """
    return max(width * part // whole, 1 if part else 0)
