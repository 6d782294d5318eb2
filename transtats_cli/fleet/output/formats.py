"""Formats of a data set, the functions that encode them, and the names of the files."""

from collections.abc import Callable, Iterator, Sequence
from typing import BinaryIO, NamedTuple

from transtats_cli.errors import TranstatsError
from transtats_cli.fleet.output import ndjson, parquet, sqlite
from transtats_cli.fleet.schema import Row, TableColumn


class DatasetFormat(NamedTuple):
    """File format of the tables in a data set, which is the output of `transtats fleet`."""

    folder: str
    """Folder of the format, with a slash at the end. Empty for the top folder of the data set."""
    suffix: str
    encode: Callable[[str, Sequence[TableColumn], Sequence[Row]], bytes]
    """Function that returns the content of a file, from the name of the table, its columns and its rows."""
    decode: Callable[[BinaryIO, str, Sequence[TableColumn]], Iterator[Row]]
    """Function that yields the rows of a file, from the open file, the name of the table and its columns."""

    def name_folder(self, table: str) -> str:
        return f"{self.folder}{table}"

    def name_file(self, table: str, part: str) -> str:
        return f"{self.folder}{table}/{part}.{self.suffix}"


FORMATS = {
    "parquet": DatasetFormat("", "parquet", parquet.encode_table, parquet.decode_table),
    "ndjson": DatasetFormat("ndjson/", "ndjson", ndjson.encode_table, ndjson.decode_table),
    "sqlite": DatasetFormat("sqlite/", "sqlite", sqlite.encode_table, sqlite.decode_table),
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
