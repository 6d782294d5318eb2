"""Render the list of all checks.

The checks are grouped by the strings to which they apply. Checks that cannot be decided from files follow at the end.
"""

from collections.abc import Iterable, Iterator
from itertools import groupby

from transtats_cli.checks.pages import CheckManual, CheckPage
from transtats_cli.output import View
from transtats_cli.output.checks.page import create_check_page_fields
from transtats_cli.output.colors import style_text
from transtats_cli.output.json_text import json_document
from transtats_cli.output.text import escape_controls
from transtats_cli.output.wrapping import wrap_paragraph

_INDENT = "  "
_ON_MARK, _OFF_MARK, _NO_MARK = "✓ ", "– ", "  "
_STYLES = {_ON_MARK: "green", _OFF_MARK: "dim", _NO_MARK: ""}
_LEGEND = "✓ on here, – off by the settings (checks.select, checks.ignore)"
_UNDECIDABLE_TITLE = "on a server only"
_PREFERRED_WIDTH = 40
"""Minimum width of a description that is printed next to the id of a check.

If the terminal is too narrow, descriptions are printed below the ids.
"""
_UNLIMITED_WIDTH = 1_000_000


def render_json(manual: CheckManual, view: View) -> Iterator[str]:
    yield json_document(
        [*map(create_check_page_fields, manual.pages), *map(create_check_page_fields, manual.undecidable_checks)], view
    )


def render_table(manual: CheckManual, view: View) -> Iterator[str]:
    for title, pages in groupby(manual.pages, key=lambda page: page.checked_strings):
        yield from _render_section(
            title,
            [
                (_ON_MARK if page.is_on else _OFF_MARK, page.check.id, _describe_check_with_flags(page))
                for page in pages
            ],
            view,
        )
    reasons = [(_NO_MARK, each.id, f"{_capitalise(each.reason)}.") for each in manual.undecidable_checks]
    yield from _render_section(_UNDECIDABLE_TITLE, reasons, view)
    yield "".join(f"{line}\n" for line in wrap_paragraph(_LEGEND, view.width or _UNLIMITED_WIDTH))


def _describe_check_with_flags(check_page: CheckPage) -> str:
    return f"{check_page.requirement} [{check_page.shown_flags}]" if check_page.shown_flags else check_page.requirement


def _capitalise(text: str) -> str:
    return text[0].upper() + text[1:]


def _render_section(title: str, rows: list[tuple[str, str, str]], view: View) -> Iterator[str]:
    yield f"{style_text(_capitalise(title), 'bold', colour=view.is_coloured)}\n"
    width = view.width or _UNLIMITED_WIDTH
    longest = max(len(name) for _, name, _ in rows)
    column = len(_ON_MARK) + longest + len(_INDENT)
    for mark, name, description in rows:
        first = style_text(mark, _STYLES[mark], colour=view.is_coloured) + style_text(
            name, "cyan", colour=view.is_coloured
        )
        if width - column >= _PREFERRED_WIDTH:
            first += " " * (longest - len(name)) + _INDENT
            lines: Iterable[str] = wrap_paragraph(
                escape_controls(description), width, first_prefix=first, other_prefix=" " * column
            )
        else:
            below = " " * (len(_ON_MARK) + len(_INDENT))
            lines = [
                first,
                *wrap_paragraph(escape_controls(description), width, first_prefix=below, other_prefix=below),
            ]
        yield "".join(f"{line}\n" for line in lines)
    yield "\n"
