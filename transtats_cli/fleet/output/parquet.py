"""Tables in Parquet files. The only module that uses pyarrow."""

from collections.abc import Collection, Iterator, Sequence
from typing import Any, BinaryIO

from transtats_cli.errors import TranstatsError
from transtats_cli.fleet.output.store import DamagedFileError
from transtats_cli.fleet.schema import Row, TableColumn

_ROWS_PER_GROUP = 50_000
"""Maximum number of rows that a reader must load at once."""


def require_pyarrow() -> None:
    """Raise TranstatsError if pyarrow is not installed."""
    try:
        import pyarrow.parquet  # noqa: F401  only the attempt counts
    except ImportError as error:
        raise TranstatsError(
            "Parquet needs pyarrow, which is not installed: pip install 'transtats-cli[fleet]'"
        ) from error


def encode_table(_table: str, columns: Sequence[TableColumn], rows: Sequence[Row]) -> bytes:
    """Return the bytes of a Parquet file."""
    require_pyarrow()
    import pyarrow
    from pyarrow import parquet

    schema = _create_schema(columns)
    values = list(zip(*rows, strict=True)) or [()] * len(columns)
    arrays = [pyarrow.array(each, field.type) for each, field in zip(values, schema, strict=True)]
    sink = pyarrow.BufferOutputStream()
    parquet.write_table(
        pyarrow.Table.from_arrays(arrays, schema=schema), sink, row_group_size=_ROWS_PER_GROUP, compression="zstd"
    )
    content: bytes = sink.getvalue().to_pybytes()
    return content


def decode_table(file: BinaryIO, _table: str, columns: Sequence[TableColumn]) -> Iterator[Row]:
    """Yield the rows of a Parquet file. One row group is in memory at a time."""
    for group in _read_groups(file, columns):
        yield from zip(*(values.to_pylist() for values in group.columns), strict=True)


def _read_groups(file: BinaryIO, columns: Sequence[TableColumn]) -> Iterator[Any]:
    """Yield each row group as a table of pyarrow.

    Raises DamagedFileError if the file is damaged, or if a column has values of another kind.
    """
    require_pyarrow()
    import pyarrow
    from pyarrow import parquet

    try:
        opened = parquet.ParquetFile(file)
        names = [column.name for column in columns]
        for index in range(opened.num_row_groups):
            group = opened.read_row_group(index, columns=names, use_threads=False)
            yield group.select(names).cast(_create_schema(columns))
    # For some damaged files, pyarrow raises OSError, and UnicodeDecodeError for text that is not UTF-8.
    except (pyarrow.ArrowException, KeyError, OSError, ValueError) as error:
        reason = " ".join(str(error).split()).rstrip(".")
        raise DamagedFileError(f"a Parquet file of the data set cannot be read: {reason}") from error


def read_rows_of_roots(file: BinaryIO, columns: Sequence[TableColumn], roots: Collection[str]) -> Any:
    """Return the rows of some roots as a table of pyarrow. A missing text is '', and a missing number is 0.

    The first column must be the root. Raises DamagedFileError like `decode_table`.
    """
    require_pyarrow()
    import pyarrow
    from pyarrow import compute

    table = pyarrow.concat_tables([_create_schema(columns).empty_table(), *_read_groups(file, columns)])
    table = table.filter(compute.is_in(table.column(0), value_set=pyarrow.array([*roots], pyarrow.string())))
    for place, column in enumerate(columns):
        filled = compute.fill_null(table.column(place), "" if column.kind == "text" else 0)
        table = table.set_column(place, column.name, filled)
    return table


def sum_columns(tables: Sequence[Any], keys: Sequence[str], summed: Sequence[str], count: str = "rows") -> Any:
    """Group the rows of tables by the columns `keys`, and return a table with the sums of other columns.

    The last column is the number of rows of each group, with the name `count`.
    """
    import pyarrow

    aggregations = [*((name, "sum") for name in summed), ([], "count_all")]
    sums = pyarrow.concat_tables(tables).group_by(list(keys)).aggregate(aggregations)
    found = [*keys, *(f"{name}_sum" for name in summed), "count_all"]
    return sums.select(found).rename_columns([*keys, *summed, count])


def _create_schema(columns: Sequence[TableColumn]) -> Any:
    import pyarrow

    types = {
        "text": pyarrow.string(),
        "integer": pyarrow.int64(),
        "number": pyarrow.float64(),
        "boolean": pyarrow.bool_(),
    }
    return pyarrow.schema([(column.name, types[column.kind]) for column in columns])
