"""Documents in the cache directory.

A document is valid for one set of facts (values that its content depends on), and for one version of the program and of
each library.
"""

import json
import os
import sys
from collections.abc import Sequence
from functools import lru_cache
from typing import Any
from zlib import adler32, crc32

from transtats_cli import __version__
from transtats_cli.caching import shapes, store

# A first run encodes thousands of documents. Searching each list for references to itself would take a quarter of that.
_JSON_ENCODER = json.JSONEncoder(ensure_ascii=False, check_circular=False, separators=(",", ":"))


class CacheDocument:
    """Document in the cache directory, with one or more parts. A part is a value in JSON, or bytes.

    If the directory is '', nothing is cached. `load_together` reads the document. Otherwise it is read when any part is
    requested for the first time. Each part is parsed when this part is requested. If a part has an unexpected shape,
    the part counts as absent.
    """

    def __init__(self, directory: str, *facts: object, part_shapes: Sequence[shapes.JsonShape]) -> None:
        """Define a document without reading the file.

        `facts` are all values that the content depends on. `part_shapes` contains the shape of each part. The shape
        `bytes` stands for a part that is not JSON. Only the last part may contain line breaks.
        """
        self._directory = directory
        self._part_shapes = part_shapes
        key = f"{checksum_of_versions()}{facts!r}" if directory else ""
        self._document_key = key.encode("utf-8", "backslashreplace")
        self._loaded_parts: list[bytes | None] | None = None
        """Content of each part that was not taken yet. [] if the document is absent. None if it was not read."""

    @staticmethod
    def load_together(documents: "Sequence[CacheDocument]") -> None:
        """Read several documents at once, which takes less time if the directory contains a database.

        The documents must have the same directory and the same number of parts.
        """
        directory, number_of_parts = documents[0]._directory, len(documents[0]._part_shapes)
        keys = [document._document_key for document in documents]
        loaded = store.load_documents(directory, keys, number_of_parts) if directory else [None] * len(keys)
        for document, parts in zip(documents, loaded, strict=True):
            document._loaded_parts = [] if parts is None else [*parts]

    def take_part(self, part_index: int = 0) -> Any:
        """Return the value of the part with this index, and release the memory of the part.

        None if the part is absent, or if an earlier call returned the part.
        """
        if self._loaded_parts is None:
            self.load_together([self])
        loaded = self._loaded_parts
        if not loaded:
            return None
        part, shape = loaded[part_index], self._part_shapes[part_index]
        loaded[part_index] = None
        if part is None or shape is bytes:
            return part
        try:
            value = json.loads(part.decode("utf-8", "surrogatepass"))
        except shapes.DAMAGED_DOCUMENT_ERRORS:
            return None
        return value if shapes.has_shape(value, shape) else None

    def save(self, *part_values: Any) -> None:
        """Write the values of all parts to the cache directory, and replace an older version of the document.

        `part_values` contains one value for each shape in `part_shapes`. Errors of the file system are ignored.
        """
        if self._directory:
            parts = zip(part_values, self._part_shapes, strict=True)
            store.save_document(
                self._directory,
                self._document_key,
                [each if shape is bytes else _encode_json_line(each) for each, shape in parts],
            )


@lru_cache(maxsize=1)
def checksum_of_versions() -> str:
    """Return a checksum of the versions of the program, of Python and of the installed libraries.

    Each document contains this checksum. The list of the libraries itself may be longer than a document.
    """
    return compute_checksum(repr((__version__, sys.version_info[:3], _list_distributions())))


def compute_checksum(text: str) -> str:
    """Return a checksum of a text that many keys would contain otherwise."""
    content = text.encode("utf-8", "backslashreplace")
    return f"{len(content)}-{crc32(content):08x}{adler32(content):08x}"


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
    """Return the newest modification time of all files in and below a folder, in nanoseconds."""
    newest = 0
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir():
                newest = newest if entry.name == "__pycache__" else max(newest, _newest_modification_time(entry.path))
            else:
                # An editor may lock a file with a link to nowhere.
                newest = max(newest, entry.stat(follow_symlinks=False).st_mtime_ns)
    return newest


def _encode_json_line(value: Any) -> bytes:
    return _JSON_ENCODER.encode(value).encode("utf-8", "surrogatepass")
