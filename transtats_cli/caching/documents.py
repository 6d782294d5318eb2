"""Documents of the cache directory, each valid for certain facts and one version of the program and its libraries."""

import json
import os
import sys
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from transtats_cli import __version__
from transtats_cli.caching import shapes, store


class CacheDocument:
    """Document in the cache directory. It has one or more parts: values in JSON, or bytes.

    Without a directory nothing is cached. The document is read when its first part is needed, and each part is parsed
    when it is needed. A missing document, and a part of another shape, count as absent.
    """

    def __init__(self, directory: str, *facts: object, parts: Sequence[shapes.Shape]) -> None:
        """`parts` are the shapes of the parts, `bytes` for one that is not JSON. Only the last may have line breaks."""
        self._directory = directory
        self._shapes = parts
        self._key = f"{environment()}{facts!r}".encode("utf-8", "backslashreplace") if directory else b""
        self._loaded: list[bytes | None] | None = None

    def take(self, number: int = 0) -> Any:
        """Return the value of a part, and release its text. None if the part is absent, or was taken before."""
        if self._loaded is None:
            number_of_parts = len(self._shapes)
            found = store.load(self._directory, self._key, number_of_parts) if self._directory else None
            self._loaded = [None] * number_of_parts if found is None else [*found]
        part, shape = self._loaded[number], self._shapes[number]
        self._loaded[number] = None
        if part is None or shape is bytes:
            return part
        try:
            value = json.loads(part)
        except shapes.IS_DAMAGED:
            return None
        return value if shapes.fits(value, shape) else None

    def save(self, *values: Any) -> None:
        """Replace the document. An error of the file system is ignored."""
        if self._directory:
            parts = zip(values, self._shapes, strict=True)
            store.save(self._directory, self._key, [each if shape is bytes else _line(each) for each, shape in parts])


@lru_cache(maxsize=1)
def environment() -> str:
    """Return the versions of the program, of Python and of the libraries as one text."""
    return repr((__version__, sys.version_info[:3], _libraries()))


def _libraries() -> list[str]:
    """Return the installed distributions. For an editable install, append the package's newest modification time."""
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    installed = [folder for folder in sys.path if folder.endswith("-packages") and os.path.isdir(folder)]
    found = sorted(name for folder in installed for name in os.listdir(folder) if name.endswith(".dist-info"))
    return found if os.path.dirname(package) in installed else [*found, str(_newest(package))]


def _newest(folder: str) -> int:
    """Return the newest modification time of all files in and below a folder, in nanoseconds."""
    newest = 0
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir():
                newest = newest if entry.name == "__pycache__" else max(newest, _newest(entry.path))
            else:
                newest = max(newest, entry.stat().st_mtime_ns)
    return newest


def _line(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")
