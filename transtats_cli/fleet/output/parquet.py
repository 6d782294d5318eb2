"""Tables in Parquet files. The only module that uses pyarrow."""

from collections.abc import Iterator, Sequence
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


def decode_table(file: BinaryIO, table: str, columns: Sequence[TableColumn]) -> Iterator[Row]:
    """Yield the rows of a Parquet file. One row group is in memory at a time."""
    for values in read_columns(file, columns):
        yield from zip(*values, strict=True)


def read_columns(file: BinaryIO, columns: Sequence[TableColumn]) -> Iterator[list[list[Any]]]:
    """Yield a list of columns for each row group, in the order of `columns`. A column is a list of its values.

    Raises DamagedFileError if the file is damaged, or if a column has values of another kind.
    """
    require_pyarrow()
    import pyarrow
    from pyarrow import parquet

    try:
        opened = parquet.ParquetFile(file)
        present = {*opened.schema_arrow.names}
        found = [column for column in columns if column.name in present or not column.may_be_absent]
        names = [column.name for column in found]
        schema = _create_schema(found)
        for index in range(opened.num_row_groups):
            group = opened.read_row_group(index, columns=names, use_threads=False).select(names).cast(schema)
            values = dict(zip(names, (column.to_pylist() for column in group.columns), strict=True))
            yield [values.get(column.name, [None] * group.num_rows) for column in columns]
    # For some damaged files, pyarrow raises OSError, and UnicodeDecodeError for text that is not UTF-8.
    except (pyarrow.ArrowException, KeyError, OSError, ValueError) as error:
        reason = " ".join(str(error).split()).rstrip(".")
        raise DamagedFileError(f"a Parquet file of the data set cannot be read: {reason}") from error


def _create_schema(columns: Sequence[TableColumn]) -> Any:
    import pyarrow

    types = {
        "text": pyarrow.string(),
        "integer": pyarrow.int64(),
        "number": pyarrow.float64(),
        "boolean": pyarrow.bool_(),
    }
    return pyarrow.schema([(column.name, types[column.kind]) for column in columns])
