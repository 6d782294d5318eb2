"""What users read about the checks: the list of them, and the page of one."""

from collections.abc import Callable, Iterator

from transtats_cli.checks.pages import Manual, Page
from transtats_cli.checks.undecidable import Undecidable
from transtats_cli.output import View
from transtats_cli.output.checks import listing, page

LIST_RENDERERS: dict[str, Callable[[Manual, View], Iterator[str]]] = {
    "table": listing.table,
    "json": listing.json,
}

PAGE_RENDERERS: dict[str, Callable[[Page | Undecidable, View], Iterator[str]]] = {
    "table": page.text,
    "json": page.json,
}
"""The same names: a user may add an id to any command line."""
