"""What stands above the entries of PO files. The translations of a component say mostly the same there."""

from itertools import compress, count
from operator import add
from typing import NamedTuple

from transtats_cli.flags import NO_FLAGS, Flags
from transtats_cli.formats.po_text import Marks

_MOST_REMEMBERED = 20_000
"""When there are so many, no more are kept, and the next file begins anew."""
_LONGEST_REMEMBERED = 1000
"""Characters."""


class Above(NamedTuple):
    """The lines above each entry, in two pieces."""

    plain: list[str]
    """Comments and obsolete entries, which mark an entry in no way unless a reference does."""
    rest: list[str]
    """What begins with flags; mostly nothing."""

    def comments(self, place: int) -> str:
        """The comment lines of an entry, flags included, each but the last with its line end."""
        return _own_lines(self.plain[place] + self.rest[place])

    def marks(self) -> tuple[list[Flags], list[int]]:
        """The flags of each entry, and which entries are fuzzy; raises ValueError for bad flags."""
        # One long text is searched much faster than many short ones.
        lines = "".join(map("".join, self))
        known = _marks_in(lines)
        marking = self.rest
        if known.of_references:
            marking = [*map(add, *self)]
        elif "%" in lines:
            # An escape may be a reference's.
            marking = [above if "%" in above else self.rest[place] for place, above in enumerate(map(add, *self))]
        flags = [NO_FLAGS] * len(marking)
        fuzzy: list[int] = []
        for place in compress(count(), marking):
            flags[place], is_fuzzy = known[marking[place]]
            if is_fuzzy:
                fuzzy.append(place)
        return flags, fuzzy


class _Known(dict[str, tuple[Flags, bool]]):
    """The flags of the entry below some lines, and whether it is fuzzy; looked at once."""

    def __init__(self, marks: Marks) -> None:
        super().__init__()
        self._marks = marks
        self.of_references = marks.has_markup

    def __missing__(self, above: str) -> tuple[Flags, bool]:
        marks = self._marks.of(_own_lines(above))
        if len(self) < _MOST_REMEMBERED and len(above) <= _LONGEST_REMEMBERED:
            self[above] = marks
        return marks


def _marks_in(lines: str) -> _Known:
    """What is known of the marks in the comments of such a file, from those before it."""
    marks = Marks(lines)
    known = _known.get(marks.has_markup)
    if known is None or len(known) >= _MOST_REMEMBERED:
        known = _known[marks.has_markup] = _Known(marks)
    return known


_known: dict[bool, _Known] = {}


def _own_lines(above: str) -> str:
    """The comment lines below the last obsolete entry."""
    comments = above.strip("\n")
    if not ("#~" in comments or "\n\n" in comments):
        return comments
    lines: list[str] = []
    for line in comments.split("\n"):
        if line.startswith("#~"):
            lines.clear()
        elif line:
            lines.append(line)
    return "\n".join(lines)
