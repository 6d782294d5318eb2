"""Cached values that are valid as long as certain facts and files do not change."""

import json
from typing import Any

from transtats_cli.caching import shapes, store
from transtats_cli.caching.environment import environment


class CachedEntries:
    """Cached entries for certain facts and this version of the program. Without a directory nothing is cached."""

    def __init__(self, directory: str, *facts: object, shape: shapes.Shape) -> None:
        """`shape` is the shape of all entries together. A document of another shape is ignored."""
        self._directory = directory
        self._shape = shape
        self._key = f"{environment()}{facts!r}".encode("utf-8", "backslashreplace") if directory else b""
        self.entries: dict[str, Any] = self._load() if directory else {}

    def save(self) -> None:
        if self._directory:
            store.save(self._directory, self._key, [json.dumps(self.entries, separators=(",", ":")).encode()])

    def _load(self) -> dict[str, Any]:
        try:
            (line,) = store.load(self._directory, self._key, parts=1) or (b"{}",)
            entries: dict[str, Any] = json.loads(line)
        except shapes.IS_DAMAGED:
            return {}
        return entries if shapes.fits(entries, self._shape) else {}
