"""Formats of the tables in a data set: NDJSON, SQLite with one database for each file, and Parquet (`parquet`)."""

import json
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from typing import BinaryIO, NamedTuple

from transtats_cli.errors import TranstatsError
from transtats_cli.fleet.output import parquet
from transtats_cli.fleet.output.store import DamagedFileError
from transtats_cli.fleet.schema import Row, TableColumn

_SQL_TYPES = {"text": "TEXT", "integer": "INTEGER", "number": "REAL", "boolean": "INTEGER"}


def _encode_ndjson(_table: str, columns: Sequence[TableColumn], rows: Sequence[Row]) -> bytes:
    """Return the bytes of a file with one JSON object on each line."""
    names = [column.name for column in columns]
    objects = (dict(zip(names, row, strict=True)) for row in rows)
    return b"".join(json.dumps(each, ensure_ascii=False, separators=(",", ":")).encode() + b"\n" for each in objects)


def _decode_ndjson(file: BinaryIO, _table: str, columns: Sequence[TableColumn]) -> Iterator[Row]:
    try:
        for values in map(json.loads, file):
            yield tuple(values[column.name] for column in columns)
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise DamagedFileError(f"an NDJSON file of the data set cannot be read: {error}") from error


def _encode_sqlite(table: str, columns: Sequence[TableColumn], rows: Sequence[Row]) -> bytes:
    """Return the bytes of a database with one table."""
    with closing(sqlite3.connect(":memory:")) as database:
        described = ", ".join(f'"{column.name}" {_SQL_TYPES[column.kind]}' for column in columns)
        database.execute(f'CREATE TABLE "{table}" ({described})')
        places = ", ".join("?" * len(columns))
        database.executemany(f'INSERT INTO "{table}" VALUES ({places})', rows)  # noqa: S608  own names
        database.commit()
        return database.serialize()


def _decode_sqlite(file: BinaryIO, table: str, columns: Sequence[TableColumn]) -> Iterator[Row]:
    # SQLite has no booleans, and returns 0 or 1.
    booleans = [place for place, column in enumerate(columns) if column.kind == "boolean"]
    try:
        content = file.read()
        if not content:
            # sqlite3 would raise MemoryError.
            raise sqlite3.DatabaseError("file is empty")
        with closing(sqlite3.connect(":memory:")) as database:
            database.deserialize(content)
            names = ", ".join(f'"{column.name}"' for column in columns)
            for values in map(list, database.execute(f'SELECT {names} FROM "{table}"')):  # noqa: S608  own names
                for place in booleans:
                    values[place] = values[place] if values[place] is None else bool(values[place])
                yield tuple(values)
    except sqlite3.Error as error:
        raise DamagedFileError(f"a SQLite file of the data set cannot be read: {error}") from error


class DatasetFormat(NamedTuple):
    """File format of the tables in a data set, which is the output of `transtats fleet`."""

    folder: str
    """Folder of the format, with a slash at the end. Empty for the top folder of the data set."""
    suffix: str
    encode: Callable[[str, Sequence[TableColumn], Sequence[Row]], bytes]
    """Function that returns the content of a file, from the name of the table, its columns and its rows."""
    decode: Callable[[BinaryIO, str, Sequence[TableColumn]], Iterator[Row]]
    """Function that yields the rows of a file, from the open file, the name of the table and its columns."""

    def name_file(self, table: str, part: str) -> str:
        return f"{self.folder}{table}/{part}.{self.suffix}"


FORMATS = {
    "parquet": DatasetFormat("", "parquet", parquet.encode_table, parquet.decode_table),
    "ndjson": DatasetFormat("ndjson/", "ndjson", _encode_ndjson, _decode_ndjson),
    "sqlite": DatasetFormat("sqlite/", "sqlite", _encode_sqlite, _decode_sqlite),
}


def parse_formats(texts: Sequence[str]) -> tuple[str, ...]:
    """Return the names of the output formats that a user has given. The default is parquet.

    Each text contains one name, or several names separated by commas. Raises TranstatsError for an unknown name, or if
    parquet is requested and pyarrow is not installed.
    """
    names = tuple(dict.fromkeys(name.strip() for text in texts for name in text.split(","))) or ("parquet",)
    for name in names:
        if name not in FORMATS:
            raise TranstatsError(f"there is no format {name!r} here; there are: {', '.join(FORMATS)}")
    if "parquet" in names:
        try:
            parquet.require_pyarrow()
        except TranstatsError as error:
            raise TranstatsError(f"{error}, or use --format ndjson") from error
    return names
