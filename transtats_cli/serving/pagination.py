"""Which page of a list is wanted, and the links to its neighbours."""

import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar
from urllib.parse import urlencode

from transtats_cli.envelope import LARGEST_PAGE, PAGE_SIZE, Page, Query
from transtats_cli.serving import problems
from transtats_cli.serving.view_types import ListPage, ViewRequest

Item = TypeVar("Item")

LAST = 0
"""Stands for the number of the last page, whichever that is."""
_MOST_DIGITS = 18
"""Of a number; a longer one is beyond the end of any list."""
_WHITE_SPACE = " \t\n\r\x0b\x0c"


class PageSizes(NamedTuple):
    """How many rows a page has unless asked, and at most."""

    default: int
    largest: int


STATISTICS = PageSizes(PAGE_SIZE, LARGEST_PAGE)
LISTS = PageSizes(50, 1_000)


class PageRequest(NamedTuple):
    """The page that is asked for, before it is known how many there are."""

    number: int
    size: int

    def resolve(self, count: int) -> Page:
        """The page of a list with so many rows; raises the problem that there is no such page."""
        last = Page(1, self.size).count_of(count)
        number = last if self.number == LAST else self.number
        if number > last:
            raise problems.invalid_page()
        return Page(number, self.size)


def requested_page(query: Query, sizes: PageSizes) -> PageRequest:
    """What `page` and `page_size` say; of several the last counts."""
    parameters = dict(query)
    size = _number(parameters.get("page_size", ""))
    return PageRequest(_page_number(parameters.get("page", "")), min(size, sizes.largest) if size else sizes.default)


def list_page(
    request: ViewRequest, items: Sequence[Item], show: Callable[[Item], dict[str, Any]], sizes: PageSizes = LISTS
) -> ListPage:
    """The page of these items that is asked for; those on it are shown."""
    page = requested_page(request.query, sizes).resolve(len(items))
    start = (page.number - 1) * page.size
    return ListPage(len(items), page, [show(item) for item in items[start : start + page.size]])


def page_links(address: str, query: Query, listing: ListPage) -> tuple[str | None, str | None]:
    """The next page's address, and the previous one's; every other parameter stays."""
    number = listing.page.number
    last = listing.page.count_of(listing.total)
    return (
        _link(address, query, number + 1) if number < last else None,
        _link(address, query, number - 1) if number > 1 else None,
    )


def _link(address: str, query: Query, number: int) -> str:
    parameters = [(name, value) for name, value in query if name != "page"]
    if number > 1:
        parameters.append(("page", str(number)))
    # Sorted by name; the values of one name stay in their order.
    parameters.sort(key=lambda parameter: parameter[0])
    return f"{address}?{urlencode(parameters, errors='surrogatepass')}" if parameters else address


def _page_number(text: str) -> int:
    if not text:
        return 1
    if text == "last":
        return LAST
    number = _number(text)
    if not number:
        raise problems.invalid_page()
    return number


def _number(text: str) -> int:
    """A number above 0 in digits of any script; 0 where it is none. White space around it does not matter."""
    digits = text.strip(_WHITE_SPACE)
    if not re.fullmatch(r"\d+", digits):
        return 0
    # A number that Python would refuse to read is certainly too large.
    return int(digits) if len(digits) <= _MOST_DIGITS else 10**_MOST_DIGITS
