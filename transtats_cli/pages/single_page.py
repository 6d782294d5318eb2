"""Page of one component that needs no other file: the style is part of the page, and there are no links."""

from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256
from typing import NamedTuple

from transtats_cli.pages.assets import read_asset
from transtats_cli.pages.components import make_component_page
from transtats_cli.pages.links import Links
from transtats_cli.pages.rendering import render_page
from transtats_cli.pages.tables import TABLE_SORT_COLUMNS, ColumnHeader, Pager, Table, TableRow
from transtats_cli.report import Report


class _LanguageTableBuilder(NamedTuple):
    """Builds a table with the rows of the languages in `codes`, in this order."""

    codes: Sequence[str]

    def make_table(self, rows: Sequence[TableRow], *, default_sort: str = "name") -> Table[TableRow]:
        by_code = {row.code: row for row in rows}
        chosen = [by_code[code] for code in self.codes]
        headers = [ColumnHeader(column.title, "", column.is_number, "") for column in TABLE_SORT_COLUMNS]
        return Table(chosen, len(chosen), headers, (), "", (), Pager(1, 1, "", ""), has_filters=False)


def render_single_page(report: Report, codes: Sequence[str]) -> bytes:
    """Return the page of a component. The table has the rows of the languages with these codes, in this order."""
    digest = b64encode(sha256(read_asset("style.css")).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; img-src data:; base-uri 'none'; form-action 'none'"
    links = Links("", lambda place, query: "", is_single_page=True, content_security_policy=policy)
    page = make_component_page(report, links, _LanguageTableBuilder(codes), report.failures)
    return render_page(page.template, links, **page.values)
