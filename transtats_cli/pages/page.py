"""Content of a page before it is rendered.

The page is part of a server, of a directory of files (`static_report`), or the only one (`single_page`). These sites
differ in their links and in the script or the queries that sort their tables.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from transtats_cli.pages.tables import Table, TableRow

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
