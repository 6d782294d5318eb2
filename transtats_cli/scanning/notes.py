"""Cached values that are valid as long as certain facts and files do not change."""

import json
import os
import time
from collections.abc import Sequence
from typing import Any

from transtats_cli.component import Component
from transtats_cli.scanning import cache, shapes, written
from transtats_cli.scanning.stamps import Stamp, is_settled, stamp_of
from transtats_cli.scanning.surroundings import surroundings


class Notes:
    """Cached entries for certain facts and this version of the program. Without a directory nothing is cached."""

    def __init__(self, directory: str, *facts: object, shape: shapes.Shape) -> None:
        """`shape` is the shape of all entries together. A document of another shape is ignored."""
        self._directory = directory
        self._shape = shape
        self._key = f"{surroundings()}{facts!r}".encode("utf-8", "backslashreplace") if directory else b""
        self.entries: dict[str, Any] = self._load() if directory else {}

    def save(self) -> None:
        if self._directory:
            cache.save(self._directory, self._key, [json.dumps(self.entries, separators=(",", ":")).encode()])

    def _load(self) -> dict[str, Any]:
        try:
            (line,) = cache.load(self._directory, self._key, parts=1) or (b"{}",)
            entries: dict[str, Any] = json.loads(line)
        except written.IS_DAMAGED:
            return {}
        return entries if shapes.fits(entries, self._shape) else {}


class Remembered:
    """Cached values for files of a component. A value is valid while the file and a given state do not change."""

    def __init__(self, directory: str, component: Component, *facts: object, shape: shapes.Shape) -> None:
        """`shape` is the shape of one value."""
        self._root = component.root
        entries = {str: ([int], list, shape)}
        self._notes = Notes(directory, component.root, component.project, component.slug, facts, shape=entries)
        self._stamps: dict[str, Stamp] = {}
        self._opened = time.time_ns()

    def known(self, path: str, state: Sequence[object]) -> Any:
        """Return the cached value of a file, or None if there is none for its stamp and this state."""
        stamp = self._stamps[path] = self._stamp_of(path)
        entry = self._notes.entries.get(path)
        return entry[2] if entry is not None and entry[:2] == [stamp, list(state)] else None

    def keep(self, path: str, state: Sequence[object], value: Any) -> None:
        """Cache the value of a file after a lookup, unless the file may have changed since the lookup."""
        stamp = self._stamps.get(path, [])
        if stamp and is_settled(stamp, self._opened) and stamp == self._stamp_of(path):
            self._notes.entries[path] = [stamp, list(state), value]

    def save(self) -> None:
        self._notes.save()

    def _stamp_of(self, path: str) -> Stamp:
        return stamp_of(os.path.join(self._root, path))
