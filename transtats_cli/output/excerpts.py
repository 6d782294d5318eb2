"""Long texts of strings, cut to their first and last lines."""

import re

from transtats_cli.output.text import escape_controls, wrap_text

_MAX_LINES = 8
_LAST_LINE_COUNT = 2
"""Number of lines at the end of a long text that are always shown, because many checks concern the end of a text."""
_REDUNDANT_BLANKS_PATTERN = re.compile(r"\A +| +\Z| {2,}")
_BLANK_MARK = "␣"


class OmissionLine(str):
    """Line that replaces omitted lines or an empty text."""

    __slots__ = ()


def create_excerpt_lines(text: str, width: int) -> list[str]:
    """Split a text into lines of at most `width` columns.

    For a long text, return only the first and the last lines, with an OmissionLine between them.
    """
    marked = _REDUNDANT_BLANKS_PATTERN.sub(lambda blanks: _BLANK_MARK * len(blanks[0]), text)
    max_length = width * _MAX_LINES
    if len(marked) <= 2 * max_length:
        first = last = _wrap_with_line_breaks(marked, width)
        if len(first) <= _MAX_LINES:
            return first
    else:
        first, last = (
            _wrap_with_line_breaks(marked[:max_length], width),
            _wrap_with_line_breaks(marked[-max_length:], width),
        )
    omission = OmissionLine(f"[… {len(text)} characters in all …]")
    return [*first[: _MAX_LINES - _LAST_LINE_COUNT - 1], omission, *last[-_LAST_LINE_COUNT:]]


def _wrap_with_line_breaks(text: str, width: int) -> list[str]:
    """Split a text into lines of at most `width` columns. Each line break in the text is shown as `\\n`."""
    *ended, last = text.split("\n")
    shown = [f"{escape_controls(line)}\\n" for line in ended] + ([escape_controls(last)] if last else [])
    return [line for whole in shown for line in wrap_text(whole, width)]
