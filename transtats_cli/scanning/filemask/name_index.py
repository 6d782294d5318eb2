"""Index of names in folders. A lookup by name, or by beginning and end of a name, does not compare all names."""

import sys
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Generic, TypeVar

_MAX_COMPARED_NAMES = 8
"""Number of names up to which comparing all names is faster than another lookup."""

Item = TypeVar("Item")
NamedItem = tuple[str, Item]
"""Name, and the item with this name."""


class NameIndex(Generic[Item]):
    """Index of items by name. Several items may have the same name."""

    def __init__(self, items: Sequence[NamedItem[Item]]) -> None:
        self._items = items

    def find_by_name(self, name: str) -> Sequence[Item]:
        """Return the items with this name, or with a spelling that the file system may treat as the same name."""
        return self._by_name.get(_normalize_name(name), ())

    def find_by_ends(self, beginning: str, end: str) -> Sequence[NamedItem[Item]]:
        """Return all items whose names have this beginning and this end, unsorted. Other items may be included."""
        first, last = _find_range(self._by_beginning, beginning, _name_of_item)
        if last - first <= _MAX_COMPARED_NAMES:
            return self._by_beginning[first:last]
        first_by_end, last_by_end = _find_range(self._by_end, end[::-1], _reversed_name_of_item)
        if last_by_end - first_by_end < last - first:
            return self._by_end[first_by_end:last_by_end]
        return self._by_beginning[first:last]

    @cached_property
    def _by_name(self) -> dict[str, list[Item]]:
        found: dict[str, list[Item]] = {}
        for name, item in self._items:
            found.setdefault(_normalize_name(name), []).append(item)
        return found

    @cached_property
    def _by_beginning(self) -> Sequence[NamedItem[Item]]:
        return sorted(self._items, key=_name_of_item)

    @cached_property
    def _by_end(self) -> Sequence[NamedItem[Item]]:
        return sorted(self._items, key=_reversed_name_of_item)


def _normalize_name(name: str) -> str:
    """Return the same text for all names that the file system may treat as the same name."""
    if sys.platform in ("darwin", "win32"):
        from unicodedata import normalize

        return normalize("NFC", name).casefold()
    return name


def _name_of_item(item: NamedItem[Item]) -> str:
    return item[0]


def _reversed_name_of_item(item: NamedItem[Item]) -> str:
    return item[0][::-1]


def _find_range(
    items: Sequence[NamedItem[Item]], beginning: str, key: Callable[[NamedItem[Item]], str]
) -> tuple[int, int]:
    """Return the indexes of the first item, and after the last item, whose keys have this beginning.

    `items` must be sorted by key.
    """
    first = bisect_left(items, beginning, key=key)
    length = len(beginning)
    return first, bisect_right(items, beginning, first, key=lambda item: key(item)[:length])
