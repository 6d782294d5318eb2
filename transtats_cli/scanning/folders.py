"""Listings of folders, shared by all masks of one run: a folder may have as many masks as files."""

import os
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property

_FEW = 8
"""Lookups, and names, up to which looking at every name is faster than sorting the names."""

Entry = os.DirEntry[str]


class Folders:
    """Listings of folders. Each folder is listed once, so an object must not be used longer than one run."""

    def __init__(self) -> None:
        self._listed: dict[str, Folder] = {}

    def listed(self, path: str) -> "Folder":
        """Return the listing of a folder. Raises OSError if the folder cannot be listed."""
        found = self._listed.get(path)
        if found is None:
            with os.scandir(path) as entries:
                found = self._listed[path] = Folder(list(entries))
        return found


class Folder:
    """Names in one folder."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._entries = entries
        self._lookups = 0

    def around(self, beginning: str, end: str) -> Sequence[Entry]:
        """Return all entries whose names have this beginning and this end, and perhaps others, in no order."""
        self._lookups += 1
        if self._lookups <= _FEW or len(self._entries) <= _FEW:
            return self._entries
        first, last = _range(self._by_beginning, beginning, _name)
        if last - first <= _FEW:
            return self._by_beginning[first:last]
        first_by_end, last_by_end = _range(self._by_end, end[::-1], _reversed_name)
        if last_by_end - first_by_end < last - first:
            return self._by_end[first_by_end:last_by_end]
        return self._by_beginning[first:last]

    @cached_property
    def templates(self) -> Mapping[str, Sequence[str]]:
        """Names of `.pot` files, sorted, by the name without extension in the form that `alike` returns."""
        found: dict[str, list[str]] = {}
        for name in sorted(entry.name for entry in self._entries if entry.name.endswith(".pot")):
            found.setdefault(alike(name.removesuffix(".pot")), []).append(name)
        return found

    @cached_property
    def _by_beginning(self) -> Sequence[Entry]:
        return sorted(self._entries, key=_name)

    @cached_property
    def _by_end(self) -> Sequence[Entry]:
        return sorted(self._entries, key=_reversed_name)


def alike(name: str) -> str:
    """Return a name in small letters with `-` for `_`."""
    return name.lower().replace("_", "-")


def _name(entry: Entry) -> str:
    return entry.name


def _reversed_name(entry: Entry) -> str:
    return entry.name[::-1]


def _range(entries: Sequence[Entry], beginning: str, key: Callable[[Entry], str]) -> tuple[int, int]:
    """Return the first and the last position, exclusive, of keys with a beginning; the entries are sorted by key."""
    first = bisect_left(entries, beginning, key=key)
    length = len(beginning)
    return first, bisect_right(entries, beginning, first, key=lambda entry: key(entry)[:length])
