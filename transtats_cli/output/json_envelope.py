"""JSON: the envelope exactly as a server answers, in colour only for a person at a terminal."""

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

from transtats_cli.envelope import envelope
from transtats_cli.output import View
from transtats_cli.report import Report

_CONTROLS = "[\x7f-\x9f\u202a-\u202e\u2066-\u2069]"
"""JSON may hold these as they are, but a terminal may obey them."""
_ESCAPED = (("\u2028", "\\u2028"), ("\u2029", "\\u2029"), ("\ufffe", "\\ufffe"), ("\uffff", "\\uffff"))
"""Valid in JSON, but not as lines of a text, or not in a PO file."""

_COMPACT = json.JSONEncoder(ensure_ascii=False, check_circular=False, separators=(",", ":"))


def render(reports: Iterable[Report], view: View) -> Iterator[str]:
    (report,) = reports
    answer = envelope(report.component, report.records, extended=view.extended, page=view.page, query=view.query)
    yield document(answer, view)


def document(value: Any, view: View) -> str:
    """A whole JSON document: indented on a terminal, one line elsewhere."""
    return _for_a_person(value, view) if view.terminal else compact(value) + "\n"


def compact(value: Any, *, harmless: bool = False) -> str:
    """One line without a blank; control characters, noncharacters and Unicode's line ends are escaped.

    On a terminal it is to be harmless as well.
    """
    text = _one_line(_COMPACT.encode(value))
    return _harmless(text) if harmless else text


def _one_line(text: str) -> str:
    for character, escape in _ESCAPED:
        text = text.replace(character, escape)
    return text


def _harmless(text: str) -> str:
    return re.sub(_CONTROLS, lambda control: f"\\u{ord(control[0]):04x}", text)


def _for_a_person(value: Any, view: View) -> str:
    text = _one_line(json.dumps(value, ensure_ascii=False, indent=2))
    text = _harmless(text)
    if not view.colour:
        return text + "\n"
    from rich.highlighter import JSONHighlighter
    from rich.text import Text

    from transtats_cli.output.painting import paint

    highlighted = Text(text)
    JSONHighlighter().highlight(highlighted)
    return paint(highlighted, colour=True)
