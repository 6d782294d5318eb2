"""Tables of texts, drawn for a terminal, as Markdown or HTML, and pages with titles, texts and tables."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any, Literal, NamedTuple

from transtats_cli.output import View
from transtats_cli.output.formats import Output, Value, markdown_output
from transtats_cli.output.terminal import UNLIMITED_WIDTH, render_rich
from transtats_cli.output.text import (
    cell_len,
    escape_controls,
    escape_markdown,
    escape_xml,
    format_code_span,
    shorten_middle,
    wrap_at_blanks,
    wrap_paragraph,
    wrap_text,
)

_BREAK_CHARACTERS = "/_.:-"
"""Characters after which a path or a name without blanks is split."""
COLUMN_GAP = 2
"""Number of blanks between two columns."""
_MIN_WIDTH = 40
"""Minimum width of a table in columns. A narrower terminal wraps the lines of the table."""
_MIN_SHORTENED_WIDTH = 16
_INDENT = "  "
_HTML_START = """<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
"""

LabelledText = tuple[str, str]
"""Label and text of one line of a section."""


class Column(NamedTuple):
    """Title and layout of one column of a table."""

    title: str
    is_number: bool = False
    is_code: bool = False
    """True if the cells contain texts from files.

    In Markdown these texts are formatted as code, so that a text cannot mention people or become a link.
    """
    is_shortened: bool = False
    """True if the middle of a text is left out on a narrow terminal, before other texts are wrapped.

    The column is left out if different texts would then look the same, or if the table still does not fit.
    """


class TextTable(NamedTuple):
    """Table of texts with a title for each column. Columns in which all cells are empty are not drawn."""

    columns: Sequence[Column]
    rows: Sequence[Sequence[str]]

    def select_columns(self, is_shown: Callable[[Column, Sequence[str]], bool]) -> "TextTable":
        """Return the columns for which the function returns True. Its arguments are a column and its cells."""
        shown = [
            place for place, column in enumerate(self.columns) if is_shown(column, [row[place] for row in self.rows])
        ]
        return TextTable(
            [self.columns[place] for place in shown], [[row[place] for place in shown] for row in self.rows]
        )

    def remove_empty_columns(self) -> "TextTable":
        return self.select_columns(lambda _, cells: any(cells))


class TableSection(NamedTuple):
    """Part of a page. A title, a text or a table that is empty is not drawn."""

    title: str = ""
    text: str = ""
    tables: Sequence[TextTable] = ()
    is_collapsed: bool = False
    """True if Markdown and HTML show only the title, until a reader opens the section."""


def draw_table(table: TextTable, view: View) -> Iterator[str]:
    """Yield the lines of a table that fits the width of the terminal."""
    from rich.box import SIMPLE_HEAD

    columns, rows = table.remove_empty_columns()
    narrower = table.select_columns(lambda column, _: not column.is_shortened)
    cells = [[escape_controls(cell) for cell in row] for row in rows]
    natural = [max(map(cell_len, (column.title, *texts))) for column, *texts in zip(columns, *cells, strict=True)]
    least = [max(map(longest_word, (column.title, *texts))) for column, *texts in zip(columns, *cells, strict=True)]
    if any(column.is_shortened for column in columns):
        least = [
            min(width, _MIN_SHORTENED_WIDTH) if column.is_shortened else width
            for column, width in zip(columns, natural, strict=True)
        ]
        if view.width is not None and compute_total_width(least) > max(view.width, _MIN_WIDTH):
            return draw_table(narrower, view)
    widths = fit_widths(natural, least, view)
    drawn = [
        [
            shorten_middle(cell, width) if column.is_shortened else wrap_cell(cell, width)
            for column, cell, width in zip(columns, row, widths, strict=True)
        ]
        for row in cells
    ]
    for column, whole, shortened in zip(columns, zip(*cells, strict=True), zip(*drawn, strict=True), strict=True):
        if column.is_shortened and len({*shortened}) < len({*whole}):
            return draw_table(narrower, view)
    return draw_rich_table(SIMPLE_HEAD, columns, widths, [drawn], view)


def draw_rich_table(
    box: Any,
    columns: Iterable[Column],
    widths: Sequence[int],
    sections: Iterable[Iterable[Iterable[Any]]],
    view: View,
    footers: Sequence[Any] = (),
) -> Iterator[str]:
    """Yield the lines of a table. `box` contains the rules of the table, and `sections` the rows of each section."""
    from rich.table import Table

    # The border style adds one more blank between columns.
    padding = (0, COLUMN_GAP - 1, 0, 0)
    table = Table(box=box, show_edge=False, show_footer=bool(footers), pad_edge=False, padding=padding)
    for column, width, footer in zip(columns, widths, footers or [""] * len(widths), strict=True):
        justify: Literal["left", "right"] = "right" if column.is_number else "left"
        table.add_column(wrap_cell(column.title, width), footer, width=width, justify=justify, overflow="fold")
    for rows in sections:
        for row in rows:
            table.add_row(*row)
        table.add_section()
    for line in render_rich(table, colour=view.is_coloured, width=compute_total_width(widths)).splitlines():
        yield f"{line.rstrip()}\n"


def longest_word(text: str) -> int:
    """Return the width of the longest part of a text that is not divided if there is room."""
    return max(map(cell_len, re.findall(f"[^ {_BREAK_CHARACTERS}]*[{_BREAK_CHARACTERS}]?", text)))


def fit_widths(natural_widths: Sequence[int], word_widths: Sequence[int], view: View) -> list[int]:
    """Return the widths of columns. If a table is wider than the terminal, its widest columns become narrower.

    A column becomes narrower than its longest word only if there is no other way. `word_widths` are the widths of these
    words.
    """
    widths = list(natural_widths)
    for minimum_widths in (word_widths, [1] * len(widths)):
        while view.width is not None and compute_total_width(widths) > max(view.width, _MIN_WIDTH):
            wide = [place for place, minimum in enumerate(minimum_widths) if widths[place] > minimum]
            if not wide:
                break
            widths[max(wide, key=widths.__getitem__)] -= 1
    return widths


def compute_total_width(widths: Sequence[int]) -> int:
    return sum(widths) + COLUMN_GAP * (len(widths) - 1)


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


def draw_html(table: TextTable) -> Iterator[str]:
    """Yield the lines of an HTML table. The attributes also have an effect in mails, which have no style sheet."""
    columns, rows = table.remove_empty_columns()
    yield '<table border="1" cellpadding="4" style="border-collapse: collapse">\n'
    for tag, cells in [("th", [column.title for column in columns]), *(("td", row) for row in rows)]:
        aligned = zip(cells, ("right" if column.is_number else "left" for column in columns), strict=True)
        drawn = (f'<{tag} align="{side}">{escape_xml(cell)}</{tag}>' for cell, side in aligned)
        yield f"<tr>{''.join(drawn)}</tr>\n"
    yield "</table>\n"


def wrap_cell(cell: str, width: int) -> str:
    """Return the text of a cell, broken into lines after words and after the separators in paths and names."""
    if len(cell) <= width and cell_len(cell) <= width:
        return cell
    return "\n".join(wrap_text(cell, width, break_characters=_BREAK_CHARACTERS))


def _align_cell(cell: str, column: Column, width: int) -> str:
    blanks = " " * (width - cell_len(cell))
    return blanks + cell if column.is_number else cell + blanks


def draw_sections(
    sections: Iterable[TableSection],
    format_title: Callable[[str], str],
    format_text: Callable[[str], str],
    draw: Callable[[TextTable], Iterator[str]],
    *,
    collapses: bool = True,
) -> Iterator[str]:
    """Yield the lines of sections, with an empty line between titles, texts and tables.

    `collapses` is False for a format without sections that a reader opens.
    """
    blocks = (
        block
        for title, text, tables, is_collapsed in sections
        for is_closed in [is_collapsed and collapses]
        for block in (
            title and [f"<details><summary>{escape_xml(title)}</summary>\n" if is_closed else format_title(title)],
            text and [format_text(text)],
            *(draw(table) for table in tables if table.rows),
            is_closed and ["</details>\n"],
        )
        if block
    )
    for place, block in enumerate(blocks):
        yield "\n" * bool(place)
        yield from block


def table_output(create_sections: Callable[[Value], Iterable[TableSection]]) -> Output[Value]:
    """Return the format of tables for people."""

    def render(value: Value, view: View) -> Iterator[str]:
        def format_text(text: str) -> str:
            return "".join(f"{line}\n" for line in wrap_at_blanks(escape_controls(text), view.wrap_width, indent=""))

        draw = partial(draw_table, view=view)
        return draw_sections(create_sections(value), format_text, format_text, draw, collapses=False)

    return Output("table", render)


def section_outputs(
    command_name: str, create_sections: Callable[[Value], Iterable[TableSection]]
) -> tuple[Output[Value], ...]:
    """Return the formats of tables: for people, Markdown for comments, and a page of HTML that needs no other file."""

    def render_markdown(value: Value) -> Iterator[str]:
        return draw_sections(
            create_sections(value),
            lambda title: f"**{escape_markdown(title)}**\n",
            lambda text: f"{escape_markdown(text)}\n",
            draw_markdown,
        )

    def render_html(value: Value, _: View) -> Iterator[str]:
        drawn = draw_sections(
            create_sections(value),
            lambda title: f"<h2>{escape_xml(title)}</h2>\n",
            lambda text: f"<p>{escape_xml(text)}</p>\n",
            draw_html,
        )
        # The beginning is not yielded alone, because reading the first item may raise an error.
        yield f"{_HTML_START}<title>transtats {command_name}</title>\n{next(drawn)}"
        yield from drawn

    return table_output(create_sections), markdown_output(command_name, render_markdown), Output("html", render_html)


def render_title(title: str, view: View) -> Iterator[str]:
    """Yield the line with the title of a page."""
    yield f"{view.style(escape_controls(title), 'bold')}\n"


def render_section(title: str, rows: Iterable[LabelledText], view: View) -> Iterator[str]:
    """Yield an empty line, a title, and each text beside its label. If there are no rows, yield nothing."""
    shown = [(escape_controls(label), text) for label, text in rows]
    if not shown:
        return
    yield "\n"
    yield from render_title(title, view)
    column = max(len(label) for label, _ in shown) + len(_INDENT)
    for label, text in shown:
        first = _INDENT + view.style(label.ljust(column), "cyan")
        yield "".join(render_paragraph(text, view, first, _INDENT + " " * column))


def render_paragraph(text: str, view: View, first_prefix: str = "", other_prefix: str = "") -> Iterator[str]:
    """Yield the lines of a wrapped text, each with its prefix. Both prefixes have the same width."""
    width = view.width or UNLIMITED_WIDTH
    for line in wrap_paragraph(escape_controls(text), width, first_prefix=first_prefix, other_prefix=other_prefix):
        yield f"{line.rstrip()}\n"


def render_table_section(
    title: str, columns: Sequence[Column], rows: Sequence[Sequence[str]], view: View
) -> Iterator[str]:
    """Yield an empty line, a title and a table. If there are no rows, yield nothing."""
    if rows:
        yield "\n"
        yield from render_title(title, view)
        yield from draw_table(TextTable(columns, rows), view)
