"""Render the result of a view as JSON, as a JSON list without envelope, or as CSV."""

import csv
import json
from collections.abc import Iterator, Sequence
from io import StringIO
from typing import Any

from transtats_cli.envelope import QueryParameters
from transtats_cli.serving.http import pagination
from transtats_cli.serving.http.negotiation import CSV_FORMAT, JSON_FLAT_FORMAT, ResponseFormat
from transtats_cli.serving.view_types import JsonDocument, ListPage

JSON_CONTENT_TYPE = "application/json"
CSV_CONTENT_TYPE = "text/csv; charset=utf-8"
_FORMULA_BEGINNINGS = ("=", "+", "-", "@", "\t", "\r")


def render_result(
    result: JsonDocument | ListPage, response_format: ResponseFormat, url: str, query: QueryParameters
) -> tuple[bytes, str]:
    """Return the body and the content type of a response.

    `url` is the URL of the request without its query, for links to other pages.
    """
    if response_format.format_name == CSV_FORMAT:
        return _render_csv(_list_csv_rows(result)), CSV_CONTENT_TYPE
    return encode_json(
        _build_json_value(result, response_format, url, query), response_format.indent
    ), JSON_CONTENT_TYPE


def encode_json(value: Any, indent: int | None = None) -> bytes:
    """Return a value as JSON, on one line without blanks if `indent` is None.

    Noncharacters, U+2028 and U+2029 are escaped.
    """
    separators = (",", ":") if indent is None else (",", ": ")
    text = json.dumps(value, ensure_ascii=False, indent=indent, separators=separators)
    for character in "\u2028\u2029\ufffe\uffff":
        text = text.replace(character, f"\\u{ord(character):04x}")
    # Lone surrogates stand for bytes that are not UTF-8. They are escaped.
    return text.encode("utf-8", "backslashreplace")


def _build_json_value(
    result: JsonDocument | ListPage, response_format: ResponseFormat, url: str, query: QueryParameters
) -> Any:
    if isinstance(result, JsonDocument):
        return result.value
    if response_format.format_name == JSON_FLAT_FORMAT:
        return list(result.rows)
    next_url, previous_url = pagination.make_page_links(url, query, result)
    return {"count": result.row_count, "next": next_url, "previous": previous_url, "results": list(result.rows)}


def _list_csv_rows(result: JsonDocument | ListPage) -> Sequence[dict[str, Any]]:
    if isinstance(result, ListPage):
        return result.rows
    return result.value if isinstance(result.value, list) else [result.value]


def _render_csv(rows: Sequence[dict[str, Any]]) -> bytes:
    """Return CSV with a row for each JSON object.

    Each nested value has its own column, such as `language.code`. Columns are sorted by title.
    """
    cells = [dict(_flatten_cells("", row)) for row in rows]
    titles = sorted({title for row in cells for title in row})
    text = StringIO()
    if titles:
        writer = csv.writer(text)
        writer.writerow(titles)
        writer.writerows([row.get(title) for title in titles] for row in cells)
    return text.getvalue().encode("utf-8", "backslashreplace")


def _flatten_cells(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict | list):
        for key, each in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _flatten_cells(f"{name}.{key}" if name else str(key), each)
    elif isinstance(value, str):
        yield name, _format_csv_text(name, value)
    else:
        yield name, value


def _format_csv_text(column_name: str, text: str) -> str:
    """Return a text for a CSV cell.

    Times have the format of CSV files from a Weblate server. Formulas are escaped, so that spreadsheets do not evaluate
    them.
    """
    if column_name == "last_change":
        return text.replace("T", " ").replace("Z", "+00:00")
    return f"'{text}" if text.startswith(_FORMULA_BEGINNINGS) else text
