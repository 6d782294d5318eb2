"""Render the page of one check: description, examples, and the flags that switch the check on and off."""

from collections.abc import Iterator
from typing import Any

from transtats_cli.checks.pages import CheckPage
from transtats_cli.checks.undecidable import Undecidable
from transtats_cli.output import View
from transtats_cli.output.colors import style_text
from transtats_cli.output.json_text import json_document
from transtats_cli.output.text import escape_controls
from transtats_cli.output.wrapping import wrap_paragraph

_INDENT = "  "
_LABELS = {"Good": "green", "Bad": "red", "For": "bold", "Off": "bold", "Here": "bold"}
_COLUMN = max(map(len, _LABELS)) + len(_INDENT)
_ANY_WIDTH = 1_000_000


def page_fields(page: CheckPage | Undecidable) -> dict[str, Any]:
    """Return the JSON object of a check's page. `on` is null if the check cannot be decided from files."""
    if isinstance(page, Undecidable):
        return {"id": page.id, "on": None, "reason": page.reason}
    return {
        "id": page.check.id,
        "on": page.is_on,
        "finds": page.finds,
        "strings": page.strings,
        "flags": list(page.check.enabling_flags),
        "ignore": page.check.ignore_flag,
        "good": list(page.good),
        "bad": list(page.bad),
        "off": page.off,
        "notes": page.notes,
    }


def render_json(page: CheckPage | Undecidable, view: View) -> Iterator[str]:
    yield json_document(page_fields(page), view)


def render_text(page: CheckPage | Undecidable, view: View) -> Iterator[str]:
    width = view.width or _ANY_WIDTH
    if isinstance(page, Undecidable):
        yield f"{style_text(page.id, 'bold', colour=view.colour)}\n"
        reason = f"A server checks this by default. Files alone cannot decide it: it {page.reason}."
        yield from _with_line_ends(wrap_paragraph(reason, width, first=_INDENT, indent=_INDENT))
        return
    yield f"{style_text(page.check.id, 'bold', colour=view.colour)}\n"
    yield from _with_line_ends(wrap_paragraph(page.finds, width, first=_INDENT, indent=_INDENT))
    yield "\n"
    for label, text in _labelled_texts(page):
        first = _INDENT + style_text(label.ljust(_COLUMN), _LABELS[label], colour=view.colour)
        yield from _with_line_ends(
            wrap_paragraph(escape_controls(text), width, first=first, indent=_INDENT + " " * _COLUMN)
        )
    for each in page.notes.split("\n\n") if page.notes else []:
        yield "\n"
        yield from _with_line_ends(wrap_paragraph(escape_controls(each), width, first=_INDENT, indent=_INDENT))


def _labelled_texts(page: CheckPage) -> Iterator[tuple[str, str]]:
    for label, examples in (("Good", page.good), ("Bad", page.bad)):
        for example in examples:
            yield label, example
    yield "For", f"{page.strings}: {page.flags}" if page.flags else page.strings
    yield "Off", page.off
    yield "Here", "on" if page.is_on else "off by the settings (`checks.select`, `checks.ignore`)"


def _with_line_ends(lines: Iterator[str]) -> Iterator[str]:
    for line in lines:
        yield f"{line}\n"
