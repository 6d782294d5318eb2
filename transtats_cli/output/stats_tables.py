"""Tables of `stats`: for people, as wide as the terminal allows, and in Markdown.

The table for people contains a bar and the remaining work of each language, and totals. With `--fields`, both tables
have the chosen fields as columns, and no totals.
"""

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from transtats_cli.output import View
from transtats_cli.output.colors import render_rich
from transtats_cli.output.selection import sort_most_translated_first
from transtats_cli.output.stats_rows import (
    LanguageRow,
    NumberColumn,
    TableRows,
    collect_rows,
    format_empty_table,
    has_files_with_other_strings,
    select_number_columns,
)
from transtats_cli.output.text_table import (
    COLUMN_GAP,
    Column,
    TextTable,
    compute_total_width,
    draw_markdown,
    draw_table,
    fit_widths,
    longest_word,
)
from transtats_cli.output.wrapping import cell_len
from transtats_cli.report import Record, Report
from transtats_cli.statistics import Statistics

_TABLE_BOX = "    \n    \n ── \n    \n ── \n ── \n    \n    \n"
"""Lines of the table: below the titles, between its sections, and above the total."""
_STYLES = {"Fuzzy": "yellow", "Failing": "red", "Missing": "red"}
_MIN_BAR_WIDTH, _MAX_BAR_WIDTH = 10, 20
_CELL_PADDING = (0, COLUMN_GAP - 1, 0, 0)
"""Padding of cells on the right side. The border style adds one more blank between columns."""
_PERCENT_WIDTH = len(" 100.0%")
_MAX_CHARACTERS_PER_TERMINAL_COLUMN = 4
"""Maximum number of characters in one terminal column, for example a letter and its accents."""
_LEFT_TO_RIGHT_MARK = "\u200e"
_TRANSLATED_CHARACTER, _FUZZY_CHARACTER, _UNTRANSLATED_CHARACTER = "━", "╍", "─"
_TEXT_FIELD_KEYS = ("project", "component", "code", "name", "last_change", "url", "translate_url")
"""Keys of the fields that are texts. All others are numbers."""
_UNKNOWN = "–"


_Cell = Sequence[tuple[str, str]]
"""Parts of a cell, each with its rich style."""


class _TableColumn(NamedTuple):
    title: str
    width: int
    """Width in which no cell is shortened."""
    draw_cell: Callable[[LanguageRow, int], _Cell]
    """Function that returns the cell of a row in the given width."""
    is_name: bool = False
    """True for a column of names or codes, which are aligned to the left."""


def render_table(reports: Iterable[Report], view: View) -> Iterator[str]:
    if view.shown_keys:
        table = _create_field_table(reports, view)
        yield from draw_table(table, view) if table.rows else [format_empty_table(view)]
        return
    rows = collect_rows(reports, view)
    if rows.is_empty:
        yield format_empty_table(view)
        return
    columns = _create_columns(rows.all_rows, view)
    widths = fit_widths([column.width for column in columns], [longest_word(column.title) for column in columns], view)
    drawn = _draw_table([*zip(columns, widths, strict=True)], rows)
    text = render_rich(drawn, colour=view.is_coloured, width=compute_total_width(widths))
    yield "".join(f"{line.rstrip()}\n" for line in text.splitlines())


def _create_columns(rows: Sequence[LanguageRow], view: View) -> list[_TableColumn]:
    return [
        *([_create_name_column("Component", rows, lambda row: row.component)] if view.has_several_components else []),
        _create_name_column("Language", rows, lambda row: row.name),
        _create_name_column("Code", rows, lambda row: row.code),
        *(
            [_create_bar_column("Complete", _draw_complete_bar), _create_translated_column(rows)]
            if has_files_with_other_strings(rows)
            else []
        ),
        *([] if has_files_with_other_strings(rows) else [_create_bar_column("Translated", _draw_translated_bar)]),
        *(_create_number_column(figure, rows) for figure in select_number_columns(rows, view)),
    ]


def _create_name_column(
    title: str, rows: Sequence[LanguageRow], get_name: Callable[[LanguageRow], str]
) -> _TableColumn:
    natural = max(cell_len(title), *(cell_len(get_name(row)) for row in rows))
    return _TableColumn(title, natural, lambda row, width: [(_truncate_name(get_name(row), width), "")], is_name=True)


