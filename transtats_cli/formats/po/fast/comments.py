"""Comments above the entries of PO files. They are cached, because they are similar in all languages of a component."""

from itertools import compress, count
from operator import add
from typing import NamedTuple

from transtats_cli.flags import NO_FLAGS, Flags
from transtats_cli.formats.po.text import Marks

_MOST_REMEMBERED = 20_000
"""Maximum number of cached comments. If the cache is full, the next file starts with an empty one."""
_LONGEST_REMEMBERED = 1000
"""Maximum length of a cached comment in characters."""


class Above(NamedTuple):
    """Lines above each entry, in two parts."""

    plain: list[str]
    """Comments and obsolete entries before the first flags. Only references in them can imply flags."""
    rest: list[str]
    """Lines from the first flags on. Empty for most entries."""

    def comments(self, place: int) -> str:
        """Return the comment lines of an entry, including flags, joined with line breaks."""
        return _own_lines(self.plain[place] + self.rest[place])

    def marks(self) -> tuple[list[Flags], list[int]]:
        """Return the flags of each entry, and the indices of fuzzy entries. Raise ValueError for malformed flags."""
        # One long text is searched much faster than many short ones.
        lines = "".join(map("".join, self))
        known = _marks_in(lines)
        marking = self.rest
        if known.of_references:
            marking = [*map(add, *self)]
        elif "%" in lines:
            # A percent sign may be an escape in a reference.
            marking = [above if "%" in above else self.rest[place] for place, above in enumerate(map(add, *self))]
        flags = [NO_FLAGS] * len(marking)
        fuzzy: list[int] = []
        for place in compress(count(), marking):
            flags[place], is_fuzzy = known[marking[place]]
            if is_fuzzy:
                fuzzy.append(place)
        return flags, fuzzy


class _Known(dict[str, tuple[Flags, bool]]):
    """Cache of flags by the lines above an entry. The second value is True if the entry is fuzzy."""

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
    """Return the cache for a file with these lines. Files with and without markup references have separate caches."""
    marks = Marks(lines)
    known = _known.get(marks.has_markup)
    if known is None or len(known) >= _MOST_REMEMBERED:
        known = _known[marks.has_markup] = _Known(marks)
    return known


_known: dict[bool, _Known] = {}


def _own_lines(above: str) -> str:
    """Return the comment lines after the last obsolete entry, without empty lines."""
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
