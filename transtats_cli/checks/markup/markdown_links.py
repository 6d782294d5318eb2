"""Parser for the links of Markdown: `[text](target "title")`, `[text][reference]` and `<address>`."""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeVar

from transtats_cli.checks.markup.offsets import first_offset_from

_BRACKET_PATTERN = re.compile(r"[\[\]]")
_CARET_PATTERN = re.compile(r"\^")

TailType = TypeVar("TailType")


Span = tuple[int, int]


def find_link_tails(text: str, find_tail: Callable[[int], TailType | None]) -> dict[int, TailType]:
    """Return the tails of all links, by the offset of the opening square bracket before the text of the link.

    A link is a link text in brackets and a tail: the rest of the link, such as the target in parentheses. `find_tail`
    returns the tail after the closing bracket at an offset, or None if no tail follows. The last link comes first.
    """
    offsets = [bracket.start() for bracket in _BRACKET_PATTERN.finditer(text)]
    carets = [caret.start() for caret in _CARET_PATTERN.finditer(text)]
    tails: dict[int, TailType] = {}
    tail_of_next: TailType | None = None
    """Tail that a scan from the next bracket finds."""
    tail_behind_pair: TailType | None = None
    """Tail that a scan from the bracket after the next closing bracket finds."""
    closing, is_closing_next = len(text), False
    for offset in reversed(offsets):
        if text[offset] == "[":
            if tail_of_next is not None:
                tails[offset] = tail_of_next
            caret = first_offset_from(carets, offset)
            tail_of_next = tail_behind_pair if caret is None or caret > closing else None
            is_closing_next = False
        else:
            tail_behind_pair = tail_of_next
            if not is_closing_next or tail_of_next is None:
                tail_of_next = find_tail(offset)
            closing, is_closing_next = offset, True
    return tails


_BLANKS_PATTERN = re.compile(r"\s*")
_TITLE_START_PATTERN = re.compile(r"""(?<=\s)["'(]""")
_TITLE_END_PATTERN = re.compile(r"""\\.|["')]""", re.DOTALL)
_CLOSING_MARK_BY_OPENING_MARK = {'"': '"', "'": "'", "(": ")"}
_CLOSING_PARENTHESIS_PATTERN = re.compile(r"\)")
_CLOSING_ANGLE_PATTERN = re.compile(">")


class MarkdownLink(NamedTuple):
    """Markdown link that contains its target: an inline link, or an address in angle brackets."""

    text: str
    """Text that contains the link, to which the spans refer."""
    link_span: Span
    target_span: Span
    title_span: Span | None = None
    """Span of the link title including its delimiters. None if the link has no title."""
    is_inline: bool = True

    @property
    def target(self) -> str:
        return self.text[slice(*self.target_span)]

    @property
    def title(self) -> str:
        """Link title without its delimiters. Empty if the link has no title."""
        return self.text[self.title_span[0] + 1 : self.title_span[1] - 1] if self.title_span else ""


class LinkTailFinder:
    """Finder for the targets and titles of the links of one text. Finding all of them takes linear time."""

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

    def find_tail_after_bracket(self, closing_offset: int) -> MarkdownLink | None:
        """Return a Markdown link that begins with the closing bracket of its text. Return None if no target follows."""
        if not self._text.startswith("(", closing_offset + 1):
            return None
        start = self._skip_blanks(closing_offset + 2)
        if self._text.startswith("<", start):
            angle = first_offset_from(self._angle_offsets, start + 1)
            if angle is not None:
                return self._create_tail(closing_offset, (start + 1, angle), angle + 1)
        closing = first_offset_from(self._closing_offsets, start)
        if closing is None:
            return None
        title_start = first_offset_from(self._title_starts, start)
        if title_start is not None and title_start < closing:
            return self._create_tail(closing_offset, (start, title_start), title_start)
        target = start, max(start, self._start_of_blanks(closing))
        return MarkdownLink(self._text, (closing_offset, closing + 1), target)

    def _create_tail(self, closing_offset: int, target: Span, title_start: int) -> MarkdownLink:
        """Return a link with the title at `title_start`, or without a title if no title begins there."""
        title, end = self._titles.get(title_start) or (None, self._skip_blanks(title_start) + 1)
        return MarkdownLink(self._text, (closing_offset, end), target, title)

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
        if offset not in self._blanks_before:
            first = offset
            while first and self._text[first - 1].isspace():
                first -= 1
            self._blanks_before[offset] = first
        return self._blanks_before[offset]


_LINK_START_PATTERN = re.compile(r"!?\[|<")
_IMAGE_MARK_PATTERN = re.compile(r"!(?=\[)")
_TWO_BRACKETS_PATTERN = re.compile(r"\]\s*+\[")
_REFERENCE_TAIL_PATTERN = re.compile(r"\s*\[([^^\]]*)\]")


def find_links_with_target(text: str) -> list[MarkdownLink]:
    """Return the inline links and the addresses in angle brackets of a Markdown text, in order."""
    if "](" not in text and "<" not in text:
        return []
    tails = find_link_tails(text, LinkTailFinder(text).find_tail_after_bracket) if "](" in text else {}
    addresses: _AngleAddressFinder | None = None
    found: list[MarkdownLink] = []
    position = 0
    for opening in _LINK_START_PATTERN.finditer(text):
        if opening.start() < position:
            continue
        link = None
        if opening[0] == "<":
            addresses = addresses or _AngleAddressFinder(text)
            link = addresses.find_address_at(opening.start())
        elif tail := tails.get(opening.end() - 1):
            link = tail._replace(link_span=(opening.start(), tail.link_span[1]))
        if link:
            found.append(link)
            position = link.link_span[1]
    return found


def find_reference_names(text: str) -> list[str]:
    """Return the reference name of each Markdown link of the form `[text][reference]`, in order."""
    if not _TWO_BRACKETS_PATTERN.search(text):
        return []
    tails = find_link_tails(text, lambda offset: _REFERENCE_TAIL_PATTERN.match(text, offset + 1))
    found = []
    position = 0
    for offset, reference in reversed(tails.items()):
        if offset >= position:
            found.append(reference[1])
            position = reference.end()
    return found


def find_link_syntax_spans(text: str) -> Iterator[Span]:
    """Yield the spans of Markdown link syntax: exclamation marks of images, link targets, titles and addresses."""
    for link in find_links_with_target(text):
        yield link.target_span
        if link.title_span:
            yield link.title_span
        for image in _IMAGE_MARK_PATTERN.finditer(text, link.link_span[0], link.target_span[0]):
            yield image.span()


class _AngleAddressFinder:
    """Finder for addresses in angle brackets. Finding all addresses of a text takes linear time."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._end_offsets, self._at_offsets, self._dot_offsets = (
            [found.start() for found in re.finditer(re.escape(sign), text)] for sign in ">@."
        )

    def find_address_at(self, start: int) -> MarkdownLink | None:
        end = first_offset_from(self._end_offsets, start)
        if end is None:
            return None
        if self._text.startswith(("<http://", "<https://"), start):
            is_address = not self._text.endswith("://", start, end)
        else:
            at_sign = first_offset_from(self._at_offsets, start + 2)
            dot = None if at_sign is None else first_offset_from(self._dot_offsets, at_sign + 2)
            is_address = dot is not None and dot < end - 1
        return MarkdownLink(self._text, (start, end + 1), (start + 1, end), is_inline=False) if is_address else None
