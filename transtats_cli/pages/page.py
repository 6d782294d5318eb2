"""Content of a page before it is rendered, and the interface of the tables of a site.

A site is a server, a directory of files (`static_report`), or one page (`single_page`). Sites differ in their links and
tables.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from transtats_cli.pages.tables import CheckRow, Table, TableRow

Crumbs = Sequence[tuple[str, str]]
"""Names and addresses of the pages above a page."""


class Page(NamedTuple):
    """Name of a template, and the values that the template shows."""

    template: str
    values: Mapping[str, Any]


class Section(NamedTuple):
    """Table on a page, with a title."""

    title: str
    noun: str
    """Noun for one row, such as `component`."""
    table: Table[TableRow]
    note: str = ""
    more_title: str = ""
    """Title of a link below the table."""
    more_address: str = ""
    """Address of the link below the table. Empty if there is no link."""


class TableBuilder(Protocol):
    """Selects, sorts and pages the rows of the table of a page."""

    def make_table(self, rows: Sequence[TableRow], *, default_sort: str = "name") -> Table[TableRow]: ...


class CheckTableBuilder(Protocol):
    """Selects, sorts and pages the rows of the table of checks."""

    def make_check_table(self, rows: Sequence[CheckRow]) -> Table[CheckRow]: ...
