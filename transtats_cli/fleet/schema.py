"""Columns of the tables of a data set: one row for each record, and one row for each finding of a check."""

from collections.abc import Mapping
from typing import Literal, NamedTuple

from transtats_cli.envelope import SURROGATE_ERROR_HANDLER, counts_and_dates
from transtats_cli.statistics import Statistics

ColumnKind = Literal["text", "integer", "number", "boolean"]
CellValue = str | int | float | None
Row = tuple[CellValue, ...]
Rows = Mapping[str, list[Row]]
"""Rows by the name of their table."""


class TableColumn(NamedTuple):
    """Name and kind of a column. Any value may be missing."""

    name: str
    kind: ColumnKind


def _text_columns(*names: str) -> tuple[TableColumn, ...]:
    return tuple(TableColumn(name, "text") for name in names)


def _list_count_columns() -> list[TableColumn]:
    """Return the columns of counts, percentages and dates, with the names and the order of the JSON record."""
    kinds: dict[str, ColumnKind] = {"last_change": "text"}
    return [
        TableColumn(name, "number" if name.endswith("_percent") else kinds.get(name, "integer"))
        for name in counts_and_dates(Statistics(), None, 0)
    ]


RECORDS_TABLE = "records"
FINDINGS_TABLE = "findings"

TABLES: dict[str, tuple[TableColumn, ...]] = {
    RECORDS_TABLE: (
        *_text_columns("root", "project", "component"),
        *_list_count_columns(),
        *_text_columns("code", "name", "url", "translate_url", "content_key", "version"),
        TableColumn("checks", "boolean"),
    ),
    FINDINGS_TABLE: (
        *_text_columns("root", "project", "component", "code", "path"),
        TableColumn("line", "integer"),
        *_text_columns("check", "message", "context", "source", "target", "content_key", "version"),
    ),
}
"""Columns of each table. The first column of each table is the root.

The last column of records is True if the checks were run. Without them, no string counts as failing.
"""


def sort_key(row: Row) -> tuple[tuple[bool, str, float], ...]:
    """Return a key for sorting the rows of a table. A missing value is less than any other value."""
    return tuple(
        (value is not None, value, 0) if isinstance(value, str) else (value is not None, "", value or 0)
        for value in row
    )


def escape_surrogates(text: str) -> str:
    """Return a text without lone surrogates, which represent bytes that are not UTF-8.

    As in all JSON output, such a byte becomes a backslash escape.
    """
    return text if text.isascii() else text.encode("utf-8", SURROGATE_ERROR_HANDLER).decode()
