"""Parser for the links of Markdown: `[text](target "title")`, `[text][reference]` and `<address>`."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from transtats_cli.checks.markup.markdown_brackets import LinkTextBrackets
from transtats_cli.checks.markup.markdown_targets import LinkTailFinder, Span
from transtats_cli.checks.markup.offsets import first_offset_from

_LINK_START_PATTERN = re.compile(r"!?\[|<")
_IMAGE_MARK_PATTERN = re.compile(r"!(?=\[)")
_TWO_BRACKETS_PATTERN = re.compile(r"\]\s*+\[")
_REFERENCE_TAIL_PATTERN = re.compile(r"\s*\[([^^\]]*)\]")


class MarkdownLink(NamedTuple):
    """Markdown link that contains its target: an inline link, or an address in angle brackets."""

    link_span: Span
    target_span: Span
    title_span: Span | None = None
    """Span of the link title including its delimiters. None if the link has no title."""
    is_inline: bool = True


def find_links_with_target(text: str) -> list[MarkdownLink]:
    """Return the inline links and the addresses in angle brackets of a Markdown text, in order."""
    if "](" not in text and "<" not in text:
        return []
    tails = LinkTextBrackets(text, LinkTailFinder(text).find_tail_after_bracket) if "](" in text else None
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
        elif tails and (tail := tails.tail_of_link(opening.end() - 1)):
            link = MarkdownLink((opening.start(), tail.end_offset), tail.target_span, tail.title_span)
        if link:
            found.append(link)
            position = link.link_span[1]
    return found


def find_reference_names(text: str) -> list[str]:
    """Return the reference name of each Markdown link of the form `[text][reference]`, in order."""
    if not _TWO_BRACKETS_PATTERN.search(text):
        return []
    brackets = LinkTextBrackets(text, lambda offset: _REFERENCE_TAIL_PATTERN.match(text, offset + 1))
    found = []
    position = 0
    for offset in brackets.opening_offsets:
        if offset >= position and (reference := brackets.tail_of_link(offset)):
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

    __slots__ = ("_at_offsets", "_dot_offsets", "_end_offsets", "_text")

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
        return MarkdownLink((start, end + 1), (start + 1, end), is_inline=False) if is_address else None
