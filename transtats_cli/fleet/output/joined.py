"""Write one SQLite database with all rows of a data set, for programs that open a single database."""

import os
from collections.abc import Iterator

from transtats_cli.fleet.output import sqlite
from transtats_cli.fleet.output.dataset import Dataset
from transtats_cli.fleet.schema import TABLES, Row
from transtats_cli.temporary import create_temporary_directory

FILE_NAME = "records.sqlite"


def has_sqlite_part(dataset: Dataset) -> bool:
    """Return True if the data set has a part in SQLite. Then it also has the joined database."""
    return any("sqlite" in part.formats for part in dataset.parts)


def write_joined_database(dataset: Dataset) -> None:
    """Write the database from the parts. The rows pass through memory one by one."""
    with create_temporary_directory() as folder:
        path = os.path.join(folder, FILE_NAME)
        sqlite.create_joined_database(path, _read_tables(dataset))
        dataset.store.put_file(FILE_NAME, path)


def _read_tables(dataset: Dataset) -> Iterator[tuple[str, Iterator[Row]]]:
    for part in dataset.parts:
        for table in TABLES:
            yield table, dataset.read_rows(table, part)
