"""Tables of a static report, and their pages. A script sorts and filters the rows in the same way as a server.

A long table is divided into several pages, and each page is a file.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

from transtats_cli.envelope import ResponsePage
from transtats_cli.pages.links import Links
from transtats_cli.pages.page import Page
from transtats_cli.pages.rendering import render_page
from transtats_cli.pages.tables import (
    CHECK_COLUMNS,
    MAX_ROWS_WITHOUT_FILTERS,
    PAGE_SIZE,
    ROW_SELECTIONS,
    TABLE_SORT_COLUMNS,
    CheckRow,
    Chip,
    Pager,
    RowType,
    ScriptRow,
    SortColumn,
    Table,
    TableRow,
    make_table_page,
    work_left_order,
)
from transtats_cli.static_report.page_paths import number_path, relative_address

ReportFile = tuple[str, bytes]
"""Path of a file in the report, and its content."""


class StaticTableBuilder(NamedTuple):
    """Builder for the tables of a static report. A table contains all rows; `generate_table_pages` divides it.

    If one page contains all rows of a table, a script in the page sorts and filters the rows. The rows of a longer
    table cannot be sorted or filtered.
    """

    shows_dates: bool = False
    """True if the table has a column with dates of last changes."""

    def make_table(self, rows: Sequence[TableRow], *, default_sort: str = "name") -> Table[TableRow]:
        columns = [column for column in TABLE_SORT_COLUMNS if self.shows_dates or column.key != "changed"]
        table = _make_whole_table(rows, columns, default_sort)
        if len(rows) > PAGE_SIZE:
            return table
        has_missing = any(row.progress.missing for row in rows)
        chips = [
            Chip(title, "", not key, key=key)
            for key, (title, _) in ROW_SELECTIONS.items()
            if any(ROW_SELECTIONS[key][1](row) for row in rows) and (key != "missing" or has_missing)
        ]
        ranks = [*_rank_rows(table.rows, columns), _find_ranks(table.rows, work_left_order)]
        return table._replace(chips=chips, script_rows=_make_script_rows(table.rows, ranks))

    def make_check_table(self, rows: Sequence[CheckRow]) -> Table[CheckRow]:
        table = _make_whole_table(rows, CHECK_COLUMNS, "strings")
        if len(rows) > PAGE_SIZE:
            return table
        ranks = _rank_rows(table.rows, CHECK_COLUMNS)
        return table._replace(
            script_rows=[ScriptRow(" ".join(map(str, places)), "") for places in zip(*ranks, strict=True)]
        )


def generate_table_pages(
    path: str, links: Links, make_page: Callable[[Links, StaticTableBuilder], Page]
) -> Iterator[ReportFile]:
    """Yield all pages of a table. `path` and `links` are those of the first page.

    All pages of a table are in the same folder, so their relative links are the same.
    """
    page = make_page(links, StaticTableBuilder(links.shows_dates))
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


def _make_whole_table(rows: Sequence[RowType], columns: Sequence[SortColumn], default_sort: str) -> Table[RowType]:
    table = make_table_page(
        rows, columns, {}, default_sort, [], MAX_ROWS_WITHOUT_FILTERS < len(rows) <= PAGE_SIZE, max(1, len(rows))
    )
    return table._replace(headers=[each._replace(address="") for each in table.headers])


def _make_script_rows(rows: Sequence[TableRow], ranks: Sequence[Sequence[int]]) -> list[ScriptRow]:
    return [
        ScriptRow(
            " ".join(map(str, places)), " ".join(key for key in ROW_SELECTIONS if key and ROW_SELECTIONS[key][1](row))
        )
        for row, *places in zip(rows, *ranks, strict=True)
    ]


def _rank_rows(rows: Sequence[Any], columns: Sequence[SortColumn]) -> list[list[int]]:
    """Return one list for each column. It contains the rank of each row if the rows are sorted by this column.

    Rows with the same value have the same rank.
    """
    return [_find_ranks(rows, column.sort_key) for column in columns]


def _find_ranks(rows: Sequence[Any], sort_key: Callable[[Any], Any]) -> list[int]:
    places = {key: place for place, key in enumerate(sorted({sort_key(row) for row in rows}))}
    return [places[sort_key(row)] for row in rows]
