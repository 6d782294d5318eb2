"""Load, save, count and remove the documents in the cache directory.

If the directory contains a database (`database.py`), the documents are stored in it. Otherwise each document is a file,
which is written to a temporary file first and then renamed. The name of a document is a checksum of its key. A document
begins with a checksum of its content. A damaged or incomplete document, a document with another key, and a document of
another user count as absent. Links are not followed. Errors of the file system are ignored.
"""

import os
import re
import stat
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from threading import local
from typing import NamedTuple
from zlib import crc32

from transtats_cli.caching.database import DocumentDatabase, create_database, find_database, remove_database

MAX_CACHE_BYTES = 256 * 1024 * 1024
"""Maximum total size of all documents in the cache directory, in bytes. The oldest documents are removed first."""

_CREATE_FLAGS = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
_READ_FLAGS = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_DOCUMENT_SUFFIX = ".transtats"
_DOCUMENT_NAME_REGEX = rf"[0-9a-f]{{8}}{re.escape(_DOCUMENT_SUFFIX)}(?:\.[0-9a-f]{{16}})?"
"""Regular expression for the names of documents and of temporary files. A user may name a directory with other files.

The expression is compiled when documents are listed.
"""
_DATABASE_NAME = "documents.sqlite"
_DOCUMENTS_PER_TRIM = 64
_BYTES_BETWEEN_TRIMS = MAX_CACHE_BYTES // 16
"""Number of bytes that a process may add to the cache directory before the total size is checked again."""


class _ThreadState(local):
    """State of one thread. Each thread has other values of the attributes."""

    open_database: "DocumentDatabase | None" = None
    """Database that `use_database` or `collect_documents` has opened in this thread."""


_thread_state = _ThreadState()


class CacheUsage(NamedTuple):
    """Number and total size in bytes of the documents in a cache directory."""

    directory: str
    document_count: int
    total_bytes: int


def default_cache_directory() -> str:
    """Return the default cache directory: `transtats` in the user's cache directory.

    '' if that path is not absolute.
    """
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return os.path.join(base, "transtats") if os.path.isabs(base) else ""


@contextmanager
def use_database(directory: str) -> Iterator[None]:
    """Store all documents of a directory in a database, which is created if it does not exist.

    The documents that the block saves are written in batches, and at the end of the block. If the database cannot be
    used, the documents remain files. If the directory is '', nothing is cached.
    """
    outer = _thread_state.open_database
    database = _create_database(directory) if directory and not _is_database_of(outer, directory) else None
    if database is None:
        yield
        return
    _thread_state.open_database = database
    try:
        yield
    finally:
        _thread_state.open_database = outer
        database.close()


@contextmanager
def collect_documents(directory: str) -> Iterator[dict[str, bytes]]:
    """Collect the documents that the block saves, so that another process can write them with `save_collected`.

    If the database cannot be used, the documents are written as files, and none is collected.
    """
    collected: dict[str, bytes] = {}
    database = _create_database(directory) if directory else None
    if database is None:
        yield collected
        return
    # A forked process must not close the database of its parent, so a reference to it is kept.
    outer, _thread_state.open_database = _thread_state.open_database, database
    try:
        yield collected
    finally:
        _thread_state.open_database = outer
        collected.update(database.take_pending())
        database.close()


def save_collected(directory: str, documents: dict[str, bytes]) -> None:
    """Write the documents of `collect_documents`, and replace older versions of these documents. OSError is ignored."""
    if not documents:
        return
    database = _find_database(directory)
    for name, document in documents.items():
        if database is None:
            _write_document(directory, name, document)
        else:
            database.add(name, document)
    if database is not None:
        _release_database(database)


def load_documents(directory: str, document_keys: Sequence[bytes], part_count: int) -> list[list[bytes] | None]:
    """Return the parts of the documents with these keys. None for a document that is absent or invalid.

    A key must not contain a line feed. A valid document has `part_count` parts and the correct checksum. All documents
    are loaded into memory at once.
    """
    names = [*map(_name_document, document_keys)]
    contents = _load_contents(directory, names)
    return [
        _split_document(contents.get(name, b""), key, part_count)
        for name, key in zip(names, document_keys, strict=True)
    ]


def _split_document(document: bytes, document_key: bytes, part_count: int) -> list[bytes] | None:
    """Return the parts of a document, or None if it is invalid."""
    # Copying a long document takes longer than everything else here.
    end = document.find(b"\n") + 1
    if not end or document[:end] != b"%08x\n" % crc32(memoryview(document)[end:]):
        return None
    _, found, *rest = document.split(b"\n", part_count + 1)
    return rest if found == document_key and len(rest) == part_count else None


def save_document(directory: str, document_key: bytes, part_contents: list[bytes]) -> None:
    """Write the document with this key, and replace an older version of the document. OSError is ignored.

    Each part must be one line, except that the last part may have several lines.
    """
    content = b"\n".join([document_key, *part_contents])
    save_collected(directory, {_name_document(document_key): b"%08x\n" % crc32(content) + content})


def _load_contents(directory: str, names: Sequence[str]) -> dict[str, bytes]:
    """Return the contents of the documents with these names, by name. A document that cannot be read is left out."""
    database = _find_database(directory)
    if database is not None:
        found = database.load(names)
        _release_database(database)
        return found
    found = {}
    for name in names:
        with suppress(OSError, ValueError):
            found[name] = _read_document(os.path.join(directory, name))
    return found


