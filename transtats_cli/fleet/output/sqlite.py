"""Tables in SQLite databases: one database for each part, and one database with all parts."""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from typing import BinaryIO

from transtats_cli.errors import TranstatsError
from transtats_cli.fleet.output.store import DamagedFileError
from transtats_cli.fleet.schema import TABLES, CellValue, Row, TableColumn

_SQL_TYPES = {"text": "TEXT", "integer": "INTEGER", "number": "REAL", "boolean": "INTEGER"}
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
            found = {name for _, name, *_ in database.execute(f"PRAGMA table_info({_quote_identifier(table)})")}
            names = ", ".join(
                "NULL" if column.may_be_absent and column.name not in found else _quote_identifier(column.name)
                for column in columns
            )
            for row in database.execute(f"SELECT {names} FROM {_quote_identifier(table)}"):  # noqa: S608  own names
                yield tuple(map(_parse_value, row, columns))
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


def _parse_value(value: CellValue, column: TableColumn) -> CellValue:
    """Return a value of a row. SQLite has no booleans, and returns 0 or 1."""
    return bool(value) if column.kind == "boolean" and value is not None else value


def _quote_identifier(name: str) -> str:
    return f'"{name}"'
