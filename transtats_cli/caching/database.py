"""Documents of the cache directory in one SQLite database.

A run over many components creates the database, because creating thousands of small files takes longer than adding rows
to one file. While the database exists, all documents are stored in it. New documents are collected, and written in one
transaction. If a process is killed, SQLite removes the unfinished transaction.

The database is used only if no other user can write to the cache directory. If the database is damaged, it is removed.
Other errors, such as a lock that another process does not release in time, mean that nothing is cached.
"""

import os
import sqlite3
import stat
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

_LOCK_TIMEOUT_SECONDS = 10.0
"""Time in seconds to wait until another process has completed its transaction."""
_MAX_PENDING_BYTES = 4 * 1024 * 1024
"""Total size of new documents, in bytes, from which the documents are written to the database."""
_MAX_SECONDS_BETWEEN_WRITES = 2.0
"""Time in seconds after the last transaction from which a new document is written at once.

If a process is killed, the documents that are lost took about this time.
"""
_DAMAGE_ERROR_CODES = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
"""Error codes of a damaged database."""
_PAGE_SIZE = 16_384
_MAX_NAMES_PER_QUERY = 100
"""Maximum number of documents that are loaded in one query. Old versions of SQLite accept 999 parameters."""
# The numbers of the rows are in the order in which the documents were written.
_CREATE_TABLE = (
    "CREATE TABLE IF NOT EXISTS documents (number INTEGER PRIMARY KEY, name TEXT UNIQUE NOT NULL, content BLOB)"
)
_INSERT_STATEMENT = "INSERT OR REPLACE INTO documents (name, content) VALUES (?, ?)"
_COUNT_USED_BYTES = """
    SELECT (page_count - freelist_count) * page_size FROM pragma_page_count, pragma_freelist_count, pragma_page_size
"""
_DELETE_OLDEST = """
    DELETE FROM documents WHERE number IN (
        SELECT number FROM (SELECT number, sum(length(content)) OVER (ORDER BY number DESC) AS total FROM documents)
        WHERE total > ?
    )
"""


