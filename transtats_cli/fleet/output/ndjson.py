"""Tables in NDJSON files: one JSON object on each line."""

import json
from collections.abc import Iterator, Sequence
from typing import BinaryIO

from transtats_cli.fleet.output.store import DamagedFileError
from transtats_cli.fleet.schema import Row, TableColumn


def encode_table(_table: str, columns: Sequence[TableColumn], rows: Sequence[Row]) -> bytes:
    """Return the bytes of an NDJSON file."""
    names = [column.name for column in columns]
    return b"".join(
        json.dumps(dict(zip(names, row, strict=True)), ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        for row in rows
    )


def decode_table(file: BinaryIO, _table: str, columns: Sequence[TableColumn]) -> Iterator[Row]:
    """Yield the rows of an NDJSON file."""
    try:
        for line in file:
            values = json.loads(line)
            yield tuple(values.get(column.name) if column.may_be_absent else values[column.name] for column in columns)
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise DamagedFileError(f"an NDJSON file of the data set cannot be read: {error}") from error
