"""Link texts of Markdown: search for the closing bracket of each opening one, in linear time.

A link text is a sequence of

- pairs of brackets without `^` and `]` inside,
- closing brackets, if the next bracket is a closing one as well,
- other characters.

So a scan from any bracket proceeds in only one way, and all scans that reach a bracket continue alike. A link text ends
at the last closing bracket of its scan that is followed by the rest of a link. The brackets are processed from the last
to the first, and each result is derived from those of later brackets.
"""

import re
from collections.abc import Callable
from typing import Generic, TypeVar

from transtats_cli.checks.markup.offsets import first_from

_BRACKET = re.compile(r"[\[\]]")
_CARET = re.compile(r"\^")

Tail = TypeVar("Tail")


class Brackets(Generic[Tail]):
    """Brackets of a text. `tail_behind` returns the rest of a link after a closing bracket, or None."""

    __slots__ = ("_tails", "openings")

    def __init__(self, text: str, tail_behind: Callable[[int], Tail | None]) -> None:
        offsets = [bracket.start() for bracket in _BRACKET.finditer(text)]
        carets = [caret.start() for caret in _CARET.finditer(text)]
        self.openings = [offset for offset in offsets if text[offset] == "["]
        self._tails: dict[int, Tail | None] = {}
        onward: Tail | None = None
        """Tail found by a scan from the next bracket."""
        behind_pair: Tail | None = None
        """Tail found by a scan from the bracket after the next closing one."""
        closing, is_closing_next = len(text), False
        for offset in reversed(offsets):
            if text[offset] == "[":
                self._tails[offset] = onward
                caret = first_from(carets, offset)
                onward = behind_pair if caret is None or caret > closing else None
                is_closing_next = False
            else:
                behind_pair = onward
                if not is_closing_next or onward is None:
                    onward = tail_behind(offset)
                closing, is_closing_next = offset, True

    def tail_of(self, opening: int) -> Tail | None:
        """Return the rest of the link whose text begins at an opening bracket, or None if it is not a link."""
        return self._tails[opening]
