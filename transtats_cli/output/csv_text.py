"""Rows of CSV files, in which formulas are escaped."""

from collections.abc import Iterable
from io import StringIO
from typing import Any

from transtats_cli.output.text import escape_controls

_FORMULA_STARTS = ("=", "+", "-", "@", "＝", "＋", "－", "＠")
"""Characters that begin a formula. Some spreadsheets also accept the full-width forms, and skip leading blanks."""


def csv_rows(rows: Iterable[Iterable[object]]) -> str:
    """Return rows as CSV."""
    # Imported late, because no other format needs it.
    import csv

    text = StringIO()
    csv.writer(text).writerows(map(_create_cell, row) for row in rows)
    return text.getvalue()


def _create_cell(value: Any) -> Any:
    """Return a value for a CSV cell. Line ends and control characters in a text are escaped.

    If a spreadsheet would evaluate the text as a formula, the text gets a leading apostrophe. A value that is not a
    text is returned unchanged.
    """
    if not isinstance(value, str):
        return value
    text = escape_controls(value)
    return f"'{text}" if text.lstrip().startswith(_FORMULA_STARTS) else text
