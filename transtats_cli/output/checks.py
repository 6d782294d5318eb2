"""List of all checks, the page of one check, and their formats.

The list groups the checks by the strings to which they apply. Checks that cannot be decided from files follow at the
end.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from transtats_cli.checks import UndecidableCheck
from transtats_cli.checks.pages import CheckPage
from transtats_cli.envelope import whole_list
from transtats_cli.output import View
from transtats_cli.output.formats import Outputs, page_outputs
from transtats_cli.output.terminal import UNLIMITED_WIDTH
from transtats_cli.output.text_table import render_paragraph

_INDENT = "  "
_ON_MARK, _OFF_MARK, _NO_MARK = "✓ ", "– ", "  "
_STYLES = {_ON_MARK: "green", _OFF_MARK: "dim", _NO_MARK: ""}
_LEGEND = "✓ on here, – off by the settings (checks.select, checks.ignore)"
_UNDECIDABLE_TITLE = "on a server only"
_PREFERRED_WIDTH = 40
"""Minimum width of a description that is printed next to the id of a check.

If the terminal is too narrow, descriptions are printed below the ids.
"""
_LABEL_STYLES = {"Good": "green", "Bad": "red", "For": "bold", "Off": "bold", "Here": "bold"}
_LABEL_WIDTH = max(map(len, _LABEL_STYLES)) + len(_INDENT)
CheckManual = Sequence[CheckPage | UndecidableCheck]
"""Pages of all checks in report order, then the checks that cannot be decided from files."""


def _render_list(manual: CheckManual, view: View) -> Iterator[str]:
    pages_of_checks = (each for each in manual if isinstance(each, CheckPage))
    for title, pages in groupby(pages_of_checks, key=lambda page: page.checked_strings):
        rows = [
            (
                _ON_MARK if page.is_on else _OFF_MARK,
                page.check.id,
                f"{page.requirement} [{page.shown_flags}]" if page.shown_flags else page.requirement,
            )
            for page in pages
        ]
        yield from _render_section(title, rows, view)
    undecidable = (each for each in manual if isinstance(each, UndecidableCheck))
    reasons = [(_NO_MARK, each.id, f"{_capitalise(each.reason)}.") for each in undecidable]
    yield from _render_section(_UNDECIDABLE_TITLE, reasons, view)
    yield from render_paragraph(_LEGEND, view)


def _capitalise(text: str) -> str:
    return text[0].upper() + text[1:]


def _render_section(title: str, rows: list[tuple[str, str, str]], view: View) -> Iterator[str]:
    yield f"{view.style(_capitalise(title), 'bold')}\n"
    longest = max(len(name) for _, name, _ in rows)
    column = len(_ON_MARK) + longest + len(_INDENT)
    below = " " * (len(_ON_MARK) + len(_INDENT))
    for mark, name, description in rows:
        first = view.style(mark, _STYLES[mark]) + view.style(name, "cyan")
        if (view.width or UNLIMITED_WIDTH) - column >= _PREFERRED_WIDTH:
            first += " " * (longest - len(name)) + _INDENT
            yield from render_paragraph(description, view, first, " " * column)
        else:
            yield f"{first}\n"
            yield from render_paragraph(description, view, below, below)
    yield "\n"


def _render_page(check_page: CheckPage | UndecidableCheck, view: View) -> Iterator[str]:
    if isinstance(check_page, UndecidableCheck):
        yield f"{view.style(check_page.id, 'bold')}\n"
        reason = f"A server checks this by default. Files alone cannot decide it: it {check_page.reason}."
        yield from render_paragraph(reason, view, _INDENT, _INDENT)
        return
    yield f"{view.style(check_page.check.id, 'bold')}\n"
    yield from render_paragraph(check_page.requirement, view, _INDENT, _INDENT)
    yield "\n"
    for label, text in _label_page_texts(check_page):
        first = _INDENT + view.style(label.ljust(_LABEL_WIDTH), _LABEL_STYLES[label])
        yield from render_paragraph(text, view, first, _INDENT + " " * _LABEL_WIDTH)
    for each in check_page.notes.split("\n\n") if check_page.notes else []:
        yield "\n"
        yield from render_paragraph(each, view, _INDENT, _INDENT)


def _label_page_texts(check_page: CheckPage) -> Iterator[tuple[str, str]]:
    for label, examples in (("Good", check_page.good_examples), ("Bad", check_page.bad_examples)):
        for example in examples:
            yield label, example
    flags = f": {check_page.shown_flags}" if check_page.shown_flags else ""
    yield "For", f"{check_page.checked_strings}{flags}"
    yield "Off", check_page.way_to_switch_off
    yield "Here", "on" if check_page.is_on else "off by the settings (`checks.select`, `checks.ignore`)"


def _create_page_fields(check_page: CheckPage | UndecidableCheck) -> dict[str, Any]:
    """Return the JSON object of a check's page.

    If the check cannot be decided from files, the object contains only the id, `on` with the value null, and the
    reason.
    """
    if isinstance(check_page, UndecidableCheck):
        return {"id": check_page.id, "on": None, "reason": check_page.reason}
    return {
        "id": check_page.check.id,
        "on": check_page.is_on,
        "finds": check_page.requirement,
        "strings": check_page.checked_strings,
        "flags": list(check_page.check.enabling_flags),
        "ignore": check_page.check.ignore_flag,
        "good": list(check_page.good_examples),
        "bad": list(check_page.bad_examples),
        "off": check_page.way_to_switch_off,
        "notes": check_page.notes,
    }


LIST_OUTPUTS: Outputs[CheckManual] = page_outputs(
    _render_list, lambda manual: whole_list([*map(_create_page_fields, manual)])
)
PAGE_OUTPUTS: Outputs[CheckPage | UndecidableCheck] = page_outputs(_render_page, _create_page_fields)
"""Formats of the page of one check. Their names must be those of LIST_OUTPUTS, because both have one `--format`."""
