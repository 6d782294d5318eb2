"""Tables of the pages of a site.

The query parameters `sort`, `order`, `show`, `name` and `page` of a server arrange the rows, or a script in a report.
"""

import re
from collections.abc import Callable, Mapping, Sequence, Set
from functools import partial
from typing import Any, Generic, NamedTuple, TypeVar

from transtats_cli.envelope import ResponsePage
from transtats_cli.measures import Measure, describe_measure, join_measures
from transtats_cli.pages.links import Parameters, make_query_string
from transtats_cli.pages.own_languages import find_language_tags, select_own_languages
from transtats_cli.pages.rows import ChangeRow, CheckRow, FailingRow, TableRow

PAGE_SIZE = 100
MAX_SCRIPT_ROWS = 1_000
"""Largest number of rows that a page without a server has, where a script sorts and filters a whole table."""
_PAGE_NUMBER = re.compile(r"[0-9]{1,9}", re.ASCII)


RowType = TypeVar("RowType", TableRow, CheckRow, FailingRow, ChangeRow)


class SortColumn(NamedTuple):
    """Column of a table, by which the rows can be sorted."""

    key: str
    title: str
    sort_key: Callable[[Any], Any]
    is_number: bool = True
    """True for numbers and dates."""
    address: str = ""
    """Address of the table sorted by the column, in reverse order if it is sorted by this column already."""
    aria_sort: str = ""
    """`ascending`, `descending`, or empty if the rows are sorted by another column."""

    @property
    def begins_descending(self) -> bool:
        """True if the first click on the header sorts in descending order. The share begins with the least complete."""
        return self.is_number and self.key != "translated"


class Chip(NamedTuple):
    """Link or button that selects some rows of a table."""

    title: str
    address: str
    is_current: bool
    key: str
    """Key of ROW_SELECTIONS, for a script that filters the rows."""


class Table(NamedTuple, Generic[RowType]):
    """One page of a table, with links to the other pages and links that sort and filter the rows."""

    rows: Sequence[RowType]
    row_count: int
    """Number of rows that match the filters, on all pages together."""
    columns: Sequence[SortColumn]
    chips: Sequence[Chip]
    name_filter: str
    kept_parameters: Parameters
    """Query parameters that a form must keep, other than the name filter."""
    pager: "Pager"
    has_filters: bool
    """True if the page shows filters: if the query sorts or filters the rows, or if there are many rows."""
    script_rows: Sequence[tuple[str, str]] = ()
    """Values of each row for a script. Empty if no script sorts and filters the rows.

    The first value contains the place of the row in the order of each column and, if rows can be selected, its places
    in SELECTION_ORDERS. The second value contains the keys of the chips that select the row.
    """
    own_rows: Sequence[RowType] = ()
    """Rows of the reader's languages, which the page shows first."""
    language_tags: Mapping[str, str] = {}
    """Tags of the languages of the rows, by which a script finds the languages of the reader."""
    unfiltered_address: str = "?"
    """Address of the table without filters, and in its first order."""

    @property
    def column_keys(self) -> list[str]:
        return [column.key for column in self.columns]


class Pager(NamedTuple):
    """Number of a page, number of all pages, and addresses of the previous and the next page.

    An address is empty if there is no such page.
    """

    number: int
    page_count: int
    previous: str
    following: str