def _truncate_name(name: str, width: int) -> str:
    """Return the part of a name that fits into the width. If the name is shortened, the part ends with an ellipsis."""
    if cell_len(name) > width:
        name = name[: _MAX_CHARACTERS_PER_TERMINAL_COLUMN * width]
        while cell_len(name) >= width:
            name = name[:-1]
        name = name.rstrip() + "…"
    if any(unicodedata.bidirectional(character) in ("R", "AL") for character in name):
        # Without the mark, a terminal would show the following numbers to the left of the name.
        name += _LEFT_TO_RIGHT_MARK
    return name


def _create_bar_column(title: str, draw_cell: Callable[[LanguageRow, int], _Cell]) -> _TableColumn:
    return _TableColumn(title, _MAX_BAR_WIDTH + _PERCENT_WIDTH, draw_cell)


def _draw_translated_bar(row: LanguageRow, width: int) -> _Cell:
    return _draw_share(row.statistics, row.translated_share, width)


def _draw_complete_bar(row: LanguageRow, width: int) -> _Cell:
    return _draw_share(row.reference_statistics, row.complete_share, width)


def _draw_share(statistics: Statistics | None, percent: str, width: int) -> _Cell:
    """Return a bar and the text `percent`. If the width is too small or `statistics` is None, return only `percent`."""
    if statistics is None or width < _MIN_BAR_WIDTH + _PERCENT_WIDTH:
        return [(percent, "")]
    return [*draw_bar(statistics, width - _PERCENT_WIDTH), (percent.rjust(_PERCENT_WIDTH), "")]


def _create_translated_column(rows: Sequence[LanguageRow]) -> _TableColumn:
    """Return the column with the translated shares as text, without bars."""
    title = "Translated"
    width = max(len(title), *(len(row.translated_share) for row in rows))
    return _TableColumn(title, width, lambda row, _: [(row.translated_share, "")])


def _create_number_column(number_column: NumberColumn, rows: Sequence[LanguageRow]) -> _TableColumn:
    title = number_column.title
    width = max(len(title), *(len(number_column.format_cell(row)) for row in rows))

    def draw_cell(row: LanguageRow, _: int) -> _Cell:
        text = number_column.format_cell(row)
        return [(text, "dim" if text == "0" else _STYLES.get(title, ""))]

    return _TableColumn(title, width, draw_cell)


def _draw_table(columns: Sequence[tuple[_TableColumn, int]], rows: TableRows) -> object:
    from rich.box import Box
    from rich.table import Table
    from rich.text import Text

    def draw_cell(column: _TableColumn, row: LanguageRow, width: int) -> Text:
        # The style of a single part also applies to the blanks beside it.
        first, *others = column.draw_cell(row, width)
        return Text.assemble(first, *others) if others else Text(*first)

    table = Table(box=Box(_TABLE_BOX), show_edge=False, show_footer=True, pad_edge=False, padding=_CELL_PADDING)
    for column, width in columns:
        footer = draw_cell(column, rows.total_row, width)
        table.add_column(
            column.title, footer, width=width, justify="left" if column.is_name else "right", overflow="fold"
        )
    for section in (rows.languages, rows.language_totals):
        for row in _blank_repeated_cells(section):
            table.add_row(*(draw_cell(column, row, width) for column, width in columns))
        if rows.language_totals:
            table.add_section()
    return table


def _blank_repeated_cells(rows: Iterable[LanguageRow]) -> Iterator[LanguageRow]:
    """Yield the rows. The name of a component is kept only in the first row of the component."""
    previous = ""
    for row in rows:
        yield row._replace(component="") if row.component == previous else row
        previous = row.component


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


def render_markdown(reports: Iterable[Report], view: View) -> Iterator[str]:
    """Yield a Markdown table for a README or a comment."""
    if view.shown_keys:
        table = _create_field_table(reports, view)
    else:
        collected = collect_rows(reports, view)
        table = TextTable((), ()) if collected.is_empty else _create_markdown_table(collected.all_rows, view)
    yield "".join(draw_markdown(table)) if table.rows else format_empty_table(view)


def _create_markdown_table(rows: Sequence[LanguageRow], view: View) -> TextTable:
    figures = select_number_columns(rows, view)
    shows_share = has_files_with_other_strings(rows)
    titles = [*(["Complete"] if shows_share else []), "Translated", *(figure.title for figure in figures)]
    return TextTable(
        [
            *([Column("Component")] if view.has_several_components else []),
            Column("Language"),
            Column("Code"),
            *(Column(title, is_number=True) for title in titles),
        ],
        [
            [
                *([row.component] if view.has_several_components else []),
                row.name,
                row.code,
                *([row.complete_share] if shows_share else []),
                row.translated_share,
                *(figure.format_cell(row) for figure in figures),
            ]
            for row in rows
        ],
    )


def _create_field_table(reports: Iterable[Report], view: View) -> TextTable:
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
