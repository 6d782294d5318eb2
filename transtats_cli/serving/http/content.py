"""Content of responses: requested page of a list, requested format, and rendering as JSON or CSV.

The suffix of the path, the parameter `format` or the Accept header determines the format.
"""

import csv
import json
import re
from collections.abc import Callable, Iterator, Sequence
from io import StringIO
from typing import Any, TypeVar

from transtats_cli.envelope import MAX_PAGE_SIZE, PAGE_SIZE, QueryParameters, ResponsePage, list_response
from transtats_cli.output.formats import compact_json, escape_line_separators
from transtats_cli.serving.http import problems
from transtats_cli.serving.http.exchange import JSON_CONTENT_TYPE
from transtats_cli.serving.http.problems import HttpProblem
from transtats_cli.serving.view_types import JsonObject, JsonValue, ListPage

Item = TypeVar("Item")

JSON_FORMAT = "json"
JSON_FLAT_FORMAT = "json-flat"
CSV_FORMAT = "csv"
OPENMETRICS_FORMAT = "openmetrics"
MEDIA_TYPES = {
    JSON_FORMAT: "application/json",
    CSV_FORMAT: "text/csv",
    JSON_FLAT_FORMAT: "application/json",
    OPENMETRICS_FORMAT: "application/openmetrics-text",
}
"""Media type of each response format."""
LIST_FORMATS = (JSON_FORMAT, CSV_FORMAT, JSON_FLAT_FORMAT)
METRICS_FORMATS = (JSON_FORMAT, CSV_FORMAT, OPENMETRICS_FORMAT)
"""Formats of most routes, and of the metrics of a project. The preferred format comes first."""
CSV_CONTENT_TYPE = "text/csv; charset=utf-8"
LAST_PAGE_NUMBER = 0
"""Page number of the last page before the length of the list is determined."""
PageSizes = tuple[int, int]
"""Default and maximum number of rows per page."""
STATISTICS_PAGE_SIZES: PageSizes = (PAGE_SIZE, MAX_PAGE_SIZE)
LIST_PAGE_SIZES: PageSizes = (50, 1_000)
_FORMULA_BEGINNINGS = ("=", "+", "-", "@", "\t", "\r")
_INDENT_PATTERN = re.compile(r"application/json\s*;[^,]*\bindent=0*([1-9][0-9]{0,3})", re.ASCII | re.IGNORECASE)
_MAX_INDENT = 8
_MAX_DIGITS = 18
"""Number of digits of a page number or size that are parsed. Such numbers are beyond the end of any list."""


def select_page(rows: Sequence[Item], requested: ResponsePage) -> ListPage[Item]:
    """Return the requested page of a list. Raises HttpProblem (404) if the page does not exist.

    The number of the requested page can be LAST_PAGE_NUMBER.
    """
    last = requested.count_pages(len(rows))
    number = last if requested.number == LAST_PAGE_NUMBER else requested.number
    if number > last:
        raise HttpProblem(404, "Invalid page.")
    page = requested._replace(number=number)
    return ListPage(len(rows), page, page.select_rows(rows))


def parse_page_request(query: QueryParameters, sizes: PageSizes = LIST_PAGE_SIZES) -> ResponsePage:
    """Parse the query parameters `page` and `page_size`. Raises HttpProblem if the page number is invalid.

    The number of the page is LAST_PAGE_NUMBER for the last page, and can be beyond the end of the list. If a parameter
    is repeated, the last value is used. An invalid page size is ignored.
    """
    parameters = dict(query)
    default_size, max_size = sizes
    size = parse_positive_number(parameters.get("page_size", ""))
    text = parameters.get("page") or "1"
    number = LAST_PAGE_NUMBER if text == "last" else parse_positive_number(text)
    if not number and text != "last":
        raise HttpProblem(404, "Invalid page.")
    return ResponsePage(number, min(size, max_size) if size else default_size)


def parse_positive_number(text: str) -> int:
    """Return the positive number that a text contains, in digits of any script, or 0.

    Surrounding white space is ignored.
    """
    digits = text.strip()
    # Python refuses to parse very long numbers. They are too large in any case.
    return int(digits[:_MAX_DIGITS]) if digits.isdecimal() else 0


def make_list_page(
    query: QueryParameters,
    items: Sequence[Item],
    to_row: Callable[[Item], JsonObject],
    sizes: PageSizes = LIST_PAGE_SIZES,
) -> ListPage[JsonObject]:
    """Return the requested page of a list. Raises HttpProblem (404) if the page does not exist.

    `to_row` returns the JSON object for an item. It is called only for the items of this page.
    """
    selected = select_page(items, parse_page_request(query, sizes))
    return ListPage(selected.row_count, selected.page, [to_row(item) for item in selected.rows])


def negotiate_response_format(
    query: QueryParameters, accept: str, path_suffix: str = "", formats: Sequence[str] = LIST_FORMATS
) -> str:
    """Return the response format for a request, one of `formats`.

    `path_suffix` takes precedence over the query parameter `format`. Without both, the Accept header determines the
    format. Its quality values are ignored. Raises HttpProblem (404) if the requested format is unknown, and
    HttpProblem (406) if the Accept header allows no format, or not the requested one.
    """
    requested = path_suffix or dict(query).get("format", "")
    if requested and requested not in formats:
        raise problems.not_found()
    offered = [requested] if requested else formats
    accepted = {text.partition(";")[0].strip().lower() for text in accept.split(",")} if accept.strip() else {"*/*"}
    for media_range in ("{0}/{1}", "{0}/*", "*/*"):
        for name in offered:
            if media_range.format(*MEDIA_TYPES[name].split("/")) in accepted:
                return name
    raise HttpProblem(406, "Could not satisfy the request Accept header.")


def render_result(
    result: JsonValue | ListPage[JsonObject],
    response_format: str,
    url: str,
    query: QueryParameters,
    accept: str = "",
) -> tuple[bytes, str]:
    """Return the body and the content type of a response.

    `response_format` is a key of MEDIA_TYPES. `url` is the URL of the request without its query, for links to other
    pages, and `accept` its Accept header.
    """
    value: JsonValue = list(result.rows) if isinstance(result, ListPage) else result
    if response_format == CSV_FORMAT:
        return _render_csv(value if isinstance(value, list) else [value]), CSV_CONTENT_TYPE
    if isinstance(result, ListPage) and response_format != JSON_FLAT_FORMAT:
        value = list_response(url, query, result.row_count, result.page, result.rows)
    return encode_json(value, accept), JSON_CONTENT_TYPE


def encode_json(value: JsonValue, accept: str) -> bytes:
    """Return a value as JSON on one line, or indented by the number of blanks in the Accept header, at most 8."""
    found = _INDENT_PATTERN.search(accept)
    if found is None:
        text = compact_json(value)
    else:
        indent = min(int(found[1]), _MAX_INDENT)
        text = escape_line_separators(json.dumps(value, ensure_ascii=False, indent=indent))
    # Lone surrogates stand for bytes that are not UTF-8. They are escaped.
    return text.encode("utf-8", "backslashreplace")


def _render_csv(rows: Sequence[JsonObject]) -> bytes:
    """Return CSV with a row for each JSON object.

    Each nested value has its own column, such as `language.code`. Columns are sorted by title.
    """
    cells = [dict(_flatten_cells("", row)) for row in rows]
    titles = sorted({title for row in cells for title in row})
    text = StringIO()
    if titles:
        writer = csv.DictWriter(text, titles)
        writer.writeheader()
        writer.writerows(cells)
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