TABLE_COLUMNS = (
    SortColumn("name", "Name", lambda row: (row.group.casefold(), row.name.casefold(), row.code), is_number=False),
    SortColumn("translated", "Translated", lambda row: row.progress.share.percent_done),
    SortColumn("of-all", "Of all strings", lambda row: row.share_of_all.percent_done),
    SortColumn("components", "Components", lambda row: row.coverage.begun),
    SortColumn("not-begun", "Not begun", lambda row: row.coverage.not_begun.strings),
    SortColumn("change", "30 days", lambda row: row.change or 0),
    SortColumn("left", "Words left", lambda row: row.progress.words_left),
    SortColumn("unfinished", "Strings left", lambda row: row.progress.strings_left),
    SortColumn("failing", "Failing", lambda row: row.progress.statistics.failing),
    SortColumn("fuzzy", "Fuzzy", lambda row: row.progress.statistics.fuzzy.strings),
    SortColumn("outdated", "Outdated", lambda row: row.progress.outdated.strings if row.progress.outdated else 0),
    SortColumn("changed", "Last change", lambda row: row.progress.last_change or ""),
)
SOURCE_COLUMNS = (
    TABLE_COLUMNS[0],
    SortColumn("strings", "Strings", lambda row: row.progress.share.whole),
    SortColumn("failing", "Failing", lambda row: row.progress.statistics.failing),
)
"""Columns of a table of which all rows are those of a source language."""
CHECK_COLUMNS = (
    SortColumn("name", "Rule", lambda row: row.requirement.casefold(), is_number=False),
    SortColumn("strings", "Strings that break it", lambda row: row.strings),
    SortColumn("translations", "Files", lambda row: row.translations),
)
FAILING_COLUMNS = (
    SortColumn("name", "Language", lambda row: (row.name, row.component), is_number=False),
    SortColumn("component", "Component", lambda row: row.component, is_number=False),
    SortColumn("strings", "Failing strings", lambda row: row.strings),
)
RowSelections = Mapping[str, tuple[str, Callable[[Any], bool]]]
ROW_SELECTIONS: RowSelections = {
    "": ("All", lambda row: True),
    "unfinished": ("Unfinished", lambda row: not row.is_complete),
    "nearest": ("Nearest to complete", lambda row: not row.is_complete),
    "farthest": ("Farthest from complete", lambda row: not row.is_complete),
    "complete": ("Complete", lambda row: row.is_complete and not row.progress.is_source),
    "failing": ("Failing checks", lambda row: row.progress.statistics.failing > 0),
    "missing": ("Missing strings", lambda row: row.progress.missing > 0),
}
"""Titles and conditions of the chips that select rows, by the value of `show`."""
MAX_ROWS_WITHOUT_FILTERS = 5
"""Largest number of rows of a table that needs no filters."""


# Rows that have not been counted come last.
SELECTION_ORDERS: Mapping[str, Callable[[TableRow], Any]] = {
    "nearest": lambda row: (bool(row.pending), -row.share_of_all.percent_done, row.progress.words_left, row.name),
    "farthest": lambda row: (bool(row.pending), row.share_of_all.percent_done, -row.progress.words_left, row.name),
}
"""Sort keys of the chips that also sort the rows, by the value of `show`."""


