"""Pages with a table. A long table is divided into several pages, and each page is a file."""

from collections.abc import Callable, Iterator
from functools import partial

from transtats_cli.pages.page import Page
from transtats_cli.pages.rendering import render_page
from transtats_cli.static_report.links import ReportLinks
from transtats_cli.static_report.page_paths import number_path, relative_address
from transtats_cli.static_report.tables import StaticTableBuilder

ReportFile = tuple[str, bytes]
"""Path of a file in the report, and its content."""
MakePage = Callable[[ReportLinks, StaticTableBuilder], Page]
"""Function that makes a page with a table. The arguments are the links and the table builder of this page."""


def generate_table_pages(
    path: str, make_links: Callable[[str], ReportLinks], make_page: MakePage
) -> Iterator[ReportFile]:
    """Yield all pages of a table. `path` is the path of the first page.

    `make_links` receives the path of a page, and returns the links for this page.
    """
    number = page_count = 1
    while number <= page_count:
        here = number_path(path, number)
        links = make_links(here)
        page = make_page(links, StaticTableBuilder(number, partial(page_number_address, path, here), links.shows_dates))
        table = page.values["section"].table if "section" in page.values else page.values["table"]
        page_count = table.pager.page_count
        yield here, render_report_page(page, links)
        number += 1


def render_report_page(page: Page, links: ReportLinks) -> bytes:
    return render_page(page.template, links, **page.values)


def page_number_address(first_path: str, from_page: str, page_number: int) -> str:
    """Return the relative address of the page with a number, for a link in another page of the same table or list.

    `first_path` is the path of the first page, and `from_page` the path of the page that contains the link.
    """
    return relative_address(number_path(first_path, page_number), from_page)
