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
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from typing import Any

_LOCK_TIMEOUT_SECONDS = 10.0
"""Time in seconds to wait until another process has completed its transaction."""
_MAX_PENDING_BYTES = 4 * 1024 * 1024
"""Total size of new documents, in bytes, from which the documents are written to the database."""
_DAMAGE_ERROR_CODES = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
"""Error codes of a damaged database."""
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
        """Open the database. If the documents exceed `max_bytes`, the oldest are removed."""
        self.path = path
        self.process_id = os.getpid()
        self.is_kept = False
        """True if the database stays open after `release`."""
        self._max_bytes = max_bytes
        self._pending_contents: dict[str, bytes] = {}
        self._pending_bytes = 0
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
            self._connection.execute(_CREATE_TABLE)
            if self._connection.execute("SELECT 1 FROM documents LIMIT 1").fetchone() is None:
                self._names_in_new_database = set()

    def load(self, name: str) -> bytes | None:
        """Return the content of the document with this name. None if there is no such document."""
        if name in self._pending_contents:
            return self._pending_contents[name]
        if self._names_in_new_database is not None and name not in self._names_in_new_database:
            return None
        row = self._fetch_row("SELECT content FROM documents WHERE name = ?", name)
        return row[0] if row is not None and isinstance(row[0], bytes) else None

    def add(self, name: str, content: bytes) -> None:
        """Add a document, or replace the document with this name. `write_pending` writes the document."""
        self._pending_contents[name] = content
        self._pending_bytes += len(content)
        if self._pending_bytes >= _MAX_PENDING_BYTES:
            self.write_pending()

    def write_pending(self) -> None:
        """Write all documents that were added, in one transaction."""
        pending, self._pending_contents, self._pending_bytes = self._pending_contents, {}, 0
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
        """Return the number of documents, and their total size in bytes."""
        count, size = self._fetch_row("SELECT count(*), sum(length(content)) FROM documents") or (0, 0)
        return count, size or 0

    def release(self) -> None:
        """Write all documents that were added, and close the database, unless `keep_database_open` keeps it open."""
        if not self.is_kept:
            self.close()

    def close(self) -> None:
        """Write all documents that were added, and close the database."""
        self.write_pending()
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _fetch_row(self, query: str, *values: str) -> Any:
        """Return the first row that a query finds. None if there is no row, or after an error."""
        if self._connection is None:
            return None
        try:
            return self._connection.execute(query, values).fetchone()
        except sqlite3.Error as error:
            self._close_after_error(error)
            return None

    def _close_after_error(self, error: Exception) -> None:
        """Close the database after an error, so that a run does not wait for the same lock again and again."""
        if self._connection is not None:
            with suppress(sqlite3.Error):
                self._connection.close()
            self._connection = None
        if getattr(error, "sqlite_errorcode", 0) & 0xFF in _DAMAGE_ERROR_CODES:
            remove_database(self.path)


_database_kept_open: ContextVar[DocumentDatabase | None] = ContextVar("kept_database", default=None)
"""Database that `keep_database_open` has opened in this thread."""


@contextmanager
def keep_database_open(path: str, max_bytes: int) -> Iterator[DocumentDatabase | None]:
    """Create the database if it does not exist, and open it only once for all documents that the block uses.

    The documents that the block adds are written in batches, and at the end of the block. Provides None if other users
    could write to the database.
    """
    outer = _database_kept_open.get()
    if outer is not None and _is_usable(outer, path):
        yield outer
        return
    _create_private_file(path)
    if not _is_private(path):
        yield None
        return
    database = DocumentDatabase(path, max_bytes, may_create=True)
    database.is_kept = True
    _database_kept_open.set(database)
    try:
        yield database
    finally:
        _database_kept_open.set(outer)
        database.close()


def find_database(path: str, max_bytes: int) -> DocumentDatabase | None:
    """Return the database with this path, or None if other users could write to it. Call `release` after use."""
    kept = _database_kept_open.get()
    if kept is not None and _is_usable(kept, path):
        return kept
    return DocumentDatabase(path, max_bytes) if _is_private(path) else None


def _is_usable(database: DocumentDatabase, path: str) -> bool:
    """Return True if this database has this path. A forked process must not use a database of its parent."""
    return database.path == path and database.process_id == os.getpid()


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
