"""Table of texts, drawn for a terminal or as Markdown."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from transtats_cli.output import View
from transtats_cli.output.colors import render_rich
from transtats_cli.output.columns import COLUMN_GAP, ColumnSize, compute_total_width, fit_columns, format_hidden_columns
from transtats_cli.output.markdown_text import escape_markdown, format_code_span
from transtats_cli.output.text import escape_controls
from transtats_cli.output.wrapping import cell_len, wrap_text

_BREAK_CHARACTERS = "/_-.:"
"""Characters after which a path or a name without blanks is split."""
_MIN_WIDTH = 40
"""Minimum width of a table in columns. A narrower terminal wraps the lines of the table."""


class Column(NamedTuple):
    """Title and layout of one column of a table."""

    title: str
    is_number: bool = False
    removal_rank: int = 0
    """Order of removal on a narrow terminal. The highest rank is removed first.

    A column with rank 0 is never removed.
    """
    is_code: bool = False
    """True if the cells contain texts from files.

    In Markdown these texts are formatted as code, so that a text cannot mention people or become a link.
    """
    preferred_width: int = 0
    """Width that the column keeps before other columns are removed. 0 is the width of the column's longest text."""


class TextTable(NamedTuple):
    """Table of texts with a title for each column. Columns in which all cells are empty are not drawn."""

    columns: Sequence[Column]
    rows: Sequence[Sequence[str]]

    def remove_empty_columns(self) -> "TextTable":
        shown = [place for place in range(len(self.columns)) if any(row[place] for row in self.rows)]
        return TextTable(
            [self.columns[place] for place in shown], [[row[place] for place in shown] for row in self.rows]
        )


def draw_table(table: TextTable, view: View) -> Iterator[str]:
    """Yield the lines of a table that fits the width of the terminal."""
    from rich import box
    from rich.table import Table

    columns, rows = table.remove_empty_columns()
    cells = [[escape_controls(cell) for cell in row] for row in rows]
    sizes = [_compute_column_size(column, [row[place] for row in cells]) for place, column in enumerate(columns)]
    widths = fit_columns(sizes, view.width and max(view.width, _MIN_WIDTH))
    rich_table = Table(
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        show_edge=False,
        padding=(0, COLUMN_GAP - 1, 0, 0),
        header_style="bold" if view.is_coloured else "",
    )
    for column, width in zip(columns, widths, strict=True):
        if width:
            justify: Literal["left", "right"] = "right" if column.is_number else "left"
            rich_table.add_column(column.title, justify=justify, overflow="fold", width=width)
    for row in cells:
        rich_table.add_row(*(_wrap_cell(text, width) for text, width in zip(row, widths, strict=True) if width))
    for line in render_rich(rich_table, colour=view.is_coloured, width=compute_total_width(widths)).splitlines():
        yield f"{line.rstrip()}\n"
    yield format_hidden_columns(
        [column.title for column in columns], widths, view.width and max(view.width, _MIN_WIDTH)
    )


def draw_markdown(table: TextTable) -> Iterator[str]:
    """Yield the lines of a Markdown table. The columns are aligned, so that the source text can be read as well."""
    columns, rows = table.remove_empty_columns()
    escaped = [
        [
            format_code_span(cell) if column.is_code else escape_markdown(cell)
            for cell, column in zip(row, columns, strict=True)
        ]
        for row in rows
    ]
    titles = [column.title for column in columns]
    widths = [max(3, *(cell_len(row[place]) for row in (titles, *escaped))) for place in range(len(columns))]
    rules = [
        "-" * (width - 1) + (":" if column.is_number else "-") for column, width in zip(columns, widths, strict=True)
    ]
    for row in (titles, rules, *escaped):
        aligned = (_align_cell(*each) for each in zip(row, columns, widths, strict=True))
        yield f"| {' | '.join(aligned)} |\n"


def draw_markdown_tables(tables: Iterable[TextTable]) -> Iterator[str]:
    """Yield the lines of Markdown tables, with an empty line between two tables."""
    for place, table in enumerate(tables):
        yield "\n" * bool(place)
        yield from draw_markdown(table)


def _wrap_cell(cell: str, width: int) -> str:
    """Return the text of a cell, broken into lines after words and after the separators in paths and names."""
    if len(cell) <= width and cell_len(cell) <= width:
        return cell
    return "\n".join(wrap_text(cell, width, break_characters=_BREAK_CHARACTERS))


def _align_cell(cell: str, column: Column, width: int) -> str:
    blanks = " " * (width - cell_len(cell))
    return blanks + cell if column.is_number else cell + blanks


def _compute_column_size(column: Column, texts: Iterable[str]) -> ColumnSize:
    natural = max(cell_len(column.title), *map(cell_len, texts))
    return ColumnSize(
        natural, minimum_width=min(natural, column.preferred_width or natural), removal_rank=column.removal_rank
    )
