"""A table of texts, for people at a terminal and for Markdown."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from rich.cells import cell_len

from transtats_cli.output import View
from transtats_cli.output.columns import GAP, Room, fit, total_width
from transtats_cli.output.markdown_text import code, escape
from transtats_cli.output.visible import visible

_NARROWEST = 40
"""On a narrower terminal the lines are as long as this, and break."""


class Column(NamedTuple):
    """A title, and how its cells behave."""

    title: str
    is_number: bool = False
    rank: int = 0
    """The highest is the first to give way where there is no room; a column of rank 0 stays."""
    is_code: bool = False
    """Texts from files: in Markdown nothing in them calls people by their names, or links to anything."""
    comfortable: int = 0
    """How much of a long text stands on one line before other columns give way; all of it where 0."""


class Grid(NamedTuple):
    """Rows of texts below their titles; empty columns are not shown."""

    columns: Sequence[Column]
    rows: Sequence[Sequence[str]]

    def without_empty(self) -> "Grid":
        kept = [place for place in range(len(self.columns)) if any(row[place] for row in self.rows)]
        return Grid([self.columns[place] for place in kept], [[row[place] for place in kept] for row in self.rows])


def draw(grid: Grid, view: View) -> Iterator[str]:
    """The lines of a table that fits the terminal."""
    from rich import box
    from rich.table import Table

    from transtats_cli.output.painting import paint

    columns, rows = grid.without_empty()
    cells = [[visible(cell) for cell in row] for row in rows]
    rooms = [_room(column, [row[place] for row in cells]) for place, column in enumerate(columns)]
    widths = fit(rooms, view.width and max(view.width, _NARROWEST))
    drawn = Table(
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        show_edge=False,
        padding=(0, GAP - 1, 0, 0),
        header_style="bold" if view.colour else "",
    )
    for column, width in zip(columns, widths, strict=True):
        if width:
            justify: Literal["left", "right"] = "right" if column.is_number else "left"
            drawn.add_column(column.title, justify=justify, overflow="fold", width=width)
    for row in cells:
        drawn.add_row(*(text for text, width in zip(row, widths, strict=True) if width))
    for line in paint(drawn, colour=view.colour, width=total_width(widths)).splitlines():
        yield f"{line.rstrip()}\n"


def markdown(grid: Grid) -> Iterator[str]:
    """The lines of a table, readable as it is."""
    columns, rows = grid.without_empty()
    escaped = [
        [code(cell) if column.is_code else escape(cell) for cell, column in zip(row, columns, strict=True)]
        for row in rows
    ]
    titles = [column.title for column in columns]
    widths = [max(3, *(cell_len(row[place]) for row in (titles, *escaped))) for place in range(len(columns))]
    rules = [
        "-" * (width - 1) + (":" if column.is_number else "-") for column, width in zip(columns, widths, strict=True)
    ]
    for row in (titles, rules, *escaped):
        aligned = (_aligned(*each) for each in zip(row, columns, widths, strict=True))
        yield f"| {' | '.join(aligned)} |\n"


def _aligned(cell: str, column: Column, width: int) -> str:
    blanks = " " * (width - cell_len(cell))
    return blanks + cell if column.is_number else cell + blanks


def _room(column: Column, texts: Iterable[str]) -> Room:
    natural = max(cell_len(column.title), *map(cell_len, texts))
    return Room(natural, least=min(natural, column.comfortable or natural), rank=column.rank)
