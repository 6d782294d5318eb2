"""Determine the requested page of a list, and the links to the next and previous page."""

import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar
from urllib.parse import urlencode

from transtats_cli.envelope import MAX_PAGE_SIZE, PAGE_SIZE, QueryParameters, ResponsePage
from transtats_cli.serving.http import problems
from transtats_cli.serving.view_types import ListPage, ViewRequest

Item = TypeVar("Item")

LAST_PAGE_NUMBER = 0
"""Page number of the last page before the length of the list is determined."""
_MAX_DIGITS = 18
"""Maximum number of digits of a page number or size. Larger numbers are beyond the end of any list."""
_WHITE_SPACE = " \t\n\r\x0b\x0c"


class PageSizes(NamedTuple):
    """Default and maximum number of rows per page."""

    default_size: int
    max_size: int


STATISTICS_PAGE_SIZES = PageSizes(PAGE_SIZE, MAX_PAGE_SIZE)
LIST_PAGE_SIZES = PageSizes(50, 1_000)


class PageRequest(NamedTuple):
    """Requested page number and number of rows per page. The page may be beyond the end of the list."""

    number: int
    """Page number, counted from 1, or LAST_PAGE_NUMBER for the last page."""
    size: int

    def resolve_page(self, row_count: int) -> ResponsePage:
        """Return the page of a list with `row_count` rows. Raises HttpProblem if the page does not exist."""
        last = ResponsePage(1, self.size).count_pages(row_count)
        number = last if self.number == LAST_PAGE_NUMBER else self.number
        if number > last:
            raise problems.invalid_page()
        return ResponsePage(number, self.size)


def parse_page_request(query: QueryParameters, sizes: PageSizes) -> PageRequest:
    """Parse the query parameters `page` and `page_size`. Raises HttpProblem if the page number is invalid.

    If a parameter is repeated, the last value is used. An invalid page size is ignored.
    """
    parameters = dict(query)
    size = _parse_positive_number(parameters.get("page_size", ""))
    return PageRequest(
        _parse_page_number(parameters.get("page", "")), min(size, sizes.max_size) if size else sizes.default_size
    )


def make_list_page(
    request: ViewRequest,
    items: Sequence[Item],
    to_row: Callable[[Item], dict[str, Any]],
    sizes: PageSizes = LIST_PAGE_SIZES,
) -> ListPage:
    """Return the requested page of a list. Raises HttpProblem (404) if the page does not exist.

    `to_row` returns the JSON object for an item. It is called only for the items of this page.
    """
    page = parse_page_request(request.query, sizes).resolve_page(len(items))
    start = (page.number - 1) * page.size
    return ListPage(len(items), page, [to_row(item) for item in items[start : start + page.size]])


def make_page_links(url: str, query: QueryParameters, list_page: ListPage) -> tuple[str | None, str | None]:
    """Return the URLs of the next and the previous page. All other query parameters are kept.

    The URL of a page that does not exist is None.
    """
    number = list_page.page.number
    last = list_page.page.count_pages(list_page.row_count)
    return (
        _make_page_url(url, query, number + 1) if number < last else None,
        _make_page_url(url, query, number - 1) if number > 1 else None,
    )


def _make_page_url(url: str, query: QueryParameters, page_number: int) -> str:
    parameters = [(name, value) for name, value in query if name != "page"]
    if page_number > 1:
        parameters.append(("page", str(page_number)))
    # Sorted by name. Values of the same name keep their order.
    parameters.sort(key=lambda parameter: parameter[0])
    return f"{url}?{urlencode(parameters, errors='surrogatepass')}" if parameters else url


def _parse_page_number(text: str) -> int:
    if not text:
        return 1
    if text == "last":
        return LAST_PAGE_NUMBER
    number = _parse_positive_number(text)
    if not number:
        raise problems.invalid_page()
    return number


def _parse_positive_number(text: str) -> int:
    """Return the positive number that a text contains, in digits of any script, or 0.

    Surrounding white space is ignored.
    """
    digits = text.strip(_WHITE_SPACE)
    if not re.fullmatch(r"\d+", digits):
        return 0
    # Python refuses to parse very long numbers. They are too large in any case.
    return int(digits) if len(digits) <= _MAX_DIGITS else 10**_MAX_DIGITS
