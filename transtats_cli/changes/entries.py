"""Two states of one file without what they have in common, so that only entries that differ have to be understood."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import compress
from typing import NamedTuple, TypeVar

Key = TypeVar("Key")
_BLANK = b"\n\n"
Pair = tuple[bytes, bytes]

# Comments and references say nothing of a unit; flags, and what an obsolete entry takes with it, do.
_COMMENT = re.compile(rb"^#(?:[ :.|\t].*)?\n", re.MULTILINE)
_PLACE = re.compile(rb"<file\b[^>]*>|<(trans-unit|unit)\b.*?</\1\s*>", re.DOTALL)
_HIDING = (b"<!--", b"<![CDATA[")
"""What could make the look of a unit out of something that is none."""


def differing(old: bytes, new: bytes, file_format: str) -> Pair:
    """The two states, each as a whole file that holds no unit which the other one has, too, in the same words.

    What is odd stays as it is: then all of it has to be read.
    """
    old, new = (content.replace(b"\r\n", b"\n") for content in (old, new))
    return _REDUCED[file_format](old, new) if file_format in _REDUCED else (old, new)


def _of_po(old: bytes, new: bytes) -> Pair:
    """Entries are what stands between blank lines, and the first of them is the header."""
    head, other_head = _head(old), _head(new)
    start, end = _middle(old, new)
    if len(old) - end < head or len(new) - end < other_head:
        # One of the headers is the other's entry.
        end = 0
    # First as they are written, which is quick; then what is left, without its comments.
    before, after = _apart(
        old[max(start, head) : len(old) - end].split(_BLANK), new[max(start, other_head) : len(new) - end].split(_BLANK)
    )
    before, after = _apart(
        *(_COMMENT.sub(b"", _BLANK.join(pieces) + b"\n").split(_BLANK) for pieces in (before, after))
    )
    return _BLANK.join([old[:head], *before, b""]), _BLANK.join([new[:other_head], *after, b""])


def _apart(before: list[bytes], after: list[bytes]) -> tuple[list[bytes], list[bytes]]:
    """What each has beyond the other; of one that comes several times, as many as it has more."""
    names, others = set(before), set(after)
    if len(names) == len(before) and len(others) == len(after):
        return [each for each in before if each not in others], [each for each in after if each not in names]
    common = Counter(before) & Counter(after)
    return list(compress(before, _own(before, common))), list(compress(after, _own(after, common)))


def _head(content: bytes) -> int:
    """Where the header ends, with all that is above it."""
    first = content.find(b"msgid")
    end = content.find(_BLANK, max(first, 0))
    return len(content) if end < 0 else end


def _middle(old: bytes, new: bytes) -> tuple[int, int]:
    """Where the first entry that differs begins, and how much comes after the last: that need not be looked at."""
    start = _common(lambda size: old[:size] == new[:size], min(len(old), len(new)))
    end = _common(lambda size: old[len(old) - size :] == new[len(new) - size :], min(len(old), len(new)) - start)
    after = old.find(_BLANK, len(old) - end) if end else -1
    return max(old.rfind(_BLANK, 0, start), 0), 0 if after < 0 else len(old) - after


def _common(is_same: Callable[[int], bool], most: int) -> int:
    """The largest size that is the same; found by halves, as comparing is quicker than looking at each byte."""
    least = 0
    while least < most:
        size = (least + most + 1) // 2
        if is_same(size):
            least = size
        else:
            most = size - 1
    return least


def _of_xliff(old: bytes, new: bytes) -> Pair:
    """Units are told apart by the <file> that they are in, too."""
    if any(mark in content for mark in _HIDING for content in (old, new)):
        return old, new
    before, after = _units(old), _units(new)
    common = Counter(unit.key for unit in before) & Counter(unit.key for unit in after)
    return _cut(old, before, common), _cut(new, after, common)


class _Unit(NamedTuple):
    """One unit as it is written, and where."""

    key: tuple[bytes, bytes]
    """The tag of its file, and the unit itself."""
    start: int
    end: int


def _units(content: bytes) -> list[_Unit]:
    units: list[_Unit] = []
    file = b""
    for found in _PLACE.finditer(content):
        if found[1] is None:
            file = found[0]
        else:
            units.append(_Unit((file, found[0]), *found.span()))
    return units


def _cut(content: bytes, units: list[_Unit], common: Counter[tuple[bytes, bytes]]) -> bytes:
    kept: list[bytes] = []
    place = 0
    for unit, is_own in zip(units, _own([unit.key for unit in units], common), strict=True):
        if not is_own:
            kept.append(content[place : unit.start])
            place = unit.end
    return b"".join([*kept, content[place:]])


def _own(keys: Iterable[Key], common: "Counter[Key]") -> Iterator[bool]:
    """Of each key, whether it is one more than both states have."""
    remaining = common.copy()
    for key in keys:
        yield remaining[key] <= 0
        remaining[key] -= 1


_REDUCED: dict[str, Callable[[bytes, bytes], Pair]] = {
    "po": _of_po,
    "po-mono": _of_po,
    "xliff": _of_xliff,
    "xliff2": _of_xliff,
}
