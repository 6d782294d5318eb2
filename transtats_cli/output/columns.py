"""Compute the column widths of a table. For a narrow terminal, less important columns are reduced or left out."""

from collections.abc import Sequence
from typing import NamedTuple

from transtats_cli.output.wrapping import wrap_text

COLUMN_GAP = 2
"""Number of blanks between two columns."""


class ColumnSize(NamedTuple):
    """Space requirements of a column, in terminal columns."""

    natural_width: int
    """Width in which no cell is shortened."""
    minimum_width: int
    """Minimum width. A column becomes narrower only after all columns with a rank were reduced or removed."""
    removal_rank: int = 0
    """Rank in the order of reduction. The column with the highest rank is reduced first.

    A column with rank 0 is never reduced.
    """
    reduced_width: int = 0
    """Width to which the column is reduced. If this width is 0, the column is removed."""


_REMOVED_COLUMN = ColumnSize(0, 0)


def fit_columns(columns: Sequence[ColumnSize], width: int | None) -> list[int]:
    """Return the width of each column, 0 for a removed column. If `width` is None, return the natural widths.

    The table is wider than `width` only if it does not fit even with columns of one character.
    """
    if width is None:
        return [column.natural_width for column in columns]
    reduced_columns = _reduce_columns(columns, width)
    widths = [column.minimum_width for column in reduced_columns]
    for index, column in enumerate(reduced_columns):
        widths[index] += max(0, min(width - compute_total_width(widths), column.natural_width - column.minimum_width))
    while compute_total_width(widths) > width and max(widths) > 1:
        widths[widths.index(max(widths))] -= 1
    return widths


def _reduce_columns(columns: Sequence[ColumnSize], width: int) -> list[ColumnSize]:
    reduced_columns = list(columns)
    for index in sorted(range(len(columns)), key=lambda index: -columns[index].removal_rank):
        column = columns[index]
        if (
            not column.removal_rank
            or compute_total_width([column.minimum_width for column in reduced_columns]) <= width
        ):
            break
        reduced_columns[index] = (
            ColumnSize(column.reduced_width, column.reduced_width) if column.reduced_width else _REMOVED_COLUMN
        )
    return reduced_columns


def format_hidden_columns(titles: Sequence[str], widths: Sequence[int], width: int | None) -> str:
    """Return the titles of the removed columns as text, wrapped at `width` columns. Empty if there are none."""
    hidden = [title for title, shown in zip(titles, widths, strict=True) if not shown]
    if width is None or not hidden:
        return ""
    return "".join(f"{line}\n" for line in wrap_text(f"Hidden for lack of width: {', '.join(hidden)}", width))


def compute_total_width(widths: Sequence[int]) -> int:
    shown = [width for width in widths if width]
    return sum(shown) + COLUMN_GAP * (len(shown) - 1)
