"""Formats of the tables in a data set: NDJSON, SQLite with one database for each file, and Parquet (`parquet`).

The only module that uses pyarrow.
"""

import json
import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from io import BytesIO
from typing import Any, BinaryIO, NamedTuple

from transtats_cli.errors import TranstatsError, require_extra
from transtats_cli.fleet.items import TABLES, ColumnKind, Row
from transtats_cli.fleet.output.store import DamagedFileError

_ROWS_PER_GROUP = 50_000
"""Maximum number of rows that a reader must load at once."""
_ARROW_TYPES = {"text": "string", "integer": "int64", "number": "float64", "boolean": "bool"}
_SQL_TYPES = {"text": "TEXT", "integer": "INTEGER", "number": "REAL", "boolean": "INTEGER"}


def encode_json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def encode_lines(values: Iterable[Any]) -> bytes:
    """Return one JSON value on each line."""
    return b"".join(encode_json(value) + b"\n" for value in values)


def _encode_ndjson(table: str, rows: Sequence[Row]) -> bytes:
    return encode_lines(dict(zip(TABLES[table], row, strict=True)) for row in rows)


def _decode_ndjson(file: BinaryIO, table: str) -> Iterator[Row]:
    try:
        for values in map(json.loads, file):
            yield tuple(values[name] for name in TABLES[table])
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise DamagedFileError(f"an NDJSON file of the data set cannot be read: {error}") from error


def _encode_sqlite(table: str, rows: Sequence[Row]) -> bytes:
    with closing(sqlite3.connect(":memory:")) as database:
        described = ", ".join(f'"{name}" {_SQL_TYPES[kind]}' for name, kind in TABLES[table].items())
        database.execute(f'CREATE TABLE "{table}" ({described})')
        places = ", ".join("?" * len(TABLES[table]))
        database.executemany(f'INSERT INTO "{table}" VALUES ({places})', rows)  # noqa: S608  own names
        database.commit()
        return database.serialize()


def _decode_sqlite(file: BinaryIO, table: str) -> Iterator[Row]:
    try:
        content = file.read()
        if not content:
            # sqlite3 would raise MemoryError.
            raise sqlite3.DatabaseError("file is empty")
        with closing(sqlite3.connect(":memory:")) as database:
            database.deserialize(content)
            names = ", ".join(f'"{name}"' for name in TABLES[table])
            for row in database.execute(f'SELECT {names} FROM "{table}"'):  # noqa: S608  own names
                # SQLite has no booleans, and returns 0 or 1.
                cells = zip(row, TABLES[table].values(), strict=True)
                yield tuple(bool(cell) if kind == "boolean" and cell is not None else cell for cell, kind in cells)
    except sqlite3.Error as error:
        raise DamagedFileError(f"a SQLite file of the data set cannot be read: {error}") from error


def _import_pyarrow() -> Any:
    with require_extra("fleet", "Parquet"):
        import pyarrow.compute
        import pyarrow.parquet
    return pyarrow


def _encode_parquet(table: str, rows: Sequence[Row]) -> bytes:
    pyarrow = _import_pyarrow()
    schema = _create_schema(TABLES[table])
    columns = list(zip(*rows, strict=True)) or [()] * len(schema)
    content = pyarrow.Table.from_arrays(columns, schema=schema)
    buffer = BytesIO()
    pyarrow.parquet.write_table(content, buffer, row_group_size=_ROWS_PER_GROUP, compression="zstd")
    return buffer.getvalue()


def _decode_parquet(file: BinaryIO, table: str) -> Iterator[Row]:
    """Yield the rows of a Parquet file. One row group is in memory at a time."""
    for group in _read_groups(file, TABLES[table]):
        yield from zip(*(values.to_pylist() for values in group.columns), strict=True)


