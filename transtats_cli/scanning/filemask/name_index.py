"""Index of the names in folders. A lookup by name, or by beginning and end of a name, does not compare all names."""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property

NumberedName = tuple[str, int]
"""Name, and the number of its folder. Several folders may contain the same name."""

_MAX_LOOKUPS_WITHOUT_INDEX = 8
"""Number of folders, and number of lookups, up to which comparing all names is faster than an index."""


class NameIndex:
    """Index of the names in several folders, which have numbers."""

    def __init__(self, names_by_folder: Sequence[Collection[str]]) -> None:
        self._names_by_folder = names_by_folder
        self._lookup_count = 0

    def find_by_name(self, name: str) -> Iterable[int]:
        """Return the numbers of the folders that contain this name."""
        if len(self._names_by_folder) > _MAX_LOOKUPS_WITHOUT_INDEX:
            return self._numbers_by_name.get(name, ())
        return [number for number, names in enumerate(self._names_by_folder) if name in names]

    def find_by_ends(self, beginning: str, end: str) -> Iterable[NumberedName]:
        """Return all names with this beginning and this end, unsorted. Other names may be included."""
        self._lookup_count += 1
        if self._lookup_count <= _MAX_LOOKUPS_WITHOUT_INDEX:
            return self._list_names()
        by_beginning, by_end = self._sorted_names
        first, last = _find_range(by_beginning, beginning)
        first_by_end, last_by_end = _find_range(by_end, end[::-1])
        if last_by_end - first_by_end < last - first:
            return [(name[::-1], number) for name, number in by_end[first_by_end:last_by_end]]
        return by_beginning[first:last]

    def _list_names(self) -> Iterable[NumberedName]:
        return ((name, number) for number, names in enumerate(self._names_by_folder) for name in names)

    @cached_property
    def _numbers_by_name(self) -> Mapping[str, Sequence[int]]:
        found: dict[str, list[int]] = {}
        for name, number in self._list_names():
            found.setdefault(name, []).append(number)
        return found

    @cached_property
    def _sorted_names(self) -> tuple[Sequence[NumberedName], Sequence[NumberedName]]:
        """The names, and the reversed names."""
        return sorted(self._list_names()), sorted((name[::-1], number) for name, number in self._list_names())


def _find_range(pairs: Sequence[NumberedName], beginning: str) -> tuple[int, int]:
    """Return the indexes of the first pair, and after the last pair, with this beginning. `pairs` must be sorted."""
    first = bisect_left(pairs, (beginning, -1))
    return first, bisect_right(pairs, beginning, first, key=lambda pair: pair[0][: len(beginning)])
