"""Index of names. A lookup by name, or by beginning and end of a name, does not compare all names."""

import sys
from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from functools import cached_property

NumberedName = tuple[str, int]
"""Name, and a number that identifies its place, such as a folder. Several pairs may have the same name."""


class NameIndex:
    """Index of names with numbers."""

    def __init__(self, names: Sequence[NumberedName]) -> None:
        self._names = names

    def find_by_name(self, name: str) -> Sequence[int]:
        """Return the numbers of this name, and of spellings that the file system may treat as the same name."""
        return self._numbers_by_name.get(_normalize_name(name), ())

    def find_by_ends(self, beginning: str, end: str) -> Sequence[NumberedName]:
        """Return all pairs whose names have this beginning and this end, unsorted. Other pairs may be included."""
        by_beginning, by_end = self._sorted_names
        first, last = _find_range(by_beginning, beginning)
        first_by_end, last_by_end = _find_range(by_end, end[::-1])
        if last_by_end - first_by_end < last - first:
            return [(name[::-1], number) for name, number in by_end[first_by_end:last_by_end]]
        return by_beginning[first:last]

    @cached_property
    def _numbers_by_name(self) -> Mapping[str, Sequence[int]]:
        found: dict[str, list[int]] = {}
        for name, number in self._names:
            found.setdefault(_normalize_name(name), []).append(number)
        return found

    @cached_property
    def _sorted_names(self) -> tuple[Sequence[NumberedName], Sequence[NumberedName]]:
        """The names, and the reversed names."""
        return sorted(self._names), sorted((name[::-1], number) for name, number in self._names)


def _normalize_name(name: str) -> str:
    """Return the same text for all names that the file system may treat as the same name."""
    if sys.platform in ("darwin", "win32"):
        from unicodedata import normalize

        return normalize("NFC", name).casefold()
    return name


def _find_range(pairs: Sequence[NumberedName], beginning: str) -> tuple[int, int]:
    """Return the indexes of the first pair, and after the last pair, with this beginning. `pairs` must be sorted."""
    first = bisect_left(pairs, (beginning, -1))
    return first, bisect_right(pairs, beginning, first, key=lambda pair: pair[0][: len(beginning)])
