"""Search for the closing bracket of each Markdown link text, in linear time.

A link text is a sequence of

- pairs of brackets without `^` and `]` inside,
- closing brackets, if the next bracket is a closing bracket as well,
- other characters.

So a scan from any bracket proceeds in only one way, and all scans that reach the same bracket continue in the same way.
A link text ends at the last closing bracket of its scan that is followed by the rest of a link. The brackets are
processed from the last to the first. The result of each bracket is derived from the results of later brackets.
"""

import re
from collections.abc import Callable
from typing import Generic, TypeVar

from transtats_cli.checks.markup.offsets import first_offset_from

_BRACKET_PATTERN = re.compile(r"[\[\]]")
_CARET_PATTERN = re.compile(r"\^")

TailType = TypeVar("TailType")


class LinkTextBrackets(Generic[TailType]):
    """Opening square brackets of a text, and the tails of the links whose texts begin at these brackets.

    A link is a link text in brackets and a tail: the rest of the link, such as the target in parentheses. `find_tail`
    returns the tail after the closing bracket at an offset, or None if no tail follows.
    """

    __slots__ = ("_tails", "opening_offsets")

    def __init__(self, text: str, find_tail: Callable[[int], TailType | None]) -> None:
        offsets = [bracket.start() for bracket in _BRACKET_PATTERN.finditer(text)]
        carets = [caret.start() for caret in _CARET_PATTERN.finditer(text)]
        self.opening_offsets = [offset for offset in offsets if text[offset] == "["]
        self._tails: dict[int, TailType | None] = {}
        tail_of_next: TailType | None = None
        """Tail that a scan from the next bracket finds."""
        tail_behind_pair: TailType | None = None
        """Tail that a scan from the bracket after the next closing bracket finds."""
        closing, is_closing_next = len(text), False
        for offset in reversed(offsets):
            if text[offset] == "[":
                self._tails[offset] = tail_of_next
                caret = first_offset_from(carets, offset)
                tail_of_next = tail_behind_pair if caret is None or caret > closing else None
                is_closing_next = False
            else:
                tail_behind_pair = tail_of_next
                if not is_closing_next or tail_of_next is None:
                    tail_of_next = find_tail(offset)
                closing, is_closing_next = offset, True

    def tail_of_link(self, opening_offset: int) -> TailType | None:
        """Return the tail of the link whose text begins at an opening bracket. Return None if no link begins there."""
        return self._tails[opening_offset]
