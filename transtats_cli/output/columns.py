"""Compute column widths of a table. On a narrow terminal, less important columns are reduced or left out."""

from collections.abc import Sequence
from typing import NamedTuple

GAP = 2
"""Number of blanks between two columns."""


class Room(NamedTuple):
    """Space requirements of a column, in terminal columns."""

    natural: int
    """Width that shows all cells uncut."""
    least: int
    """Minimum width. Before a column gets less, columns with a rank are reduced."""
    rank: int = 0
    """Order of reduction: the column with the highest rank is reduced first, a column of rank 0 never."""
    reduced: int = 0
    """Width of the column after reduction. 0 removes the column."""


GONE = Room(0, 0)


def fit(rooms: Sequence[Room], width: int | None) -> list[int]:
    """Return the widths of the columns, 0 for removed columns. Without a width, return the natural widths.

    The total exceeds the width only if columns of one character are still too wide.
    """
    if width is None:
        return [room.natural for room in rooms]
    given = _give_way(rooms, width)
    widths = [room.least for room in given]
    for index, room in enumerate(given):
        widths[index] += max(0, min(width - total_width(widths), room.natural - room.least))
    while total_width(widths) > width and max(widths) > 1:
        widths[widths.index(max(widths))] -= 1
    return widths


def _give_way(rooms: Sequence[Room], width: int) -> list[Room]:
    given = list(rooms)
    for index in sorted(range(len(rooms)), key=lambda index: -rooms[index].rank):
        room = rooms[index]
        if not room.rank or total_width([room.least for room in given]) <= width:
            break
        given[index] = Room(room.reduced, room.reduced) if room.reduced else GONE
    return given


def total_width(widths: Sequence[int]) -> int:
    shown = [width for width in widths if width]
    return sum(shown) + GAP * (len(shown) - 1)
