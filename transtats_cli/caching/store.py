"""Documents of the cache directory, in one SQLite database.

The name of a document is a checksum of its key. Its row begins with a checksum of its content. A damaged document and a
document with another key count as absent. If a process is killed, SQLite removes the unfinished transaction.

The database is used only if no other user can write to the cache directory. If it is damaged, it is removed. Other
errors, such as a lock that another process does not release in time, mean that nothing is cached.
"""

import os
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import local
from typing import Any, TypeVar
from zlib import crc32

Result = TypeVar("Result")

MAX_CACHE_BYTES = 256 * 1024 * 1024
"""Maximum total size of all documents in the cache directory, in bytes. The oldest documents are removed first."""

_DATABASE_NAME = "documents.sqlite"
_LOCK_TIMEOUT_SECONDS = 10.0
"""Time in seconds to wait until another process has completed its transaction."""
_MAX_PENDING_BYTES = 4 * 1024 * 1024
"""Total size of new documents, in bytes, from which the documents are written to the database."""
_MAX_SECONDS_BETWEEN_WRITES = 2.0
"""Time in seconds after the last transaction from which a new document is written at once.

If a process is killed, the documents that are lost took about this time.
"""
# The cache must survive a killed process, but not a power failure. A document of average size is on few pages. The page
# size has no effect on a database with tables. The numbers of the rows are in the order in which they were written.
_PREPARATIONS = (
    "PRAGMA synchronous = OFF",
    "PRAGMA page_size = 16384",
    "CREATE TABLE IF NOT EXISTS documents (number INTEGER PRIMARY KEY, name TEXT UNIQUE NOT NULL, content BLOB)",
)
_COUNT_USED_BYTES = """
    SELECT (page_count - freelist_count) * page_size FROM pragma_page_count, pragma_freelist_count, pragma_page_size
"""
_DELETE_OLDEST = """
    DELETE FROM documents WHERE number IN (
        SELECT number FROM (SELECT number, sum(length(content)) OVER (ORDER BY number DESC) AS total FROM documents)
        WHERE total > ?
    )
"""


def default_cache_directory() -> str:
    """Return the default cache directory: `transtats` in the user's cache directory.

    '' if that path is not absolute.
    """
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return os.path.join(base, "transtats") if os.path.isabs(base) else ""