def _write_document(directory: str, name: str, document: bytes) -> None:
    path = os.path.join(directory, name)
    is_new = not os.path.exists(path)
    # The name is random, so that no other user can create a link with this name beforehand.
    temporary = f"{path}.{os.urandom(8).hex()}"
    try:
        os.makedirs(directory, mode=0o700, exist_ok=True)
        descriptor = os.open(temporary, _CREATE_FLAGS, 0o600)
    except OSError:
        return
    try:
        with open(descriptor, "wb") as file:
            file.write(document)
        os.replace(temporary, path)
    except OSError:
        _remove_file(temporary)
    except BaseException:
        _remove_file(temporary)
        raise
    if is_new:
        _trim_documents_if_due(directory, path, len(document))


_added_bytes_by_directory: dict[str, int] = {}
"""Bytes of new documents that this process has written since the last call of `trim_documents`, by cache directory."""


def _trim_documents_if_due(directory: str, document_path: str, added_bytes: int) -> None:
    """Call `trim_documents` after some of the new documents, not after each, because listing all documents takes time.

    `trim_documents` is called if the process has added more than _BYTES_BETWEEN_TRIMS bytes since the last
    call. After the first new document of a process, `trim_documents` is also called with a probability of 1 in 64.
    """
    before = _added_bytes_by_directory.get(directory, 0)
    by_chance = not before and crc32(document_path.encode("utf-8", "replace")) % _DOCUMENTS_PER_TRIM == 0
    if by_chance or before + added_bytes > _BYTES_BETWEEN_TRIMS:
        trim_documents(directory)
        before = 0
    _added_bytes_by_directory[directory] = before + added_bytes


def measure_usage(directory: str) -> CacheUsage:
    """Return the number and the total size of the documents in a cache directory."""
    sizes = [size for _, size, _ in _list_documents(directory)]
    count, size = 0, 0
    if database := _find_database(directory):
        count, size = database.measure_usage()
        _release_database(database)
    return CacheUsage(directory, count + len(sizes), size + sum(sizes))


def remove_documents(directory: str) -> CacheUsage:
    """Remove all documents of a cache directory. Return the number and the total size of the removed documents."""
    used = measure_usage(directory)
    for _, _, path in _list_documents(directory):
        _remove_file(path)
    path = _database_path(directory)
    if os.path.lexists(path):
        remove_database(path)
    return used


def trim_documents(directory: str, max_bytes: int = MAX_CACHE_BYTES) -> None:
    """Remove the oldest documents of a cache directory until the total size is at most `max_bytes`."""
    documents = _list_documents(directory)
    total = sum(size for _, size, _ in documents)
    for _, size, path in sorted(documents):
        if total <= max_bytes:
            return
        _remove_file(path)
        total -= size


def _read_document(path: str) -> bytes:
    """Return the content of a document.

    Raises OSError if the file is a link or a pipe, is larger than MAX_CACHE_BYTES, or belongs to another user.
    """
    descriptor = os.open(path, _READ_FLAGS)
    with open(descriptor, "rb") as file:
        status = os.fstat(descriptor)
        is_ours = not hasattr(os, "geteuid") or status.st_uid == os.geteuid()
        if not (stat.S_ISREG(status.st_mode) and is_ours and status.st_size <= MAX_CACHE_BYTES):
            raise OSError("not a document of this user")
        return file.read(MAX_CACHE_BYTES)


def _name_document(document_key: bytes) -> str:
    return f"{crc32(document_key):08x}{_DOCUMENT_SUFFIX}"


def _database_path(directory: str) -> str:
    # For thousands of documents, os.path.join would take noticeable time.
    return f"{directory}{os.sep}{_DATABASE_NAME}"


def _is_database_of(database: "DocumentDatabase | None", directory: str) -> bool:
    """Return True if the database belongs to a cache directory, and if this process may use it."""
    return database is not None and database.is_open and database.path == _database_path(directory)


def _create_database(directory: str) -> "DocumentDatabase | None":
    """Open the database of a cache directory. If it does not exist, create it, and remove all documents that are files.

    Return None if the database cannot be used.
    """
    path = _database_path(directory)
    had_database = os.path.lexists(path)
    database = create_database(path, MAX_CACHE_BYTES)
    if database is not None and not had_database:
        for _, _, document_path in _list_documents(directory):
            _remove_file(document_path)
    return database


def _find_database(directory: str) -> "DocumentDatabase | None":
    """Return the database of a cache directory, or None if the documents are files.

    Call `_release_database` after use.
    """
    opened = _thread_state.open_database
    if _is_database_of(opened, directory):
        return opened
    path = _database_path(directory)
    if not os.path.lexists(path):
        return None
    return find_database(path, MAX_CACHE_BYTES)


def _release_database(database: "DocumentDatabase") -> None:
    """Write all documents that were added, and close the database, unless `use_database` keeps it open."""
    if database is not _thread_state.open_database:
        database.close()


def _list_documents(directory: str) -> list[tuple[int, int, str]]:
    """Return modification time in nanoseconds, size in bytes and path of each document in a cache directory.

    Temporary files that killed processes have left are included.
    """
    found: list[tuple[int, int, str]] = []
    with suppress(OSError), os.scandir(directory) as entries:
        for entry in entries:
            # Another process may remove a document in the meantime.
            with suppress(OSError):
                if re.fullmatch(_DOCUMENT_NAME_REGEX, entry.name) and entry.is_file(follow_symlinks=False):
                    status = entry.stat(follow_symlinks=False)
                    found.append((status.st_mtime_ns, status.st_size, entry.path))
    return found


def _remove_file(path: str) -> None:
    with suppress(OSError):
        os.unlink(path)
