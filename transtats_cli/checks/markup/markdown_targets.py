"""Parser for the parentheses of inline Markdown links: `[text](target "title")`.

A target ends at the first position that is followed by a title and the closing parenthesis, or by the closing
parenthesis alone.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from transtats_cli.checks.markup.offsets import first_from

Span = tuple[int, int]

_BLANKS = re.compile(r"\s*")
_TITLE_START = re.compile(r"""(?<=\s)["'(]""")
_TITLE_END = re.compile(r"""\\.|["')]""", re.DOTALL)
_TITLE_CLOSINGS = {'"': '"', "'": "'", "(": ")"}
_PARENTHESIS = re.compile(r"\)")
_CLOSING_ANGLE = re.compile(">")


class Tail(NamedTuple):
    """Part of an inline Markdown link after the link text: the target and the title."""

    target: Span
    title: Span | None
    """Span of the link title including its delimiters. None if the link has no title."""
    end: int
    """Offset after the closing parenthesis of the link."""


class InlineTails:
    """Offsets in a text at which link targets and link titles may end. Computed once for all links of the text."""

    __slots__ = ("_angle_offsets", "_blanks_before", "_closing_offsets", "_text", "_title_starts", "_titles")

    def __init__(self, text: str) -> None:
        self._text = text
        self._closing_offsets = [closing.start() for closing in _PARENTHESIS.finditer(text)]
        self._blanks_before: dict[int, int] = {}
        self._titles = dict(self._find_titles())
        self._title_starts = list(self._titles)
        self._angle_offsets = [
            angle.start()
            for angle in _CLOSING_ANGLE.finditer(text)
            if angle.end() in self._titles or self._find_closing_after(angle.end()) is not None
        ]

    def behind(self, bracket: int) -> Tail | None:
        """Return the rest of a Markdown link after the closing bracket of its text.

        Return None if no target follows.
        """
        if not self._text.startswith("(", bracket + 1):
            return None
        start = self._skip_blanks(bracket + 2)
        if self._text.startswith("<", start):
            angle = first_from(self._angle_offsets, start + 1)
            if angle is not None:
                return self._create_tail(start + 1, angle, angle + 1)
        closing = first_from(self._closing_offsets, start)
        if closing is None:
            return None
        title_start = first_from(self._title_starts, start)
        if title_start is not None and title_start < closing:
            return self._create_tail(start, title_start, title_start)
        end = max(start, self._start_of_blanks(closing))
        return Tail((start, end), None, closing + 1)

    def _create_tail(self, start: int, target_end: int, title_start: int) -> Tail:
        """Return a link target with the title at `title_start`, or without a title if no title begins there."""
        if title_start in self._titles:
            title, end = self._titles[title_start]
            return Tail((start, target_end), title, end)
        return Tail((start, target_end), None, self._skip_blanks(title_start) + 1)

    def _find_titles(self) -> Iterator[tuple[int, tuple[Span, int]]]:
        """Yield for each link title: start of the blanks before the title, span of the title, and end of the link."""
        ends: dict[str, list[int]] = {'"': [], "'": [], ")": []}
        for end in _TITLE_END.finditer(self._text):
            if end[0] in ends:
                ends[end[0]].append(end.start())
        closings: dict[int, int | None] = {}
        for opening in _TITLE_START.finditer(self._text):
            last = first_from(ends[_TITLE_CLOSINGS[opening[0]]], opening.end())
            if last is None:
                continue
            if last not in closings:
                closings[last] = self._find_closing_after(last + 1)
            closing = closings[last]
            if closing is not None:
                title = (opening.start(), last + 1)
                yield self._start_of_blanks(opening.start()), (title, closing + 1)

    def _skip_blanks(self, offset: int) -> int:
        blanks = _BLANKS.match(self._text, offset)
        return blanks.end() if blanks else offset

    def _find_closing_after(self, offset: int) -> int | None:
        offset = self._skip_blanks(offset)
        return offset if self._text.startswith(")", offset) else None

    def _start_of_blanks(self, offset: int) -> int:
        """Return the start of the run of blanks that ends at an offset."""
        if offset not in self._blanks_before:
            first = offset
            while first and self._text[first - 1].isspace():
                first -= 1
            self._blanks_before[offset] = first
        return self._blanks_before[offset]
