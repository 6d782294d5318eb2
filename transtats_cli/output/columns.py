"""Compute the column widths of a table. For a narrow terminal, less important columns are reduced or left out."""

from collections.abc import Sequence
from typing import NamedTuple

GAP = 2
"""Number of blanks between two columns."""


class ColumnSize(NamedTuple):
    """Space requirements of a column, in terminal columns."""

    natural: int
    """Width in which no cell is shortened."""
    minimum: int
    """Minimum width. Columns with a rank are reduced or removed before any column becomes narrower than its minimum."""
    rank: int = 0
    """Order of reduction. The column with the highest rank is reduced first. A column with rank 0 is never reduced."""
    reduced: int = 0
    """Width to which the column is reduced. If this width is 0, the column is removed."""


_REMOVED = ColumnSize(0, 0)


def fit_columns(columns: Sequence[ColumnSize], width: int | None) -> list[int]:
    """Return the width of each column, 0 for a removed column. If `width` is None, return the natural widths.

    The table is wider than `width` only if columns of one character are still too wide.
    """
    if width is None:
        return [column.natural for column in columns]
    reduced_columns = _reduce_columns(columns, width)
    widths = [column.minimum for column in reduced_columns]
    for index, column in enumerate(reduced_columns):
        widths[index] += max(0, min(width - total_width(widths), column.natural - column.minimum))
    while total_width(widths) > width and max(widths) > 1:
        widths[widths.index(max(widths))] -= 1
    return widths


def _reduce_columns(columns: Sequence[ColumnSize], width: int) -> list[ColumnSize]:
    reduced_columns = list(columns)
    for index in sorted(range(len(columns)), key=lambda index: -columns[index].rank):
        column = columns[index]
        if not column.rank or total_width([column.minimum for column in reduced_columns]) <= width:
            break
        reduced_columns[index] = ColumnSize(column.reduced, column.reduced) if column.reduced else _REMOVED
    return reduced_columns


def hidden_note(titles: Sequence[str], widths: Sequence[int], width: int | None) -> str:
    """Return the titles of the removed columns, in lines of at most `width` columns. Empty if there are none."""
    hidden = [title for title, shown in zip(titles, widths, strict=True) if not shown]
    if width is None or not hidden:
        return ""
    from transtats_cli.output.wrapping import wrap

    return "".join(f"{line}\n" for line in wrap(f"Hidden for lack of width: {', '.join(hidden)}", width))


def total_width(widths: Sequence[int]) -> int:
    shown = [width for width in widths if width]
    return sum(shown) + GAP * (len(shown) - 1)
