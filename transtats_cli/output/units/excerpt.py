"""Show a text of a translation on a few lines of a terminal, with line breaks and redundant blanks made visible."""

import re

from transtats_cli.output.text import visible
from transtats_cli.output.wrapping import wrapped

_MOST_LINES = 8
_LAST_LINES = 2
"""Number of lines from the end of a long text. They are shown because many checks concern the end of a text."""
_OVERLOOKED = re.compile(r"\A +| +\Z| {2,}")
_OPEN_BOX = "␣"


class Omission(str):
    """A line that replaces omitted lines or an empty text."""

    __slots__ = ()


def excerpt(text: str, room: int) -> list[str]:
    """Split the text into lines of at most `room` columns. Of a long text, return the first and the last lines."""
    marked = _OVERLOOKED.sub(lambda blanks: _OPEN_BOX * len(blanks[0]), text)
    enough = room * _MOST_LINES
    if len(marked) <= 2 * enough:
        first = last = _lines(marked, room)
        if len(first) <= _MOST_LINES:
            return first
    else:
        first, last = _lines(marked[:enough], room), _lines(marked[-enough:], room)
    omission = Omission(f"[… {len(text)} characters in all …]")
    return [*first[: _MOST_LINES - _LAST_LINES - 1], omission, *last[-_LAST_LINES:]]


def _lines(text: str, room: int) -> list[str]:
    """Split the text at its line breaks, which are shown as `\\n`, and wrap each line."""
    *ended, last = text.split("\n")
    shown = [f"{visible(line)}\\n" for line in ended] + ([visible(last)] if last else [])
    return [line for whole in shown for line in wrapped(whole, room)]
