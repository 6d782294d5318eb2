"""Encode values as JSON: on one line, or indented and coloured for a terminal."""

import json
import re
from collections.abc import Mapping
from typing import Any

from transtats_cli.output import View
from transtats_cli.output.terminal import render_rich

_TERMINAL_CONTROL_REGEX = "[\x7f-\x9f\u202a-\u202e\u2066-\u2069]"
"""Regular expression of characters that are valid in JSON but that a terminal may interpret as control characters."""
_ESCAPES = (("\u2028", "\\u2028"), ("\u2029", "\\u2029"), ("\ufffe", "\\ufffe"), ("\uffff", "\\uffff"))
"""Characters that are escaped although JSON allows the characters unescaped, with the escape of each character.

Other formats treat these characters as line separators, or forbid the characters.
"""

_COMPACT_ENCODER = json.JSONEncoder(ensure_ascii=False, check_circular=False, separators=(",", ":"))


def to_json(value: Any) -> Any:
    """Return the value of a setting as JSON: a mapping as a dict, and any other value unchanged."""
    return dict(value) if isinstance(value, Mapping) else value


def json_document(value: Any, view: View) -> str:
    """Return a JSON document with a line end: indented for a terminal, on one line for any other output."""
    return _indented_document(value, view) if view.is_terminal else compact_json(value) + "\n"


def compact_json(value: Any, *, for_terminal: bool = False) -> str:
    """Encode a value as JSON on one line, without optional blanks. Line separators and noncharacters are escaped.

    If `for_terminal` is True, control characters that a terminal would interpret are escaped as well.
    """
    text = escape_line_separators(_COMPACT_ENCODER.encode(value))
    return _escape_terminal_controls(text) if for_terminal else text


def escape_line_separators(text: str) -> str:
    """Return JSON in which line separators and noncharacters are escaped."""
    for character, escape in _ESCAPES:
        text = text.replace(character, escape)
    return text


def _escape_terminal_controls(text: str) -> str:
    return re.sub(_TERMINAL_CONTROL_REGEX, lambda control: f"\\u{ord(control[0]):04x}", text)


def _indented_document(value: Any, view: View) -> str:
    text = escape_line_separators(json.dumps(value, ensure_ascii=False, indent=2))
    text = _escape_terminal_controls(text)
    if not view.is_coloured:
        return text + "\n"
    from rich.highlighter import JSONHighlighter
    from rich.text import Text

    highlighted = Text(text)
    JSONHighlighter().highlight(highlighted)
    return render_rich(highlighted, colour=True)
