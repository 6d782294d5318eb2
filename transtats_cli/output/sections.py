"""Titles, labelled texts and tables of a page of text, wrapped to the width of the terminal."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from transtats_cli.output import View
from transtats_cli.output.colors import UNLIMITED_WIDTH
from transtats_cli.output.formats import Output, Value
from transtats_cli.output.text import escape_controls
from transtats_cli.output.text_table import Column, TextTable, draw_table
from transtats_cli.output.wrapping import wrap_paragraph

_INDENT = "  "

LabelledText = tuple[str, str]
"""Label and text of one line of a section."""
TableSection = tuple[str, Sequence[TextTable]]
"""Title and tables of a section."""


def table_output(create_sections: Callable[[Value], Iterable[TableSection]], empty_text: str = "") -> Output[Value]:
    """Return the format of tables for people. If there is no section, the text is `empty_text`.

    If the title of a section is empty, only its tables are drawn.
    """

    def render(value: Value, view: View) -> Iterator[str]:
        number = -1
        for number, (title, tables) in enumerate(create_sections(value)):
            if title:
                yield "\n" * bool(number) + f"{escape_controls(title)}\n\n"
            for place, table in enumerate(tables):
                yield "\n" * bool(place)
                yield from draw_table(table, view)
        if number < 0:
            yield empty_text

    return Output("table", render)


def render_title(title: str, view: View) -> Iterator[str]:
    """Yield the line with the title of a page."""
    yield f"{view.style(escape_controls(title), 'bold')}\n"


def render_section(title: str, rows: Iterable[LabelledText], view: View) -> Iterator[str]:
    """Yield an empty line, a title, and each text beside its label. If there are no rows, yield nothing."""
    shown = [(escape_controls(label), escape_controls(text)) for label, text in rows]
    if not shown:
        return
    yield "\n"
    yield from render_title(title, view)
    column = max(len(label) for label, _ in shown) + len(_INDENT)
    for label, text in shown:
        first = _INDENT + view.style(label.ljust(column), "cyan")
        lines = wrap_paragraph(
            text, view.width or UNLIMITED_WIDTH, first_prefix=first, other_prefix=_INDENT + " " * column
        )
        yield "".join(f"{line.rstrip()}\n" for line in lines)


def render_table_section(
    title: str, columns: Sequence[Column], rows: Sequence[Sequence[str]], view: View
) -> Iterator[str]:
    """Yield an empty line, a title and a table. If there are no rows, yield nothing."""
    if rows:
        yield "\n"
        yield from render_title(title, view)
        yield from draw_table(TextTable(columns, rows), view)