class TableBuilder(NamedTuple):
    """Builds the tables of a page.

    On a server, the query of the request sorts, filters and pages the rows. In a page without a server, a table has all
    rows. If there are at most MAX_SCRIPT_ROWS rows, a script in the page sorts and filters them in the same way.
    """

    query: Mapping[str, str] | None = None
    """Query of the request. Unknown values of its parameters are ignored. None for a page without a server."""
    kept_parameters: Parameters = ()
    """Other query parameters of the page. All links and forms of the tables contain them as well."""
    shows_dates: bool = True
    """True if the table has a column with dates of last changes."""
    languages: Sequence[str] = ()
    """Language codes that the reader prefers, in lower case and with underscores."""
    has_script: bool = True
    """False for a page without a server whose tables cannot be sorted."""

    def make_table(
        self, rows: Sequence[TableRow], *, default_sort: str = "name", last_date: str = ""
    ) -> Table[TableRow]:
        """Return a table. If `default_sort` is empty, the order of the rows is kept.

        `last_date` is the day of the last commit of the history.
        """
        sources = {row.code for row in rows if row.progress.is_source}
        if rows and all(row.progress.is_source for row in rows):
            selections = {key: ROW_SELECTIONS[key] for key in ("", "failing")}
            return self._make_table(rows, SOURCE_COLUMNS, selections, "name", sources)
        left_out = {"changed"} if not self.shows_dates else set()
        left_out |= {"outdated"} if all(row.progress.outdated is None for row in rows) else set()
        left_out |= {"fuzzy"} if not any(row.progress.statistics.fuzzy.strings for row in rows) else set()
        left_out |= {"of-all", "not-begun"} if not any(row.coverage.not_begun.strings for row in rows) else set()
        left_out |= {"change"} if all(row.change is None for row in rows) else set()
        left_out |= {"components"} if all(row.coverage.begun == row.coverage.components for row in rows) else set()
        measure = describe_measure(join_measures(row.progress.measure for row in rows if not row.pending))
        titles = {"translated": measure.title, "change": f"30 days to\n{last_date}" if last_date else "30 days"}
        columns = [
            column._replace(title=titles.get(column.key, column.title))
            for column in TABLE_COLUMNS
            if column.key not in left_out
        ]
        return self._make_table(rows, columns, ROW_SELECTIONS, default_sort, sources)

    def make_check_table(self, rows: Sequence[CheckRow]) -> Table[CheckRow]:
        return self._make_table(rows, CHECK_COLUMNS, {}, "strings")

    def make_failing_table(self, rows: Sequence[FailingRow], sources: Set[str]) -> Table[FailingRow]:
        return self._make_table(rows, FAILING_COLUMNS, {}, "strings", sources)

    def make_change_table(
        self, rows: Sequence[ChangeRow], measure: Measure, words: Sequence[str], sources: Set[str]
    ) -> Table[ChangeRow]:
        """Return a table of the changed rows with a column for each word, sorted by the numbers of the first word."""
        columns = [
            TABLE_COLUMNS[0]._replace(sort_key=lambda row: (row.name.casefold(), row.code)),
            SortColumn("now", f"{measure.title} now", lambda row: row.after),
            SortColumn("points", "Change", lambda row: row.after - row.before),
            SortColumn("total", f"All {measure.unit}", lambda row: row.total_change),
            *(
                SortColumn(f"{word}-strings".replace(" ", "-"), word.capitalize(), partial(_read_count, word))
                for word in words
            ),
        ]
        changed = [row for row in rows if row.is_changed]
        return self._make_table(changed, columns, {}, columns[4].key if words else "name", sources)

    def _make_table(
        self,
        rows: Sequence[RowType],
        columns: Sequence[SortColumn],
        selections: RowSelections,
        default_sort: str,
        sources: Set[str] = frozenset(),
    ) -> Table[RowType]:
        """Return the page of the table that the query selects, or the whole table if there is no server.

        `sources` contains the codes of the source languages, which are no languages of a reader.
        """
        query = self.query or {}
        shown = query.get("show", "") if query.get("show", "") in selections else ""
        text = query.get("name", "").strip()
        parameters: dict[str, str] = {name: query[name] for name in ("sort", "order", "show") if query.get(name)}
        selected: list[Any] = [
            row
            for row in rows
            if (not shown or selections[shown][1](row))
            and any(text.casefold() in each.casefold() for each in row.searched_texts)
        ]
        sort, is_descending = self._sort_rows(selected, columns, shown, default_sort)

        def address(changed_parameters: Mapping[str, str]) -> str:
            if self.query is None:
                return ""
            return make_query_string([*self.kept_parameters, *changed_parameters.items()]) or "?"

        filters = {**parameters, "name": text}
        tags = find_language_tags((row.language for row in rows if row.language), sources)
        own = [] if text or shown else select_own_languages(tags, self.languages)
        page = ResponsePage(1, max(1, len(rows)) if self.query is None else PAGE_SIZE)
        page_count = page.count_pages(len(selected))
        number = int(query["page"]) if _PAGE_NUMBER.fullmatch(query.get("page", "")) else 1
        number = min(max(number, 1), page_count)
        return Table(
            page._replace(number=number).select_rows(selected),
            len(selected),
            [_add_link(column, sort, is_descending, filters, address) for column in columns],
            [
                Chip(title, address({**filters, "show": key}), key == shown, key)
                for key, (title, selects) in selections.items()
                if (self.query is not None and key != "missing") or any(map(selects, rows))
            ],
            text,
            [*parameters.items(), *self.kept_parameters],
            make_pager(
                number, page_count, lambda number: address({**filters, "page": str(number) if number > 1 else ""})
            ),
            len(rows) > MAX_ROWS_WITHOUT_FILTERS or bool(text or parameters),
            self._make_script_rows(selected, columns, selections),
            [row for code in own for row in selected if row.language == code],
            tags,
            unfiltered_address=address({}),
        )

    def _sort_rows(
        self, rows: list[Any], columns: Sequence[SortColumn], shown: str, default_sort: str
    ) -> tuple[str, bool]:
        """Sort the rows as the query demands. Return the key of the column, and True for descending order."""
        query, by_key = self.query or {}, {column.key: column for column in columns}
        sort = query.get("sort", "") if query.get("sort", "") in by_key else default_sort
        if shown in SELECTION_ORDERS and "sort" not in query:
            rows.sort(key=SELECTION_ORDERS[shown])
            return "of-all" if "of-all" in by_key else "translated", shown == "nearest"
        if not sort:
            return "", False
        is_descending = query.get("order", "desc" if by_key[sort].is_number else "asc") == "desc"
        rows.sort(key=columns[0].sort_key)
        rows.sort(key=by_key[sort].sort_key, reverse=is_descending)
        if by_key[sort].is_number:
            rows.sort(key=_is_source)
        return sort, is_descending

    def _make_script_rows(
        self, rows: Sequence[Any], columns: Sequence[SortColumn], selections: RowSelections
    ) -> Sequence[tuple[str, str]]:
        if self.query is not None or not self.has_script or len(rows) > MAX_SCRIPT_ROWS:
            return ()
        orders = [*(column.sort_key for column in columns), *(SELECTION_ORDERS.values() if selections else [])]
        ranks = zip(*(_find_ranks(rows, order) for order in orders), strict=True)
        return [
            (
                " ".join(map(str, places)),
                " ".join(key for key, (_, selects) in selections.items() if key and selects(row)),
            )
            for row, places in zip(rows, ranks, strict=True)
        ]


