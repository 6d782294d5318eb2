"""Columns of the tables of a data set: one row for each record, and one row for each finding of a check."""

from collections.abc import Mapping
from typing import Literal

from transtats_cli.envelope import SURROGATE_ERROR_HANDLER, counts_and_dates
from transtats_cli.statistics import Statistics

ColumnKind = Literal["text", "integer", "number", "boolean"]
CellValue = str | int | float | None
Row = tuple[CellValue, ...]
Rows = Mapping[str, list[Row]]
"""Rows by the name of their table."""


RECORDS_TABLE = "records"
FINDINGS_TABLE = "findings"

_COUNT_COLUMNS: dict[str, ColumnKind] = {
    name: "number" if name.endswith("_percent") else "integer" for name in counts_and_dates(Statistics(), None, 0)
}
"""Columns of counts, percentages and dates, with the names and the order of the JSON record."""
TABLES: dict[str, dict[str, ColumnKind]] = {
    RECORDS_TABLE: {
        **dict.fromkeys(("root", "project", "component"), "text"),
        **_COUNT_COLUMNS,
        "last_change": "text",
        **dict.fromkeys(("code", "name", "url", "translate_url", "content_key", "version"), "text"),
        "checks": "boolean",
    },
    FINDINGS_TABLE: {
        **dict.fromkeys(("root", "project", "component", "code", "path"), "text"),
        "line": "integer",
        **dict.fromkeys(("check", "message", "context", "source", "target", "content_key", "version"), "text"),
    },
}
"""Kinds of the columns of each table, by name. The first column is the root. Any value may be missing.

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
