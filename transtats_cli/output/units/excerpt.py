"""A text of a translation on a few lines of a terminal, with all that is easily overlooked made visible."""

import re

from transtats_cli.output.visible import visible
from transtats_cli.output.wrapping import wrapped

_MOST_LINES = 8
_LAST_LINES = 2
"""Of a long text the end is shown too: much of what goes wrong is there."""
_OVERLOOKED = re.compile(r"\A +| +\Z| {2,}")
_OPEN_BOX = "␣"


class Omission(str):
    """A line that stands for those which are left out."""

    __slots__ = ()


def excerpt(text: str, room: int) -> list[str]:
    """The text in lines of so many columns at most; of a long one the beginning and the end."""
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
    """A line ends where the text has a line break, which is shown as well."""
    *ended, last = text.split("\n")
    shown = [f"{visible(line)}\\n" for line in ended] + ([visible(last)] if last else [])
    return [line for whole in shown for line in wrapped(whole, room)]