def _read_groups(file: BinaryIO, columns: Mapping[str, ColumnKind]) -> Iterator[Any]:
    """Yield each row group as a table of pyarrow. Raises DamagedFileError, also for values of another kind."""
    pyarrow = _import_pyarrow()
    try:
        opened = pyarrow.parquet.ParquetFile(file)
        for index in range(opened.num_row_groups):
            group = opened.read_row_group(index, columns=[*columns], use_threads=False)
            yield group.select([*columns]).cast(_create_schema(columns))
    # For some damaged files, pyarrow raises OSError, and UnicodeDecodeError for text that is not UTF-8.
    except (pyarrow.ArrowException, KeyError, OSError, ValueError) as error:
        reason = " ".join(str(error).split()).rstrip(".")
        raise DamagedFileError(f"a Parquet file of the data set cannot be read: {reason}") from error


def read_rows_of_roots(file: BinaryIO, columns: Mapping[str, ColumnKind], roots: Collection[str]) -> Any:
    """Return the rows of some roots as a table of pyarrow. The first column must be the root.

    A missing text is '', and a missing number is 0. Raises DamagedFileError.
    """
    pyarrow = _import_pyarrow()
    table = pyarrow.concat_tables([_create_schema(columns).empty_table(), *_read_groups(file, columns)])
    table = table.filter(pyarrow.compute.is_in(table.column(0), value_set=pyarrow.array([*roots], pyarrow.string())))
    for place, (name, kind) in enumerate(columns.items()):
        filled = pyarrow.compute.fill_null(table.column(place), "" if kind == "text" else 0)
        table = table.set_column(place, name, filled)
    return table


def sum_columns(tables: Sequence[Any], keys: Sequence[str], summed: Sequence[str], count: str = "rows") -> Any:
    """Group the rows of tables by the columns `keys`, and return sums, and the number of rows of each group."""
    pyarrow = _import_pyarrow()
    aggregations = [*((name, "sum") for name in summed), ([], "count_all")]
    sums = pyarrow.concat_tables(tables).group_by(list(keys)).aggregate(aggregations)
    found = [*keys, *(f"{name}_sum" for name in summed), "count_all"]
    return sums.select(found).rename_columns([*keys, *summed, count])


def _create_schema(columns: Mapping[str, ColumnKind]) -> Any:
    return _import_pyarrow().schema([(name, _ARROW_TYPES[kind]) for name, kind in columns.items()])


class DatasetFormat(NamedTuple):
    """File format of the tables in a data set."""

    folder: str
    """Folder of the format, with a slash at the end. Empty for the top folder of the data set."""
    suffix: str
    encode: Callable[[str, Sequence[Row]], bytes]
    """Function that returns the content of a file, from the name of the table and its rows."""
    decode: Callable[[BinaryIO, str], Iterator[Row]]
    """Function that yields the rows of a file, from the open file and the name of the table."""

    def name_file(self, table: str, part: str) -> str:
        return f"{self.folder}{table}/{part}.{self.suffix}"


FORMATS = {
    "parquet": DatasetFormat("", "parquet", _encode_parquet, _decode_parquet),
    "ndjson": DatasetFormat("ndjson/", "ndjson", _encode_ndjson, _decode_ndjson),
    "sqlite": DatasetFormat("sqlite/", "sqlite", _encode_sqlite, _decode_sqlite),
}


def parse_formats(texts: Sequence[str]) -> tuple[str, ...]:
    """Return the names of formats in texts with commas; parquet is the default.

    Raises TranstatsError for an unknown name, and if parquet is requested and pyarrow is not installed.
    """
    names = tuple(dict.fromkeys(name.strip() for text in texts for name in text.split(","))) or ("parquet",)
    for name in names:
        if name not in FORMATS:
            raise TranstatsError(f"there is no format {name!r} here; there are: {', '.join(FORMATS)}")
    if "parquet" in names:
        try:
            _import_pyarrow()
        except TranstatsError as error:
            raise TranstatsError(f"{error}, or use --format ndjson") from error
    return names
