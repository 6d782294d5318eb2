"""How wide the columns of a table are, and which of them a narrow terminal goes without."""

from collections.abc import Sequence
from typing import NamedTuple

GAP = 2
"""Blanks between two columns."""


class Room(NamedTuple):
    """The room that a column asks for."""

    natural: int
    """With this width nothing is cut."""
    least: int
    """Before a column gets less, those of higher rank give way."""
    rank: int = 0
    """The highest is the first to give way; a column of rank 0 stays."""
    reduced: int = 0
    """The width that a column which gives way is left with; 0 where it goes."""


GONE = Room(0, 0)


def fit(rooms: Sequence[Room], width: int | None) -> list[int]:
    """The widths of the columns, 0 for those that go; together no wider than asked, if that can be."""
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
