"""Render the page of one check: description, examples, and the flags that switch the check on and off."""

from collections.abc import Iterator
from typing import Any

from transtats_cli.checks.pages import CheckPage
from transtats_cli.checks.undecidable import UndecidableCheck
from transtats_cli.output import View
from transtats_cli.output.colors import style_text
from transtats_cli.output.json_text import json_document
from transtats_cli.output.text import escape_controls
from transtats_cli.output.wrapping import wrap_paragraph

_INDENT = "  "
_LABEL_STYLES = {"Good": "green", "Bad": "red", "For": "bold", "Off": "bold", "Here": "bold"}
_LABEL_WIDTH = max(map(len, _LABEL_STYLES)) + len(_INDENT)
_UNLIMITED_WIDTH = 1_000_000


def create_check_page_fields(check_page: CheckPage | UndecidableCheck) -> dict[str, Any]:
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


def render_json(check_page: CheckPage | UndecidableCheck, view: View) -> Iterator[str]:
    yield json_document(create_check_page_fields(check_page), view)


def render_text(check_page: CheckPage | UndecidableCheck, view: View) -> Iterator[str]:
    width = view.width or _UNLIMITED_WIDTH
    if isinstance(check_page, UndecidableCheck):
        yield f"{style_text(check_page.id, 'bold', colour=view.is_coloured)}\n"
        reason = f"A server checks this by default. Files alone cannot decide it: it {check_page.reason}."
        yield from _add_line_ends(wrap_paragraph(reason, width, first_prefix=_INDENT, other_prefix=_INDENT))
        return
    yield f"{style_text(check_page.check.id, 'bold', colour=view.is_coloured)}\n"
    yield from _add_line_ends(wrap_paragraph(check_page.requirement, width, first_prefix=_INDENT, other_prefix=_INDENT))
    yield "\n"
    for label, text in _label_page_texts(check_page):
        first = _INDENT + style_text(label.ljust(_LABEL_WIDTH), _LABEL_STYLES[label], colour=view.is_coloured)
        yield from _add_line_ends(
            wrap_paragraph(escape_controls(text), width, first_prefix=first, other_prefix=_INDENT + " " * _LABEL_WIDTH)
        )
    for each in check_page.notes.split("\n\n") if check_page.notes else []:
        yield "\n"
        yield from _add_line_ends(
            wrap_paragraph(escape_controls(each), width, first_prefix=_INDENT, other_prefix=_INDENT)
        )


def _label_page_texts(check_page: CheckPage) -> Iterator[tuple[str, str]]:
    for label, examples in (("Good", check_page.good_examples), ("Bad", check_page.bad_examples)):
        for example in examples:
            yield label, example
    yield (
        "For",
        f"{check_page.checked_strings}: {check_page.shown_flags}"
        if check_page.shown_flags
        else check_page.checked_strings,
    )
    yield "Off", check_page.way_to_switch_off
    yield "Here", "on" if check_page.is_on else "off by the settings (`checks.select`, `checks.ignore`)"


def _add_line_ends(lines: Iterator[str]) -> Iterator[str]:
    for line in lines:
        yield f"{line}\n"
