"""Documents in the cache directory.

A document is valid for one set of facts (values that its content depends on), and for one version of the program and of
each library.
"""

import json
import os
import sys
from functools import lru_cache
from typing import Generic, TypeVar
from zlib import adler32, crc32

from transtats_cli import __version__
from transtats_cli.caching import store
from transtats_cli.caching.typed_json import from_json

Value = TypeVar("Value")

# A first run encodes thousands of documents. Searching each list for references to itself would take a quarter of that.
_JSON_ENCODER = json.JSONEncoder(ensure_ascii=False, check_circular=False, separators=(",", ":"))


class CacheDocument(Generic[Value]):
    """Document in the cache directory: a value of an annotated type, which is stored as JSON.

    If the directory is '', nothing is cached.
    """

    def __init__(self, directory: str, value_type: type[Value], *facts: object) -> None:
        """Define a document without reading it. `facts` are all values that the content depends on.

        `from_json` (`typed_json.py`) describes the types that a value may have.
        """
        self._directory = directory
        self._value_type = value_type
        key = f"{checksum_of_versions()}{facts!r}" if directory else ""
        self._key = key.encode("utf-8", "backslashreplace")

    def load(self) -> Value | None:
        """Return the value of the document. None if the document is absent, or if its value has another shape."""
        content = store.load_document(self._directory, self._key) if self._directory else None
        try:
            return None if content is None else from_json(self._value_type, json.loads(content))
        except (ValueError, RecursionError):
            return None

    def save(self, value: Value) -> None:
        """Write the document, and replace an older version of the document. Errors are ignored."""
        if self._directory:
            content = _JSON_ENCODER.encode(value).encode("utf-8", "surrogatepass")
            store.save_document(self._directory, self._key, content)


@lru_cache(maxsize=1)
def checksum_of_versions() -> str:
    """Return a checksum of the versions of the program, of Python and of the installed libraries.

    Each document contains this checksum. The list of the libraries itself may be longer than a document.
    """
    versions = repr((__version__, sys.version_info[:3], _list_distributions())).encode("utf-8", "backslashreplace")
    return f"{len(versions)}-{crc32(versions):08x}{adler32(versions):08x}"


def _list_distributions() -> list[str]:
    """Return the names of the installed distributions.

    If transtats itself is not among them (an editable install), append the newest modification time of its files.
    """
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    installed = [folder for folder in sys.path if folder.endswith("-packages") and os.path.isdir(folder)]
    found = sorted(name for folder in installed for name in _list_names(folder) if name.endswith(".dist-info"))
    return found if os.path.dirname(package) in installed else [*found, str(_newest_modification_time(package))]


def _list_names(folder: str) -> list[str]:
    """Return the names in a folder. [] for a folder that cannot be read: the interpreter imports nothing from it."""
    try:
        return os.listdir(folder)
    except OSError:
        return []


def _newest_modification_time(folder: str) -> int:
    """Return the newest modification time of all source files in and below a folder, in nanoseconds."""
    paths = (f"{place}/{name}" for place, _, names in os.walk(folder) for name in names if not name.endswith(".pyc"))
    # An editor may lock a file with a link to nowhere.
    return max(os.lstat(path).st_mtime_ns for path in paths)
