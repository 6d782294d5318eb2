"""Formats of the tables in a data set: NDJSON, SQLite with one database for each file, and Parquet (`parquet`).

The only module that uses pyarrow.
"""

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from io import BytesIO
from types import NoneType
from typing import Any, BinaryIO, NamedTuple

from transtats_cli.errors import TranstatsError, require_extra
from transtats_cli.fleet.items import TABLES, Row

_ROWS_PER_GROUP = 50_000
"""Maximum number of rows that a reader must load at once."""
_TYPES: dict[str, tuple[str, str, set[type]]] = {
    "text": ("string", "TEXT", {str}),
    "integer": ("int64", "INTEGER", {int}),
    "number": ("float64", "REAL", {float, int}),
    "boolean": ("bool", "INTEGER", {bool}),
}
"""Types of Arrow, of SQLite and of cells in Python, by kind of a column."""


def encode_json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def encode_lines(values: Iterable[Any]) -> bytes:
    """Return one JSON value on each line."""
    return b"".join(encode_json(value) + b"\n" for value in values)


def _encode_ndjson(table: str, rows: Sequence[Row]) -> bytes:
    return encode_lines(dict(zip(TABLES[table], row, strict=True)) for row in rows)


def _decode_ndjson(file: BinaryIO, _table: str, columns: Sequence[str]) -> Iterator[Row]:
    for values in map(json.loads, file):
        yield tuple(map(values.get, columns))


def _encode_sqlite(table: str, rows: Sequence[Row]) -> bytes:
    with closing(sqlite3.connect(":memory:")) as database:
        described = ", ".join(f'"{name}" {_TYPES[kind][1]}' for name, kind in TABLES[table].items())
        database.execute(f'CREATE TABLE "{table}" ({described})')
        places = ", ".join("?" * len(TABLES[table]))
        database.executemany(f'INSERT INTO "{table}" VALUES ({places})', rows)  # noqa: S608  own names
        database.commit()
        return database.serialize()


def _decode_sqlite(file: BinaryIO, table: str, columns: Sequence[str]) -> Iterator[Row]:
    content = file.read()
    if not content:
        # sqlite3 would raise MemoryError.
        raise sqlite3.DatabaseError("file is empty")
    with closing(sqlite3.connect(":memory:")) as database:
        database.deserialize(content)
        found = {row[1] for row in database.execute(f'PRAGMA table_info("{table}")')}
        cells = ", ".join(f'"{name}"' if name in found else "NULL" for name in columns)
        # SQLite has no booleans, and returns 0 or 1.
        flags = [place for place, name in enumerate(columns) if TABLES[table][name] == "boolean"]
        for row in map(list, database.execute(f'SELECT {cells} FROM "{table}"')):  # noqa: S608  own names
            for place in flags:
                row[place] = None if row[place] is None else bool(row[place])
            yield tuple(row)


def _import_pyarrow() -> Any:
    with require_extra("fleet", "Parquet"):
        import pyarrow.parquet
    return pyarrow


def _encode_parquet(table: str, rows: Sequence[Row]) -> bytes:
    pyarrow = _import_pyarrow()
    schema = pyarrow.schema([(name, _TYPES[kind][0]) for name, kind in TABLES[table].items()])
    columns = list(zip(*rows, strict=True)) or [()] * len(schema)
    content = pyarrow.Table.from_arrays(columns, schema=schema)
    buffer = BytesIO()
    pyarrow.parquet.write_table(content, buffer, row_group_size=_ROWS_PER_GROUP, compression="zstd")
    return buffer.getvalue()


def _decode_parquet(file: BinaryIO, _table: str, columns: Sequence[str]) -> Iterator[Row]:
    opened = _import_pyarrow().parquet.ParquetFile(file)
    found = [name for name in columns if name in opened.schema_arrow.names]
    for index in range(opened.num_row_groups):
        group = opened.read_row_group(index, columns=found, use_threads=False)
        cells = {name: group.column(name).to_pylist() for name in found}
        yield from zip(*(cells.get(name, [None] * group.num_rows) for name in columns), strict=True)


class DatasetFormat(NamedTuple):
    """File format of the tables in a data set."""

    folder: str
    """Folder of the format, with a slash at the end. Empty for the top folder of the data set."""
    suffix: str
    encode: Callable[[str, Sequence[Row]], bytes]
    """Function that returns the content of a file, from the name of the table and its rows."""
    decode: Callable[[BinaryIO, str, Sequence[str]], Iterator[Row]]
    """Function that yields the cells of some columns, from the open file, the name of the table and the columns."""

    def name_file(self, table: str, part: str) -> str:
        return f"{self.folder}{table}/{part}.{self.suffix}"


FORMATS = {
    "parquet": DatasetFormat("", "parquet", _encode_parquet, _decode_parquet),
    "ndjson": DatasetFormat("ndjson/", "ndjson", _encode_ndjson, _decode_ndjson),
    "sqlite": DatasetFormat("sqlite/", "sqlite", _encode_sqlite, _decode_sqlite),
}


def decode_rows(name: str, file: BinaryIO, table: str, row_count: int, columns: Sequence[str] = ()) -> list[Row]:
    """Return the rows of a file in a format: the cells of some columns, which begin with the root, or of all columns.

    A column that the file does not contain, because another version has written the file, is None in all rows. The
    libraries raise errors of many types for a damaged file. Raises ValueError for values of another kind.
    """
    columns = columns or [*TABLES[table]]
    rows = list(FORMATS[name].decode(file, table, columns))
    if len(rows) != row_count:
        raise ValueError(f"{len(rows)} rows instead of {row_count}")
    for column, cells in zip(columns, zip(*rows, strict=True), strict=False):
        missing = set() if column == columns[0] else {NoneType}
        if not {*map(type, cells)} - missing <= _TYPES[TABLES[table][column]][2]:
            raise ValueError(f"{column} has values of another kind")
    return rows


def parse_formats(texts: Sequence[str], on_fallback: Callable[[str], None] = lambda _message: None) -> tuple[str, ...]:
    """Return the names of formats in texts with commas. Without a text, it is parquet, or ndjson without pyarrow.

    `on_fallback` is called with a message if the format is ndjson for this reason. Raises TranstatsError for an unknown
    name, and if parquet is requested and pyarrow is not installed.
    """
    names = tuple(dict.fromkeys(name.strip() for text in texts for name in text.split(",")))
    for name in names:
        if name not in FORMATS:
            raise TranstatsError(f"there is no format {name!r} here; there are: {', '.join(FORMATS)}")
    if names and "parquet" not in names:
        return names
    try:
        _import_pyarrow()
    except TranstatsError as error:
        if names:
            raise TranstatsError(f"{error}, or use --format ndjson") from error
        on_fallback(f"note: the data set is written as NDJSON; {error}")
        return ("ndjson",)
    return names or ("parquet",)