class DocumentDatabase:
    """Database with the documents of a cache directory, opened for one process. A forked process must not use it."""

    def __init__(self, path: str, max_bytes: int, *, may_create: bool = False) -> None:
        """Open the database. If `may_create` is True, create the table of documents if it does not exist.

        If the documents exceed `max_bytes` after new documents were written, the oldest documents are removed.
        """
        self.path = path
        self._process_id = os.getpid()
        self._max_bytes = max_bytes
        self._pending_contents: dict[str, bytes] = {}
        self._pending_bytes = 0
        self._last_write_time = time.monotonic()
        """Time at which documents were last written or taken."""
        self._names_in_new_database: set[str] | None = None
        """Names of all documents, if the database was empty when it was opened. Saves queries in a first run."""
        self._connection: sqlite3.Connection | None = None
        try:
            self._open(may_create=may_create)
        except sqlite3.Error as error:
            self._close_after_error(error)

    def _open(self, *, may_create: bool) -> None:
        # With isolation level None, the transactions are exactly those of `write_pending`.
        self._connection = sqlite3.connect(self.path, timeout=_LOCK_TIMEOUT_SECONDS, isolation_level=None)
        # The cache must survive a killed process, but not a power failure.
        self._connection.execute("PRAGMA synchronous = OFF")
        if may_create:
            # A document of average size is then on few pages. Has no effect on a database with tables.
            self._connection.execute(f"PRAGMA page_size = {_PAGE_SIZE}")
            self._connection.execute(_CREATE_TABLE)
            if self._connection.execute("SELECT 1 FROM documents LIMIT 1").fetchone() is None:
                self._names_in_new_database = set()

    @property
    def is_open(self) -> bool:
        """True if this process may use the database. A forked process must not use a database of its parent."""
        return self._connection is not None and self._process_id == os.getpid()

    def load(self, names: Sequence[str]) -> dict[str, bytes]:
        """Return the contents of the documents with these names, by name. A document that is missing is left out."""
        found: dict[str, bytes] = {}
        for start in range(0, len(names), _MAX_NAMES_PER_QUERY):
            found.update(self._query_documents(names[start : start + _MAX_NAMES_PER_QUERY]))
        if self._pending_contents:
            found.update({name: self._pending_contents[name] for name in names if name in self._pending_contents})
        return found

    def _query_documents(self, names: Sequence[str]) -> list[tuple[str, bytes]]:
        if self._names_in_new_database is not None and self._names_in_new_database.isdisjoint(names):
            return []
        placeholders = ",".join("?" * len(names))
        query = f"SELECT name, content FROM documents WHERE name IN ({placeholders})"  # noqa: S608  no values inside
        return [row for row in self._fetch_rows(query, names) if isinstance(row[1], bytes)]

    def add(self, name: str, content: bytes) -> None:
        """Add a document, or replace the document with this name. It is written with later documents, or by `close`."""
        self._pending_contents[name] = content
        self._pending_bytes += len(content)
        seconds = time.monotonic() - self._last_write_time
        if self._pending_bytes >= _MAX_PENDING_BYTES or seconds > _MAX_SECONDS_BETWEEN_WRITES:
            self.write_pending()

    def take_pending(self) -> dict[str, bytes]:
        """Return the contents of all documents that were added, by name, and do not write them."""
        pending, self._pending_contents, self._pending_bytes = self._pending_contents, {}, 0
        self._last_write_time = time.monotonic()
        return pending

    def write_pending(self) -> None:
        """Write all documents that were added, in one transaction."""
        pending = self.take_pending()
        if not (pending and self._connection):
            return
        if self._names_in_new_database is not None:
            self._names_in_new_database.update(pending)
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            with self._connection:
                self._connection.executemany(_INSERT_STATEMENT, pending.items())
                ((used_bytes,),) = self._connection.execute(_COUNT_USED_BYTES)
                if used_bytes > self._max_bytes:
                    self._connection.execute(_DELETE_OLDEST, (self._max_bytes * 7 // 8,))
        except sqlite3.Error as error:
            self._close_after_error(error)

    def measure_usage(self) -> tuple[int, int]:
        """Return the number of documents in the database, and the total size of their contents in bytes.

        Documents that are not written yet are not counted. After an error, return (0, 0).
        """
        for count, size in self._fetch_rows("SELECT count(*), sum(length(content)) FROM documents"):
            return count, size or 0
        return 0, 0

    def close(self) -> None:
        """Write all documents that were added, and close the database."""
        self.write_pending()
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _fetch_rows(self, query: str, values: Sequence[str] = ()) -> list[Any]:
        """Return the rows that a query finds. [] after an error."""
        if self._connection is None:
            return []
        try:
            return self._connection.execute(query, values).fetchall()
        except sqlite3.Error as error:
            self._close_after_error(error)
            return []

    def _close_after_error(self, error: Exception) -> None:
        """Close the database after an error, so that a run does not wait for the same lock again and again."""
        if self._connection is not None:
            with suppress(sqlite3.Error):
                self._connection.close()
            self._connection = None
        if getattr(error, "sqlite_errorcode", 0) & 0xFF in _DAMAGE_ERROR_CODES:
            remove_database(self.path)


def create_database(path: str, max_bytes: int) -> DocumentDatabase | None:
    """Create the database if it does not exist, and open it. Return None if other users could write to the database.

    Call `close` after use.
    """
    _create_private_file(path)
    return DocumentDatabase(path, max_bytes, may_create=True) if _is_private(path) else None


def find_database(path: str, max_bytes: int) -> DocumentDatabase | None:
    """Open the database with this path. Return None if other users could write to it. Call `close` after use."""
    return DocumentDatabase(path, max_bytes) if _is_private(path) else None


def remove_database(path: str) -> None:
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


def _create_private_file(path: str) -> None:
    """Create an empty file that only this user can read, unless the file exists. OSError is ignored."""
    with suppress(OSError):
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0), 0o600))
