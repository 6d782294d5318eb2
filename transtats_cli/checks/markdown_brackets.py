"""Link texts of Markdown: which closing bracket belongs to an opening one, for all of them in linear time.

A link text is a run of pairs of brackets without `^` and `]` in between, of other characters, and of closing brackets
that another closing one follows before an opening one does. The way through a text is therefore the same wherever one
starts, and ends at the last closing bracket on it that the rest of a link follows.
"""

import re
from collections.abc import Callable
from typing import Generic, TypeVar

from transtats_cli.checks.places import first_from

_BRACKET = re.compile(r"[\[\]]")
_CARET = re.compile(r"\^")

Tail = TypeVar("Tail")


class Brackets(Generic[Tail]):
    """The brackets of a text, given what may follow the closing one of a link."""

    __slots__ = ("_tails", "openings")

    def __init__(self, text: str, tail_behind: Callable[[int], Tail | None]) -> None:
        places = [bracket.start() for bracket in _BRACKET.finditer(text)]
        carets = [caret.start() for caret in _CARET.finditer(text)]
        self.openings = [place for place in places if text[place] == "["]
        self._tails: dict[int, Tail | None] = {}
        onward: Tail | None = None
        """The tail that the way from the next bracket on arrives at."""
        behind_pair: Tail | None = None
        """The same from the bracket behind the next closing one on."""
        closing, is_closing_next = len(text), False
        for place in reversed(places):
            if text[place] == "[":
                self._tails[place] = onward
                caret = first_from(carets, place)
                onward = behind_pair if caret is None or caret > closing else None
                is_closing_next = False
            else:
                behind_pair = onward
                if not is_closing_next or onward is None:
                    onward = tail_behind(place)
                closing, is_closing_next = place, True

    def tail_of(self, opening: int) -> Tail | None:
        """What closes the link text that begins at an opening bracket; None if it is no link."""
        return self._tails[opening]
