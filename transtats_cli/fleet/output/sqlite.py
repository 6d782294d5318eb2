"""Tables in SQLite databases: one database for each part, and one database with all parts."""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from typing import BinaryIO

from transtats_cli.errors import TranstatsError
from transtats_cli.fleet.output.store import DamagedFileError
from transtats_cli.fleet.schema import TABLES, Row, TableColumn

_SQL_TYPES = {"text": "TEXT", "integer": "INTEGER", "number": "REAL"}
_INDEXED_COLUMNS = ("project", "code", "check")


def encode_table(table: str, columns: Sequence[TableColumn], rows: Iterable[Row]) -> bytes:
    """Return the bytes of a database with one table."""
    with closing(sqlite3.connect(":memory:")) as database:
        _add_rows(database, table, columns, rows)
        return database.serialize()


def decode_table(file: BinaryIO, table: str, columns: Sequence[TableColumn]) -> Iterator[Row]:
    """Yield the rows of a database that `encode_table` has made."""
    try:
        content = file.read()
        if not content:
            # sqlite3 would raise MemoryError.
            raise sqlite3.DatabaseError("file is empty")
        with closing(sqlite3.connect(":memory:")) as database:
            database.deserialize(content)
            yield from database.execute(f"SELECT {_list_names(columns)} FROM {_quote_identifier(table)}")  # noqa: S608  own names
    except sqlite3.Error as error:
        raise DamagedFileError(f"a SQLite file of the data set cannot be read: {error}") from error


def create_joined_database(path: str, tables: Iterable[tuple[str, Iterable[Row]]]) -> None:
    """Write a database with the rows of several tables, and indexes on some columns.

    Several items of `tables` may belong to the same table. Raises TranstatsError if the database cannot be written.
    """
    try:
        with closing(sqlite3.connect(path)) as database:
            for table, columns in TABLES.items():
                _add_rows(database, table, columns, ())
            for table, rows in tables:
                _add_rows(database, table, TABLES[table], rows)
            for table, columns in TABLES.items():
                for column in columns:
                    if column.name in _INDEXED_COLUMNS:
                        indexed = f"{_quote_identifier(table)} ({_quote_identifier(column.name)})"
                        database.execute(f"CREATE INDEX {table}_{column.name} ON {indexed}")
            database.commit()
    except sqlite3.Error as error:
        raise TranstatsError(f"{path} cannot be written: {error}; set TMPDIR to a directory with more space") from error


def _add_rows(database: sqlite3.Connection, table: str, columns: Sequence[TableColumn], rows: Iterable[Row]) -> None:
    described = ", ".join(f"{_quote_identifier(column.name)} {_SQL_TYPES[column.kind]}" for column in columns)
    database.execute(f"CREATE TABLE IF NOT EXISTS {_quote_identifier(table)} ({described})")
    places = ", ".join("?" * len(columns))
    database.executemany(f"INSERT INTO {_quote_identifier(table)} VALUES ({places})", rows)  # noqa: S608  own names
    database.commit()


def _list_names(columns: Sequence[TableColumn]) -> str:
    return ", ".join(_quote_identifier(column.name) for column in columns)


def _quote_identifier(name: str) -> str:
    return f'"{name}"'
