"""Links of Markdown: `[text](target "title")`, `[text][reference]` and `<address>`.

A link is a match of a regular expression. In a long text with many brackets, the search takes quadratic time and more,
so it has a time limit.
"""

import re
from collections.abc import Iterator

from transtats_cli.checks.markup.offsets import BLANK_CHARACTERS
from transtats_cli.limits import RemainingSearchTime, compile_markup

_TEXT_REGEX = r"(?:\[[^^\]]*\]|[^\[\]]|\](?=[^\[]*\]))*"
_TITLE_REGEX = r"""(?P<title>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\((?:\\.|[^)\\])*\))"""
_LINK_REGEX = (
    rf"(?s)!?\[{_TEXT_REGEX}\]"
    rf"\([{BLANK_CHARACTERS}]*(?P<angle><)?(?P<target>.*?)(?(angle)>)"
    rf"(?:[{BLANK_CHARACTERS}]+{_TITLE_REGEX})?[{BLANK_CHARACTERS}]*\)"
    r"|<(?P<target>https?://[^>]+|[^>]+@[^>]+\.[^>]+)>"
)
_REFERENCE_REGEX = rf"(?s)!?\[{_TEXT_REGEX}\][{BLANK_CHARACTERS}]*\[(?P<name>[^^\]]*)\]"
_TWO_BRACKETS_REGEX = r"\]\s*+\["
_IMAGE_MARK_REGEX = r"!(?=\[)"

MarkdownLink = re.Match[str]
"""Inline link, or address in angle brackets. The group `target` is its target or the address itself.

The group `title` is the title of an inline link with its delimiters.
"""


def find_links_with_target(text: str, search_time: RemainingSearchTime) -> list[MarkdownLink]:
    """Return the inline links and the addresses in angle brackets of a Markdown text, in order.

    Raise NotChecked if the search takes too long.
    """
    if "](" not in text and "<" not in text:
        return []
    return compile_markup(_LINK_REGEX).find_matches(text, search_time)


def find_reference_names(text: str, search_time: RemainingSearchTime) -> list[str]:
    """Return the reference name of each Markdown link of the form `[text][reference]`, in order.

    Raise NotChecked if the search takes too long.
    """
    if not re.search(_TWO_BRACKETS_REGEX, text):
        return []
    return [found["name"] for found in compile_markup(_REFERENCE_REGEX).find_matches(text, search_time)]


def find_link_syntax_spans(text: str, search_time: RemainingSearchTime) -> Iterator[tuple[int, int]]:
    """Yield the spans of Markdown link syntax: exclamation marks of images, link targets, titles and addresses."""
    for link in find_links_with_target(text, search_time):
        yield link.span("target")
        if link["title"]:
            yield link.span("title")
        for image in re.compile(_IMAGE_MARK_REGEX).finditer(text, link.start(), link.start("target")):
            yield image.span()
