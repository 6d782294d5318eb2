"""Tables of the pages of a site.

On a server, the query parameters `sort`, `order`, `show`, `name` and `page` sort, filter and page the rows. In a static
report, a script does so.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from transtats_cli.envelope import ResponsePage
from transtats_cli.pages.links import make_query_string
from transtats_cli.pages.progress import TranslationProgress

PAGE_SIZE = 100
_MAX_PAGE_DIGITS = 9


class TableRow(NamedTuple):
    """Row of a table: a name with a link to a page, and the figures of this page."""

    name: str
    code: str
    """Language code or slug that is shown beside the name. Empty if it is the same as the name."""
    address: str
    progress: TranslationProgress
    strings_address: str = ""
    """Address of the unfinished strings. Empty if the row is a sum of translations."""
    group: str = ""
    """Name of the project, to be shown before the name of the row. Empty if the project is not shown."""
    group_address: str = ""


class CheckRow(NamedTuple):
    """Row of the table of checks."""

    name: str
    """Id of the check."""
    requirement: str
    """Condition that a string without this problem meets, in one sentence."""
    strings: int
    """Number of strings that fail the check."""
    translations: int
    """Number of translations that contain such strings."""
    worst_name: str
    """Name of the translation with the most strings that fail the check."""
    worst_address: str
    worst_strings: int


RowType = TypeVar("RowType", TableRow, CheckRow)


class SortColumn(NamedTuple):
    """Column by which the rows of a table can be sorted."""

    key: str
    title: str
    sort_key: Callable[[Any], Any]
    is_number: bool = True
    """True for numbers and dates. The first click on the header then sorts in descending order."""


class ColumnHeader(NamedTuple):
    """Header of a column, with a link that sorts the rows by it."""

    title: str
    """Visible text of the header."""
    address: str
    is_number: bool
    aria_sort: str
    """`ascending`, `descending`, or empty if the rows are sorted by another column."""


class Chip(NamedTuple):
    """Link or button that selects some rows of a table, or some strings of a translation."""

    title: str
    address: str
    is_current: bool
    strings: int | None = None
    """Number of selected strings. None if they are not counted."""
    key: str = ""
    """Key of ROW_SELECTIONS, for a script that filters the rows."""


class ScriptRow(NamedTuple):
    """Values of a row for a script that sorts and filters the rows of a page without a server."""

    ranks: str
    """Place of the row in the order of each column, as numbers with blanks between them.

    In a table of TableRow, one more number is the place in the order of `work_left_order`.
    """
    selections: str = ""
    """Keys of the chips that select the row, separated by blanks."""


class Table(NamedTuple, Generic[RowType]):
    """One page of a table, with links to the other pages and links that sort and filter the rows."""

    rows: Sequence[RowType]
    row_count: int
    """Number of rows that match the filters, on all pages together."""
    headers: Sequence[ColumnHeader]
    chips: Sequence[Chip]
    name_filter: str
    kept_parameters: Sequence[tuple[str, str]]
    """Query parameters that a form must keep, other than the name filter."""
    pager: "Pager"
    has_filters: bool
    """True if the page shows filters: if the query sorts or filters the rows, or if there are many rows."""
    script_rows: Sequence[ScriptRow] = ()
    """Values of the rows for a script. Empty if no script sorts and filters the rows."""
    unfiltered_address: str = "?"
    """Address of the table without filters, and in its first order."""


class Pager(NamedTuple):
    """Number of a page, number of all pages, and addresses of the previous and the next page.

    An address is empty if there is no such page.
    """

    number: int
    page_count: int
    previous: str
    following: str


TABLE_SORT_COLUMNS = (
    SortColumn("name", "Name", lambda row: (row.group.casefold(), row.name.casefold(), row.code), is_number=False),
    SortColumn("translated", "Translated", lambda row: row.progress.reference_percent),
    SortColumn("left", "Words left", lambda row: row.progress.words_left),
    SortColumn("unfinished", "Strings left", lambda row: row.progress.strings_left),
    SortColumn("failing", "Failing", lambda row: row.progress.statistics.failing),
    SortColumn("fuzzy", "Fuzzy", lambda row: row.progress.statistics.fuzzy.strings),
    SortColumn("changed", "Last change", lambda row: row.progress.last_change or ""),
)
CHECK_COLUMNS = (
    SortColumn("name", "Check", lambda row: row.name, is_number=False),
    SortColumn("strings", "Failing strings", lambda row: row.strings),
    SortColumn("translations", "Translations", lambda row: row.translations),
)
ROW_SELECTIONS: Mapping[str, tuple[str, Callable[[TableRow], bool]]] = {
    "": ("All", lambda row: True),
    "unfinished": ("Unfinished", lambda row: not row.progress.is_complete),
    "nearest": ("Nearest to complete", lambda row: not row.progress.is_complete),
    "complete": ("Complete", lambda row: row.progress.is_complete),
    "failing": ("Failing checks", lambda row: row.progress.statistics.failing > 0),
    "missing": ("Missing strings", lambda row: row.progress.missing > 0),
}
"""Titles and conditions of the chips that select rows, by the value of `show`."""
MAX_ROWS_WITHOUT_FILTERS = 5
"""Largest number of rows of a table that needs no filters."""


def work_left_order(row: TableRow) -> tuple[int, int, str]:
    """Return the sort key of a row for the selection "Nearest to complete": words left, strings left, and the name."""
    return row.progress.words_left, row.progress.strings_left, row.name


class TableBuilder(NamedTuple):
    """Builds the tables of a page.

    On a server, the query of the request sorts, filters and pages the rows. In a page without a server, a table has all
    rows. If there are at most PAGE_SIZE rows, a script in the page sorts and filters them in the same way.
    """

    query: Mapping[str, str] | None = None
    """Query of the request. Unknown values of its parameters are ignored. None for a page without a server."""
    kept_parameters: Sequence[tuple[str, str]] = ()
    """Other query parameters of the page. All links and forms of the tables contain them as well."""
    shows_dates: bool = True
    """True if the table has a column with dates of last changes."""
    has_script: bool = True
    """False for a page without a server whose tables cannot be sorted."""

    def make_table(self, rows: Sequence[TableRow], *, default_sort: str = "name") -> Table[TableRow]:
        """Return a table. If `default_sort` is empty, the order of the rows is kept."""
        columns = [column for column in TABLE_SORT_COLUMNS if self.shows_dates or column.key != "changed"]
        if self.query is None:
            table = self._make_whole_table(rows, columns, default_sort, work_left_order)
            if not table.script_rows:
                return table
            selections = [(key, *each) for key, each in ROW_SELECTIONS.items()]
            chips = [Chip(title, "", not key, key=key) for key, title, selects in selections if any(map(selects, rows))]
            keys = [" ".join(key for key, _, selects in selections if key and selects(row)) for row in table.rows]
            script_rows = [each._replace(selections=key) for each, key in zip(table.script_rows, keys, strict=True)]
            return table._replace(chips=chips, script_rows=script_rows)
        shown = self.query.get("show", "") if self.query.get("show", "") in ROW_SELECTIONS else ""
        selected = [row for row in rows if ROW_SELECTIONS[shown][1](row)]
        if shown == "nearest" and "sort" not in self.query:
            # Fewest words first, so that little work completes the most languages.
            selected.sort(key=work_left_order)
            default_sort = ""
        parameters = {name: self.query[name] for name in ("sort", "order", "show", "name") if self.query.get(name)}
        has_missing = any(row.progress.missing for row in rows)
        chips = [
            Chip(title, make_query_string(list({**parameters, "show": key}.items())) or "?", key == shown)
            for key, (title, _) in ROW_SELECTIONS.items()
            if key != "missing" or has_missing
        ]
        is_long = len(rows) > MAX_ROWS_WITHOUT_FILTERS
        return self._keep_parameters(make_table_page(selected, columns, self.query, default_sort, chips, is_long))

    def make_check_table(self, rows: Sequence[CheckRow]) -> Table[CheckRow]:
        if self.query is None:
            return self._make_whole_table(rows, CHECK_COLUMNS, "strings")
        is_long = len(rows) > MAX_ROWS_WITHOUT_FILTERS
        return self._keep_parameters(make_table_page(rows, CHECK_COLUMNS, self.query, "strings", [], is_long))

    def _make_whole_table(
        self,
        rows: Sequence[RowType],
        columns: Sequence[SortColumn],
        default_sort: str,
        *other_orders: Callable[[Any], Any],
    ) -> Table[RowType]:
        """Return a table with all rows. If a script sorts the table, it contains the ranks of the rows.

        A script can sort by each column, and by each of `other_orders`.
        """
        is_sortable = self.has_script and len(rows) <= PAGE_SIZE
        is_long = is_sortable and len(rows) > MAX_ROWS_WITHOUT_FILTERS
        table = make_table_page(rows, columns, {}, default_sort, [], is_long, max(1, len(rows)))
        table = table._replace(headers=[each._replace(address="") for each in table.headers])
        if not is_sortable:
            return table
        ranks = [_find_ranks(table.rows, key) for key in (*(each.sort_key for each in columns), *other_orders)]
        return table._replace(
            script_rows=[ScriptRow(" ".join(map(str, places))) for places in zip(*ranks, strict=True)]
        )

    def _keep_parameters(self, table: Table[RowType]) -> Table[RowType]:
        if not self.kept_parameters:
            return table
        pager = table.pager._replace(
            previous=self._add_parameters(table.pager.previous), following=self._add_parameters(table.pager.following)
        )
        return table._replace(
            headers=[each._replace(address=self._add_parameters(each.address)) for each in table.headers],
            chips=[each._replace(address=self._add_parameters(each.address)) for each in table.chips],
            kept_parameters=[*table.kept_parameters, *self.kept_parameters],
            pager=pager,
            unfiltered_address=self._add_parameters("?"),
        )

    def _add_parameters(self, address: str) -> str:
        """Return an address with `kept_parameters` added to its query. An empty address is unchanged."""
        return f"{make_query_string(self.kept_parameters)}&{address.removeprefix('?')}".rstrip("&") if address else ""


def make_pager(page: ResponsePage, item_count: int, parameters: Sequence[tuple[str, str]]) -> Pager:
    """Return the numbers of a page and the links to its neighbours.

    `item_count` is the number of items on all pages. The links contain the query parameters in `parameters`, and the
    parameter `page`.
    """
    count = page.count_pages(item_count)

    def address(number: int) -> str:
        return make_query_string([*parameters, ("page", str(number) if number > 1 else "")]) or "?"

    return Pager(
        page.number,
        count,
        address(page.number - 1) if page.number > 1 else "",
        address(page.number + 1) if page.number < count else "",
    )


def read_page_number(text: str, last: int) -> int:
    """Return the page number that a text contains, but at least 1 and at most `last`.

    Return 1 if the text is not a number.
    """
    number = int(text) if text.isascii() and text.isdigit() and len(text) <= _MAX_PAGE_DIGITS else 1
    return min(max(number, 1), last)


def make_table_page(
    rows: Sequence[RowType],
    columns: Sequence[SortColumn],
    query: Mapping[str, str],
    default_sort: str,
    chips: Sequence[Chip],
    is_long: bool,
    page_size: int = PAGE_SIZE,
) -> Table[RowType]:
    """Return one page of a table. The query sorts the rows, filters them by name, and selects the page.

    Other filters have been applied to `rows` before; `chips` are the links for these filters. If `default_sort` is
    empty, and the query does not sort the rows, their order is kept. `is_long` is True if the table has so many rows
    that the page shows filters.
    """
    text = query.get("name", "").strip()
    parameters: dict[str, str] = {name: query[name] for name in ("sort", "order", "show") if query.get(name)}
    rows = [row for row in rows if _matches_name(row, text.casefold())]
    by_key = {column.key: column for column in columns}
    sort = query.get("sort", "") if query.get("sort", "") in by_key else default_sort
    if sort:
        is_descending = query.get("order", "desc" if by_key[sort].is_number else "asc") == "desc"
        rows = sorted(rows, key=columns[0].sort_key)
        rows.sort(key=by_key[sort].sort_key, reverse=is_descending)
    else:
        is_descending = False
    page = ResponsePage(1, page_size)
    page = page._replace(number=read_page_number(query.get("page", ""), page.count_pages(len(rows))))
    everything = [*parameters.items(), ("name", text)]
    return Table(
        rows[(page.number - 1) * page.size : page.number * page.size],
        len(rows),
        [_make_header(column, sort, is_descending, everything) for column in columns],
        chips,
        text,
        list(parameters.items()),
        make_pager(page, len(rows), everything),
        is_long or bool(text or parameters),
    )


def _matches_name(row: TableRow | CheckRow, text: str) -> bool:
    """Return True if a row contains a text in its name, code or group. For a check, look in its name and requirement.

    `text` is case-folded.
    """
    if isinstance(row, CheckRow):
        return text in row.name.casefold() or text in row.requirement.casefold()
    return any(text in each.casefold() for each in (row.name, row.code, row.group))


def _make_header(
    column: SortColumn, sort: str, is_descending: bool, parameters: Sequence[tuple[str, str]]
) -> ColumnHeader:
    is_current = column.key == sort
    becomes_descending = not is_descending if is_current else column.is_number
    address = make_query_string(
        [
            *((name, value) for name, value in parameters if name not in ("sort", "order")),
            ("sort", column.key),
            ("order", "desc" if becomes_descending else "asc"),
        ]
    )
    aria_sort = ("descending" if is_descending else "ascending") if is_current else ""
    return ColumnHeader(column.title, address, column.is_number, aria_sort)


def _find_ranks(rows: Sequence[Any], sort_key: Callable[[Any], Any]) -> list[int]:
    """Return the rank of each row if the rows are sorted by a key. Rows with the same key have the same rank."""
    places = {key: place for place, key in enumerate(sorted({sort_key(row) for row in rows}))}
    return [places[sort_key(row)] for row in rows]
