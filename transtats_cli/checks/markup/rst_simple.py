"""Fast parser for simple reStructuredText paragraphs. docutils parses all other paragraphs.

docutils takes most of the time of checking a Sphinx catalogue. Most of its paragraphs contain only text, literals,
emphasis, strong text, and roles, which blanks and punctuation separate from the text around them. Such a paragraph
has one possible meaning. `split_simple_paragraph` must return the same nodes as docutils, or None.
`tests/checks/markup/test_rst_simple.py` compares both.
"""

import re
from typing import NamedTuple

_MAX_PARAGRAPH_LENGTH = 700
"""Maximum length of a simple paragraph. No limit of `rst_limits` refuses a paragraph of this length."""

# A construct begins after a blank, a parenthesis or punctuation, and ends before one. docutils accepts more.
_WIDE_PUNCTUATION = "\u3001\u3002\uff0c\uff1a\uff1b\uff01\uff1f"
_BEFORE_MARKUP_PATTERN = rf"(?:(?<=[ (\xa0{_WIDE_PUNCTUATION}])|\A)"
_AFTER_MARKUP_PATTERN = rf"""(?=[ .,:;!?)\]}}>'"\-/\xa0{_WIDE_PUNCTUATION}\uff09\u300d]|\Z)"""
_TOKEN_PATTERN = re.compile(
    rf"""
    (?P<Text> (?: [^`*_|:@\\\0] | :+(?=[ ]|\Z) | (?<=[A-Za-z0-9])_(?=[A-Za-z0-9]) )+ )
    | {_BEFORE_MARKUP_PATTERN}
      (?:
        (?P<literal> `` (?![\s)]) (?: [^`\\\0] | \\[^`\s\0] )+ (?<!\s) `` )
        | (?P<strong> \*\* (?![\s)]) [^*`\\\0]+ (?<!\s) \*\* )
        | (?P<emphasis> \* (?![\s)]) [^*`\\\0]+ (?<!\s) \* )
        | (?P<role> :(?P<name>[a-z]+(?:[:.+-][a-z]+)*): ` (?![\s)]) [^`\\\0]+ (?<!\s) ` )
      )
      {_AFTER_MARKUP_PATTERN}
    """,
    re.VERBOSE,
)


class SimpleNode(NamedTuple):
    """Inline node of a simple paragraph."""

    kind: str
    """Name of the docutils class: `Text`, `literal`, `strong` or `emphasis`. Or `role`."""
    raw_markup: str
    role_name: str
    """Name of the role. '' if the node is not a role."""


def split_simple_paragraph(text: str) -> list[SimpleNode] | None:
    """Return the nodes of a simple paragraph, or None if the paragraph is not simple. The text must be one line."""
    if len(text) > _MAX_PARAGRAPH_LENGTH or "\t" in text:
        return None
    found: list[SimpleNode] = []
    position = 0
    while position < len(text):
        match = _TOKEN_PATTERN.match(text, position)
        if match is None:
            return None
        kind = "role" if match["role"] else str(match.lastgroup)
        found.append(SimpleNode(kind, match[0], match["name"] or ""))
        position = match.end()
    return found
