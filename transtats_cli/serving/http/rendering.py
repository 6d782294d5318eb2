"""Choose the format of a response, and render the result of a view: JSON, a JSON list without envelope, or CSV.

The suffix of the path, the parameter `format` or the Accept header determines the format.
"""

import csv
import json
from collections.abc import Iterator, Sequence
from io import StringIO
from typing import Any, NamedTuple

from transtats_cli.envelope import QueryParameters
from transtats_cli.serving.http import pagination, problems
from transtats_cli.serving.view_types import JsonDocument, ListPage

JSON_CONTENT_TYPE = "application/json"
CSV_CONTENT_TYPE = "text/csv; charset=utf-8"
_FORMULA_BEGINNINGS = ("=", "+", "-", "@", "\t", "\r")


JSON_FORMAT = "json"
JSON_FLAT_FORMAT = "json-flat"
CSV_FORMAT = "csv"
MEDIA_TYPES = {JSON_FORMAT: "application/json", CSV_FORMAT: "text/csv", JSON_FLAT_FORMAT: "application/json"}
"""Media type of each response format. The preferred format comes first."""
_MAX_INDENT = 8


class ResponseFormat(NamedTuple):
    """Format of a response."""

    format_name: str = JSON_FORMAT
    """Key of MEDIA_TYPES."""
    indent: int | None = None
    """Number of blanks by which JSON is indented. None for JSON on one line."""


class _MediaRange(NamedTuple):
    """Media range of an Accept header, such as `text/*`. Quality values are ignored."""

    main_type: str
    subtype: str
    parameters: dict[str, str]

    @property
    def precision(self) -> int:
        """3 for a media type with parameters, 2 for a media type without them, 1 for `text/*`, and 0 for `*/*`."""
        if self.main_type == "*":
            return 0
        if self.subtype == "*":
            return 1
        return 3 if self.parameters else 2

    def includes_media_type(self, media_type: str) -> bool:
        kind, _, subtype = media_type.partition("/")
        return self.main_type in ("*", kind) and self.subtype in ("*", subtype)


def negotiate_response_format(query: QueryParameters, accept: str, path_suffix: str = "") -> ResponseFormat:
    """Return the response format for a request.

    `path_suffix` takes precedence over the query parameter `format`. Without both, the Accept header determines the
    format. Raises HttpProblem (404) if the requested format is unknown, and HttpProblem (406) if the Accept header
    allows no format, or not the requested one.
    """
    requested = path_suffix or dict(query).get("format", "")
    if requested and requested not in MEDIA_TYPES:
        raise problems.not_found()
    offered = [requested] if requested else list(MEDIA_TYPES)
    ranges = [_parse_media_range(text) for text in accept.split(",")] if accept.strip() else [_MediaRange("*", "*", {})]
    for precision in (3, 2, 1, 0):
        equally_precise_ranges = [each for each in ranges if each.precision == precision]
        for name in offered:
            for each in equally_precise_ranges:
                if each.includes_media_type(MEDIA_TYPES[name]):
                    return ResponseFormat(name, _parse_indent(each))
    raise problems.not_acceptable()


def _parse_media_range(text: str) -> _MediaRange:
    media_type, *rest = text.split(";")
    kind, _, subtype = media_type.strip().lower().partition("/")
    parameters: dict[str, str] = {}
    for parameter in rest:
        name, separator, value = parameter.partition("=")
        if separator:
            parameters[name.strip().lower()] = value.strip()
    return _MediaRange(kind, subtype, {name: value for name, value in parameters.items() if name != "q"})


def _parse_indent(media_range: _MediaRange) -> int | None:
    """Return the number in the parameter `indent` of a media range, at most 8.

    Return None if the parameter is missing, invalid or 0, or if the media range contains `*`.
    """
    text = media_range.parameters.get("indent", "")
    if media_range.precision < 2 or not (text.isascii() and text.isdigit()):
        return None
    digits = text.lstrip("0")[:4]  # more digits only cost time
    return min(int(digits or "0"), _MAX_INDENT) or None


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
