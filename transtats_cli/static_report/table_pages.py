"""Pages with a table. A long table is divided into several pages, and each page is a file."""

from collections.abc import Callable, Iterator
from functools import partial

from transtats_cli.pages.page import Page
from transtats_cli.pages.rendering import render_page
from transtats_cli.static_report.links import ReportLinks
from transtats_cli.static_report.page_paths import number_path, relative_address
from transtats_cli.static_report.tables import StaticTableBuilder, split_table

ReportFile = tuple[str, bytes]
"""Path of a file in the report, and its content."""
MakePage = Callable[[ReportLinks, StaticTableBuilder], Page]
"""Function that makes a page with a table. The arguments are the links and the table builder of this page."""


def generate_table_pages(
    path: str, make_links: Callable[[str], ReportLinks], make_page: MakePage
) -> Iterator[ReportFile]:
    """Yield all pages of a table. `path` is the path of the first page.

    `make_links` receives the path of the first page, and returns the links for all pages of the table.
    """
    # All pages of a table are in the same folder, so their relative links are the same.
    links = make_links(path)
    page = make_page(links, StaticTableBuilder(links.shows_dates))
    section = page.values.get("section")
    table = page.values["table"] if section is None else section.table
    for number, part in enumerate(split_table(table, partial(page_number_address, path, path)), start=1):
        values = {"table": part} if section is None else {"section": section._replace(table=part)}
        part_page = page._replace(values={**page.values, **values})
        yield number_path(path, number), render_report_page(part_page, links)


def render_report_page(page: Page, links: ReportLinks) -> bytes:
    return render_page(page.template, links, **page.values)


def page_number_address(first_path: str, from_page: str, page_number: int) -> str:
    """Return the relative address of the page with a number, for a link in another page of the same table or list.

    `first_path` is the path of the first page, and `from_page` the path of the page that contains the link.
    """
    return relative_address(number_path(first_path, page_number), from_page)
