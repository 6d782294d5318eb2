"""Parser for the parentheses of inline Markdown links: `[text](target "title")`.

A target ends at the first position that is followed by a title and the closing parenthesis, or by the closing
parenthesis alone.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from transtats_cli.checks.markup.offsets import first_offset_from

Span = tuple[int, int]

_BLANKS_PATTERN = re.compile(r"\s*")
_TITLE_START_PATTERN = re.compile(r"""(?<=\s)["'(]""")
_TITLE_END_PATTERN = re.compile(r"""\\.|["')]""", re.DOTALL)
_CLOSING_MARK_BY_OPENING_MARK = {'"': '"', "'": "'", "(": ")"}
_CLOSING_PARENTHESIS_PATTERN = re.compile(r"\)")
_CLOSING_ANGLE_PATTERN = re.compile(">")


class LinkTail(NamedTuple):
    """Part of an inline Markdown link after the link text: the target and the title."""

    target_span: Span
    title_span: Span | None
    """Span of the link title including its delimiters. None if the link has no title."""
    end_offset: int
    """Offset after the closing parenthesis of the link."""


class LinkTailFinder:
    """Finder for the targets and titles of the links of one text. Finding all of them takes linear time."""

    __slots__ = ("_angle_offsets", "_blanks_before", "_closing_offsets", "_text", "_title_starts", "_titles")

    def __init__(self, text: str) -> None:
        self._text = text
        self._closing_offsets = [closing.start() for closing in _CLOSING_PARENTHESIS_PATTERN.finditer(text)]
        self._blanks_before: dict[int, int] = {}
        self._titles = dict(self._find_titles())
        self._title_starts = list(self._titles)
        self._angle_offsets = [
            angle.start()
            for angle in _CLOSING_ANGLE_PATTERN.finditer(text)
            if angle.end() in self._titles or self._find_parenthesis_after_blanks(angle.end()) is not None
        ]

    def find_tail_after_bracket(self, closing_offset: int) -> LinkTail | None:
        """Return the rest of a Markdown link after the closing bracket of its text.

        Return None if no target follows.
        """
        if not self._text.startswith("(", closing_offset + 1):
            return None
        start = self._skip_blanks(closing_offset + 2)
        if self._text.startswith("<", start):
            angle = first_offset_from(self._angle_offsets, start + 1)
            if angle is not None:
                return self._create_link_tail(start + 1, angle, angle + 1)
        closing = first_offset_from(self._closing_offsets, start)
        if closing is None:
            return None
        title_start = first_offset_from(self._title_starts, start)
        if title_start is not None and title_start < closing:
            return self._create_link_tail(start, title_start, title_start)
        end = max(start, self._start_of_blanks(closing))
        return LinkTail((start, end), None, closing + 1)

    def _create_link_tail(self, start: int, target_end: int, title_start: int) -> LinkTail:
        """Return a link target with the title at `title_start`, or without a title if no title begins there."""
        if title_start in self._titles:
            title, end = self._titles[title_start]
            return LinkTail((start, target_end), title, end)
        return LinkTail((start, target_end), None, self._skip_blanks(title_start) + 1)

    def _find_titles(self) -> Iterator[tuple[int, tuple[Span, int]]]:
        """Yield for each link title: start of the blanks before the title, span of the title, and end of the link."""
        ends: dict[str, list[int]] = {'"': [], "'": [], ")": []}
        for end in _TITLE_END_PATTERN.finditer(self._text):
            if end[0] in ends:
                ends[end[0]].append(end.start())
        closings: dict[int, int | None] = {}
        for opening in _TITLE_START_PATTERN.finditer(self._text):
            last = first_offset_from(ends[_CLOSING_MARK_BY_OPENING_MARK[opening[0]]], opening.end())
            if last is None:
                continue
            if last not in closings:
                closings[last] = self._find_parenthesis_after_blanks(last + 1)
            closing = closings[last]
            if closing is not None:
                title = (opening.start(), last + 1)
                yield self._start_of_blanks(opening.start()), (title, closing + 1)

    def _skip_blanks(self, offset: int) -> int:
        blanks = _BLANKS_PATTERN.match(self._text, offset)
        return blanks.end() if blanks else offset

    def _find_parenthesis_after_blanks(self, offset: int) -> int | None:
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
