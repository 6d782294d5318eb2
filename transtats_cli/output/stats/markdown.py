"""Render reports as a Markdown table for a README or a comment.

The columns are aligned, so that the source text can be read as well.
"""

from collections.abc import Iterable, Iterator, Sequence

from rich.cells import cell_len

from transtats_cli.output import View
from transtats_cli.output.markdown_text import escape
from transtats_cli.output.stats.rows import are_compared, collect_rows, empty_text, visible_figures
from transtats_cli.report import Report


def render(reports: Iterable[Report], view: View) -> Iterator[str]:
    if view.keys:
        from transtats_cli.output.stats.fields import render_markdown

        yield from render_markdown(reports, view)
        return
    collected = collect_rows(reports, view)
    if collected.are_empty:
        yield empty_text(view)
        return
    rows = collected.all
    names = [
        *([["Component", *(row.component for row in rows)]] if view.several else []),
        ["Language", *(row.name for row in rows)],
        ["Code", *(row.code for row in rows)],
    ]
    numbers = [
        *([["Complete", *(row.complete_percent for row in rows)]] if are_compared(rows) else []),
        ["Translated", *(row.percent for row in rows)],
        *([figure.title, *map(figure.text, rows)] for figure in visible_figures(rows, view)),
    ]
    columns = [_padded(column) for column in names] + [_padded(column, right=True) for column in numbers]
    yield "".join(f"| {' | '.join(cells)} |\n" for cells in zip(*columns, strict=True))


def _padded(column: Sequence[str], *, right: bool = False) -> list[str]:
    """Return a column as texts of equal width: title, delimiter row, and cells.

    The delimiter row sets the alignment.
    """
    title, *cells = map(escape, column)
    width = max(cell_len(cell) for cell in (title, *cells))
    rule = "-" * (width - 1) + (":" if right else "-")
    return [_aligned(title, width, right), rule, *(_aligned(cell, width, right) for cell in cells)]


def _aligned(cell: str, width: int, right: bool) -> str:
    blanks = " " * (width - cell_len(cell))
    return blanks + cell if right else cell + blanks
