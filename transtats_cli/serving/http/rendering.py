"""Render the result of a view as JSON, as a JSON list without envelope, or as CSV."""

import csv
import json
from collections.abc import Iterator, Sequence
from io import StringIO
from typing import Any

from transtats_cli.envelope import QueryParameters
from transtats_cli.serving.http import pagination
from transtats_cli.serving.http.negotiation import CSV, JSON_FLAT, ResponseFormat
from transtats_cli.serving.view_types import JsonDocument, ListPage

JSON_TYPE = "application/json"
CSV_TYPE = "text/csv; charset=utf-8"
_STARTS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def render(
    result: JsonDocument | ListPage, response_format: ResponseFormat, url: str, query: QueryParameters
) -> tuple[bytes, str]:
    """Return the body and the content type of a response.

    `url` is the URL of the request without its query, for links to other pages.
    """
    if response_format.format == CSV:
        return _render_csv(_csv_rows(result)), CSV_TYPE
    return json_bytes(_json_value(result, response_format, url, query), response_format.indent), JSON_TYPE


def json_bytes(value: Any, indent: int | None = None) -> bytes:
    """Return a value as JSON, on one line without blanks if `indent` is None.

    Noncharacters, U+2028 and U+2029 are escaped.
    """
    separators = (",", ":") if indent is None else (",", ": ")
    text = json.dumps(value, ensure_ascii=False, indent=indent, separators=separators)
    for character in "\u2028\u2029\ufffe\uffff":
        text = text.replace(character, f"\\u{ord(character):04x}")
    # Lone surrogates stand for bytes that are not UTF-8. They are escaped.
    return text.encode("utf-8", "backslashreplace")


def _json_value(
    result: JsonDocument | ListPage, response_format: ResponseFormat, url: str, query: QueryParameters
) -> Any:
    if isinstance(result, JsonDocument):
        return result.value
    if response_format.format == JSON_FLAT:
        return list(result.rows)
    next_url, previous_url = pagination.page_links(url, query, result)
    return {"count": result.total, "next": next_url, "previous": previous_url, "results": list(result.rows)}


def _csv_rows(result: JsonDocument | ListPage) -> Sequence[dict[str, Any]]:
    if isinstance(result, ListPage):
        return result.rows
    return result.value if isinstance(result.value, list) else [result.value]


def _render_csv(rows: Sequence[dict[str, Any]]) -> bytes:
    """Return CSV with a row for each JSON object.

    Each nested value has its own column, such as `language.code`. Columns are sorted by title.
    """
    cells = [dict(_flattened_cells("", row)) for row in rows]
    titles = sorted({title for row in cells for title in row})
    text = StringIO()
    if titles:
        writer = csv.writer(text)
        writer.writerow(titles)
        writer.writerows([row.get(title) for title in titles] for row in cells)
    return text.getvalue().encode("utf-8", "backslashreplace")


def _flattened_cells(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict | list):
        for key, each in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _flattened_cells(f"{name}.{key}" if name else str(key), each)
    elif isinstance(value, str):
        yield name, _cell_text(name, value)
    else:
        yield name, value


def _cell_text(name: str, text: str) -> str:
    """Return a text for a CSV cell.

    Times have the format of CSV files from a Weblate server. Formulas are escaped, so that spreadsheets do not evaluate
    them.
    """
    if name == "last_change":
        return text.replace("T", " ").replace("Z", "+00:00")
    return f"'{text}" if text.startswith(_STARTS_A_FORMULA) else text
