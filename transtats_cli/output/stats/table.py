"""Render reports as a table for people, as wide as the terminal allows.

The table contains a bar and the remaining work of each language, and totals.
"""

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from rich import box
from rich.cells import cell_len
from rich.table import Table
from rich.text import Text

from transtats_cli.output import View
from transtats_cli.output.colors import render_rich
from transtats_cli.output.columns import GAP, ColumnSize, fit_columns, hidden_note, total_width
from transtats_cli.output.stats.bar import draw_bar
from transtats_cli.output.stats.rows import (
    AnyFigure,
    Row,
    Rows,
    are_compared,
    collect_rows,
    empty_text,
    visible_figures,
)
from transtats_cli.report import Report
from transtats_cli.statistics import Statistics

_BOX = box.Box("    \n    \n ── \n    \n ── \n ── \n    \n    \n")
"""Lines of the table: below the titles, between its sections, and above the total."""
_MIN_WIDTH = 40
"""Minimum width of the table in columns. A narrower terminal wraps the lines of the table."""
_PREFERRED_WIDTH = {"Component": 20, "Language": 20, "Code": 10}
"""Width that a long name keeps before other columns are removed."""
_RANKS = {
    "Read-only": 9,
    "Approved": 8,
    "Stale": 7,
    "Failing": 6,
    "Fuzzy": 5,
    "Translated": 4,
    "Complete": 3,
    "Language": 2,
    "Hours": 3,
    "Strings left": 2,
    "Words left": 1,
    "Missing": 1,
}
"""Order of removal on a narrow terminal, the highest first. The column with the bar keeps its percentage."""
_STYLES = {"Fuzzy": "yellow", "Failing": "red", "Missing": "red"}
_MIN_BAR, _MAX_BAR = 10, 20
_PADDING = (0, GAP - 1, 0, 0)
"""Padding of cells on the right side. The border style adds one more blank between columns."""
_PERCENT = len(" 100.0%")
_MAX_CHARACTERS_PER_CELL = 4
"""Maximum number of characters in one terminal column, for example a letter and its accents."""
_LEFT_TO_RIGHT_MARK = "\u200e"


class _Column(NamedTuple):
    title: str
    size: ColumnSize
    draw: Callable[[Row, int], Text]
    is_name: bool = False


def render(reports: Iterable[Report], view: View) -> Iterator[str]:
    if view.keys:
        from transtats_cli.output.stats.fields import render_table

        yield from render_table(reports, view)
        return
    rows = collect_rows(reports, view)
    if rows.are_empty:
        yield empty_text(view)
        return
    columns = _columns(rows.all, view)
    widths = fit_columns([column.size for column in columns], view.width and max(view.width, _MIN_WIDTH))
    shown = [(column, width) for column, width in zip(columns, widths, strict=True) if width]
    text = render_rich(_table(shown, rows), colour=view.colour, width=total_width(widths))
    yield "".join(f"{line.rstrip()}\n" for line in text.splitlines())
    yield hidden_note([column.title for column in columns], widths, view.width and max(view.width, _MIN_WIDTH))


def _columns(rows: Sequence[Row], view: View) -> list[_Column]:
    return [
        *([_name_column("Component", rows, lambda row: row.component)] if view.several else []),
        _name_column("Language", rows, lambda row: row.name, rank=_RANKS["Language"] if view.several else 0),
        _name_column("Code", rows, lambda row: row.code),
        *([_bar_column("Complete", _draw_complete), _translated_column(rows)] if are_compared(rows) else []),
        *([] if are_compared(rows) else [_bar_column("Translated", _draw_translated)]),
        *(_figure_column(figure, rows) for figure in visible_figures(rows, view)),
    ]


def _name_column(title: str, rows: Sequence[Row], name: Callable[[Row], str], rank: int = 0) -> _Column:
    natural = max(cell_len(title), *(cell_len(name(row)) for row in rows))
    size = ColumnSize(natural, minimum=min(natural, _PREFERRED_WIDTH[title]), rank=rank)
    return _Column(title, size, lambda row, width: Text(_truncate(name(row), width)), is_name=True)


def _truncate(name: str, width: int) -> str:
    """Return the part of a name that fits into the width. If the name is shortened, the part ends with an ellipsis."""
    if cell_len(name) > width:
        name = name[: _MAX_CHARACTERS_PER_CELL * width]
        while cell_len(name) >= width:
            name = name[:-1]
        name = name.rstrip() + "…"
    if any(unicodedata.bidirectional(character) in ("R", "AL") for character in name):
        # Without the mark, a terminal would show the following numbers to the left of the name.
        name += _LEFT_TO_RIGHT_MARK
    return name


def _bar_column(title: str, draw: Callable[[Row, int], Text]) -> _Column:
    size = ColumnSize(_MAX_BAR + _PERCENT, _MIN_BAR + _PERCENT, rank=_RANKS[title], reduced=len(title))
    return _Column(title, size, draw)


def _draw_translated(row: Row, width: int) -> Text:
    return _draw_share(row.statistics, row.percent, width)


def _draw_complete(row: Row, width: int) -> Text:
    return _draw_share(row.compared, row.complete_percent, width)


def _draw_share(statistics: Statistics | None, percent: str, width: int) -> Text:
    """Draw the bar and the percentage, or only the percentage if there is no room or nothing to draw."""
    if statistics is None or width < _MIN_BAR + _PERCENT:
        return Text(percent)
    return draw_bar(statistics, width - _PERCENT).append(percent.rjust(_PERCENT))


def _translated_column(rows: Sequence[Row]) -> _Column:
    """Return the column of the shares without a bar, beside the bars of completeness."""
    title = "Translated"
    width = max(len(title), *(len(row.percent) for row in rows))
    return _Column(title, ColumnSize(width, width, rank=_RANKS[title]), lambda row, _: Text(row.percent))


def _figure_column(figure: AnyFigure, rows: Sequence[Row]) -> _Column:
    title = figure.title
    width = max(len(title), *(len(figure.text(row)) for row in rows))

    def draw(row: Row, _: int) -> Text:
        text = figure.text(row)
        return Text(text, "dim" if text == "0" else _STYLES.get(title, ""))

    return _Column(title, ColumnSize(width, width, rank=_RANKS[title]), draw)


def _table(columns: Sequence[tuple[_Column, int]], rows: Rows) -> Table:
    table = Table(box=_BOX, show_edge=False, show_footer=True, pad_edge=False, padding=_PADDING)
    for column, width in columns:
        footer = column.draw(rows.total, width)
        table.add_column(column.title, footer, width=width, justify="left" if column.is_name else "right", no_wrap=True)
    for section in (rows.languages, rows.sums):
        for row in _blank_repeated_cells(section):
            table.add_row(*(column.draw(row, width) for column, width in columns))
        if rows.sums:
            table.add_section()
    return table


def _blank_repeated_cells(rows: Iterable[Row]) -> Iterator[Row]:
    """Yield the rows. The name of a component is kept only in the first row of the component."""
    previous = ""
    for row in rows:
        yield row._replace(component="") if row.component == previous else row
        previous = row.component
