"""Render reports as a Markdown table for a README or a comment.

The columns are aligned, so that the source text can be read as well.
"""

from collections.abc import Iterable, Iterator, Sequence

from rich.cells import cell_len

from transtats_cli.output import View
from transtats_cli.output.markdown_text import escape_markdown
from transtats_cli.output.stats.fields import render_field_markdown
from transtats_cli.output.stats.rows import (
    collect_rows,
    format_empty_table,
    has_files_with_other_strings,
    select_number_columns,
)
from transtats_cli.report import Report


def render_markdown(reports: Iterable[Report], view: View) -> Iterator[str]:
    if view.shown_keys:
        yield from render_field_markdown(reports, view)
        return
    collected = collect_rows(reports, view)
    if collected.is_empty:
        yield format_empty_table(view)
        return
    rows = collected.all_rows
    names = [
        *([["Component", *(row.component for row in rows)]] if view.has_several_components else []),
        ["Language", *(row.name for row in rows)],
        ["Code", *(row.code for row in rows)],
    ]
    numbers = [
        *([["Complete", *(row.complete_share for row in rows)]] if has_files_with_other_strings(rows) else []),
        ["Translated", *(row.translated_share for row in rows)],
        *([figure.title, *map(figure.format_cell, rows)] for figure in select_number_columns(rows, view)),
    ]
    columns = [_pad_column(column) for column in names] + [
        _pad_column(column, is_right_aligned=True) for column in numbers
    ]
    yield "".join(f"| {' | '.join(cells)} |\n" for cells in zip(*columns, strict=True))


def _pad_column(column: Sequence[str], *, is_right_aligned: bool = False) -> list[str]:
    """Return a column as texts of equal width: title, delimiter row, and cells.

    The delimiter row sets the alignment.
    """
    title, *cells = map(escape_markdown, column)
    width = max(cell_len(cell) for cell in (title, *cells))
    rule = "-" * (width - 1) + (":" if is_right_aligned else "-")
    return [
        _align_cell(title, width, is_right_aligned),
        rule,
        *(_align_cell(cell, width, is_right_aligned) for cell in cells),
    ]


def _align_cell(cell: str, width: int, is_right_aligned: bool) -> str:
    blanks = " " * (width - cell_len(cell))
    return blanks + cell if is_right_aligned else cell + blanks
