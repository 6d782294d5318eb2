"""Render the list of all checks, and the page of one check."""

from collections.abc import Callable, Iterator

from transtats_cli.checks.pages import CheckPage, Manual
from transtats_cli.checks.undecidable import Undecidable
from transtats_cli.output import View
from transtats_cli.output.checks import listing, page

LIST_RENDERERS: dict[str, Callable[[Manual, View], Iterator[str]]] = {
    "table": listing.table,
    "json": listing.json,
}

PAGE_RENDERERS: dict[str, Callable[[CheckPage | Undecidable, View], Iterator[str]]] = {
    "table": page.text,
    "json": page.json,
}
"""Renderers of one page. The names must equal those of LIST_RENDERERS, because both share the option `--format`."""