class _Database:
    """Database of a cache directory. It is opened when it is used. A forked process must not use that of its parent."""

    def __init__(self, directory: str) -> None:
        self.directory = directory
        self.process_id = os.getpid()
        self._path = os.path.join(directory, _DATABASE_NAME)
        self._pending_contents: dict[str, bytes] = {}
        self._pending_bytes = 0
        self._last_write_time = time.monotonic()
        self._connection: Any = None
        self._has_failed = False
        """True after an error, so that a run does not wait for the same lock again and again."""

    def load(self, name: str) -> bytes:
        """Return the content of a document. b'' if there is none."""
        pending = self._pending_contents.get(name)
        if pending is not None:
            return pending
        for (content,) in self.fetch_rows("SELECT content FROM documents WHERE name = ?", name):
            return content if isinstance(content, bytes) else b""
        return b""

    def add(self, name: str, content: bytes) -> None:
        """Add a document, or replace the document with this name. It is written with later documents, or by `close`."""
        self._pending_contents[name] = content
        self._pending_bytes += len(content)
        seconds = time.monotonic() - self._last_write_time
        if self._pending_bytes >= _MAX_PENDING_BYTES or seconds > _MAX_SECONDS_BETWEEN_WRITES:
            self._write_pending()

    def close(self) -> None:
        """Write all documents that were added, and close the database."""
        if self._pending_contents:
            self._write_pending()
        self._close_connection()

    def fetch_rows(self, query: str, *values: str) -> list[Any]:
        """Return the rows that a query finds. [] after an error, and if there is no database."""
        return self._call_with_connection(lambda connection: connection.execute(query, values).fetchall()) or []

    def _write_pending(self) -> None:
        """Write all documents that were added, in one transaction."""
        pending, self._pending_contents, self._pending_bytes = self._pending_contents, {}, 0

        def write(connection: Any) -> None:
            connection.execute("BEGIN IMMEDIATE")
            with connection:
                insert = "INSERT OR REPLACE INTO documents (name, content) VALUES (?, ?)"
                connection.executemany(insert, pending.items())
                ((used_bytes,),) = connection.execute(_COUNT_USED_BYTES)
                if used_bytes > MAX_CACHE_BYTES:
                    connection.execute(_DELETE_OLDEST, (MAX_CACHE_BYTES * 7 // 8,))

        if not self._has_failed:
            with suppress(OSError):
                os.makedirs(self.directory, mode=0o700, exist_ok=True)
                # Only this user can read a new file.
                os.close(os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        self._call_with_connection(write)
        self._last_write_time = time.monotonic()

    def _call_with_connection(self, action: Callable[[Any], Result]) -> Result | None:
        """Call a function with the open database. None if the database does not exist or cannot be used."""
        import sqlite3  # Imported late, because the smallest runs use no cache.

        try:
            if self._connection is None and not self._has_failed and _is_private(self._path):
                # With isolation level None, the transactions are exactly those of `_write_pending`.
                self._connection = sqlite3.connect(self._path, timeout=_LOCK_TIMEOUT_SECONDS, isolation_level=None)
                for statement in _PREPARATIONS:
                    self._connection.execute(statement)
            return action(self._connection) if self._connection is not None else None
        except sqlite3.Error as error:
            self._close_connection()
            self._has_failed = True
            if getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
                _remove_database(self._path)
            return None

    def _close_connection(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


_thread_state = local()
"""The attribute `database` is the database that `keep_database_open` provides in this thread."""


@contextmanager
def keep_database_open(directory: str) -> Iterator[_Database]:
    """Open the database of a cache directory once for all documents that the block loads and saves.

    The documents that the block saves are written in batches, and at the end of the block.
    """
    # A forked process must not close the database of its parent, so a reference to it is kept.
    outer: _Database | None = getattr(_thread_state, "database", None)
    if outer is not None and (outer.directory, outer.process_id) == (directory, os.getpid()):
        yield outer
        return
    database = _thread_state.database = _Database(directory)
    try:
        yield database
    finally:
        _thread_state.database = outer
        database.close()


def load_document(directory: str, key: bytes) -> bytes | None:
    """Return the content of the document with this key. A key must not contain a line feed.

    Return None if the document is absent or damaged.
    """
    with keep_database_open(directory) as database:
        document = database.load(_name_document(key))
    # Copying a long document takes longer than everything else here.
    end = document.find(b"\n") + 1
    if not end or document[:end] != b"%08x\n" % crc32(memoryview(document)[end:]):
        return None
    _, found_key, content = document.split(b"\n", 2)
    return content if found_key == key else None


def save_document(directory: str, key: bytes, content: bytes) -> None:
    """Write the document with this key, and replace an older version of the document. Errors are ignored."""
    document = b"\n".join([key, content])
    with keep_database_open(directory) as database:
        database.add(_name_document(key), b"%08x\n" % crc32(document) + document)


def measure_usage(directory: str) -> tuple[int, int]:
    """Return the number of the documents in a cache directory, and their total size in bytes."""
    with keep_database_open(directory) as database:
        found = database.fetch_rows("SELECT count(*), coalesce(sum(length(content)), 0) FROM documents")
    ((count, size),) = found or [(0, 0)]
    return count, size


def remove_documents(directory: str) -> tuple[int, int]:
    """Remove all documents of a cache directory. Return the number and the total size of the removed documents."""
    used = measure_usage(directory)
    _remove_database(os.path.join(directory, _DATABASE_NAME))
    return used


def _name_document(key: bytes) -> str:
    return f"{crc32(key):08x}"


def _remove_database(path: str) -> None:
    for file in (path, f"{path}-journal"):
        with suppress(OSError):
            os.unlink(file)


def _is_private(path: str) -> bool:
    """Return True if the database is a regular file of this user, and no other user can write to its directory."""
    if not hasattr(os, "geteuid"):
        return os.path.isfile(path)
    try:
        directory, file = os.stat(os.path.dirname(path)), os.lstat(path)
    except OSError:
        return False
    return (
        directory.st_uid == file.st_uid == os.geteuid()
        and not directory.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
        and stat.S_ISREG(file.st_mode)
    )