def _is_source(row: RowType) -> bool:
    return isinstance(row, TableRow) and row.progress.is_source


def _read_count(word: str, row: ChangeRow) -> int:
    return row.counts[word]


def make_pager(number: int, page_count: int, find_address: Callable[[int], str]) -> Pager:
    """Return the number of a page and the links to its neighbours. `find_address` returns the address of a page."""
    return Pager(
        number,
        page_count,
        find_address(number - 1) if number > 1 else "",
        find_address(number + 1) if number < page_count else "",
    )


def _add_link(
    column: SortColumn,
    sort: str,
    is_descending: bool,
    filters: Mapping[str, str],
    address: Callable[[Mapping[str, str]], str],
) -> SortColumn:
    is_current = column.key == sort
    becomes_descending = not is_descending if is_current else column.begins_descending
    others = {name: value for name, value in filters.items() if name not in ("sort", "order")}
    return column._replace(
        address=address({**others, "sort": column.key, "order": "desc" if becomes_descending else "asc"}),
        aria_sort=("descending" if is_descending else "ascending") if is_current else "",
    )


def _find_ranks(rows: Sequence[Any], sort_key: Callable[[Any], Any]) -> list[int]:
    """Return the rank of each row if the rows are sorted by a key. Rows with the same key have the same rank."""
    places = {key: place for place, key in enumerate(sorted({sort_key(row) for row in rows}))}
    return [places[sort_key(row)] for row in rows]
