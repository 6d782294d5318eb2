"""Encode JSON: on one line, or on a terminal indented and coloured."""

import json
import re
from typing import Any

from transtats_cli.output import View

_CONTROLS = "[\x7f-\x9f\u202a-\u202e\u2066-\u2069]"
"""Characters that are valid in JSON, but that a terminal may interpret as control characters."""
_ESCAPED = (("\u2028", "\\u2028"), ("\u2029", "\\u2029"), ("\ufffe", "\\ufffe"), ("\uffff", "\\uffff"))
"""Characters that are valid in JSON, but separate lines in other formats, or are invalid in a PO file."""

_COMPACT = json.JSONEncoder(ensure_ascii=False, check_circular=False, separators=(",", ":"))


def document(value: Any, view: View) -> str:
    """Return a JSON document with a line end: indented on a terminal, else on one line."""
    return _for_a_person(value, view) if view.terminal else compact(value) + "\n"


def compact(value: Any, *, harmless: bool = False) -> str:
    """Encode a value on one line without optional blanks. Unicode line separators and noncharacters are escaped.

    With `harmless`, control characters that a terminal would interpret are escaped as well.
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

    from transtats_cli.output.colors import paint

    highlighted = Text(text)
    JSONHighlighter().highlight(highlighted)
    return paint(highlighted, colour=True)
