"""Render reports as a Markdown table for a README or a comment.

The columns are aligned, so that the source text can be read as well.
"""

from collections.abc import Iterable, Iterator, Sequence

from rich.cells import cell_len

from transtats_cli.output import View
from transtats_cli.output.markdown_text import escape
from transtats_cli.output.stats.rows import (
    NO_TRANSLATIONS,
    are_compared,
    have_counts,
    report_rows,
    total_row,
    visible_figures,
)
from transtats_cli.report import Report


def render(reports: Iterable[Report], view: View) -> Iterator[str]:
    rows = list(report_rows(reports, view))
    if not have_counts(rows):
        yield f"{NO_TRANSLATIONS}\n"
        return
    rows.append(total_row(rows, view))
    names = [
        *([["Component", *(row.component for row in rows)]] if view.several else []),
        ["Language", *(row.name for row in rows)],
        ["Code", *(row.code for row in rows)],
    ]
    numbers = [
        *([["Complete", *(row.complete_percent for row in rows)]] if are_compared(rows) else []),
        ["Translated", *(row.percent for row in rows)],
        *([figure.title, *map(figure.text, rows)] for figure in visible_figures(rows)),
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
