"""What stands above the entries of PO files. The translations of a component say mostly the same there."""

from typing import NamedTuple

from transtats_cli.flags import Flags
from transtats_cli.formats.po_text import Marks

_MOST_REMEMBERED = 20_000
"""When there are so many, no more are kept, and the next file begins anew."""
_LONGEST_REMEMBERED = 1000
"""Characters."""


class Told(NamedTuple):
    """What the lines above an entry tell."""

    comments: str
    flags: Flags
    is_fuzzy: bool
    lines: int
    """How many there are."""


class Comments(dict[str, Told]):
    """What is told by the lines between one entry and the next; looked at once. Raises ValueError for bad flags."""

    def __init__(self, marks: Marks) -> None:
        super().__init__()
        self._marks = marks

    def __missing__(self, above: str) -> Told:
        comments = above.strip("\n")
        if "#~" in comments or "\n\n" in comments:
            comments = _own_lines(comments)
        told = Told(comments, *self._marks.of(comments), above.count("\n"))
        if len(self) < _MOST_REMEMBERED and len(above) <= _LONGEST_REMEMBERED:
            self[above] = told
        return told


def comments_of(text: str) -> Comments:
    """What is known of the comments of a file's entries, from those before it."""
    marks = Marks(text)
    known = _known.get(marks.has_markup)
    if known is None or len(known) >= _MOST_REMEMBERED:
        known = _known[marks.has_markup] = Comments(marks)
    return known


_known: dict[bool, Comments] = {}


def _own_lines(comments: str) -> str:
    """The comment lines below the last obsolete entry."""
    lines: list[str] = []
    for line in comments.split("\n"):
        if line.startswith("#~"):
            lines.clear()
        elif line:
            lines.append(line)
    return "\n".join(lines)
