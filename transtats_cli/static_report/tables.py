"""Pages of the tables of a static report. A long table is divided into several pages, and each page is a file."""

from collections.abc import Callable, Iterator
from functools import partial

from transtats_cli.envelope import ResponsePage
from transtats_cli.pages.links import Links
from transtats_cli.pages.page import Page
from transtats_cli.pages.rendering import render_page
from transtats_cli.pages.tables import PAGE_SIZE, Pager, RowType, Table, TableBuilder
from transtats_cli.static_report.page_paths import number_path, relative_address

ReportFile = tuple[str, bytes]
"""Path of a file in the report, and its content."""


def generate_table_pages(
    path: str, links: Links, make_page: Callable[[Links, TableBuilder], Page]
) -> Iterator[ReportFile]:
    """Yield all pages of a table. `path` and `links` are those of the first page.

    All pages of a table are in the same folder, so their relative links are the same.
    """
    page = make_page(links, TableBuilder(shows_dates=links.shows_dates))
    section = page.values.get("section")
    table = page.values["table"] if section is None else section.table
    for number, part in enumerate(split_table(table, partial(page_number_address, path, path)), start=1):
        values = {"table": part} if section is None else {"section": section._replace(table=part)}
        part_page = page._replace(values={**page.values, **values})
        yield number_path(path, number), render_report_page(part_page, links)


def render_report_page(page: Page, links: Links) -> bytes:
    return render_page(page.template, links, **page.values)


def page_number_address(first_path: str, from_page: str, page_number: int) -> str:
    """Return the relative address of the page with a number, for a link in another page of the same table or list.

    `first_path` is the path of the first page, and `from_page` the path of the page that contains the link.
    """
    return relative_address(number_path(first_path, page_number), from_page)


def split_table(table: Table[RowType], page_address: Callable[[int], str]) -> Iterator[Table[RowType]]:
    """Yield the pages of a table with all rows. `page_address` returns the address of the page with a number."""
    count = ResponsePage(1, PAGE_SIZE).count_pages(len(table.rows))
    for number in range(1, count + 1):
        pager = Pager(
            number,
            count,
            page_address(number - 1) if number > 1 else "",
            page_address(number + 1) if number < count else "",
        )
        yield table._replace(rows=table.rows[(number - 1) * PAGE_SIZE : number * PAGE_SIZE], pager=pager)
