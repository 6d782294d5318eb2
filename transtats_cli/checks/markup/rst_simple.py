"""Fast parser for simple reStructuredText paragraphs. docutils parses all other paragraphs.

docutils takes most of the time of checking a Sphinx catalogue. Most of its paragraphs contain only text, literals,
emphasis, strong text, roles, and links with an address, which blanks and punctuation separate from the text around
them. Such a paragraph has one possible meaning. `split_simple_paragraph` must return the same nodes as docutils, or
None. `tests/checks/markup/test_rst_simple.py` compares both.
"""

import re
from typing import NamedTuple

DOCUMENT_NUMBER_ROLE_PATTERN = re.compile(r":(?:pep|rfc):`[1-9][0-9]{0,3}`")
"""Pattern of the roles `pep` and `rfc` with a number. docutils converts such a role to a reference with an address."""

# A construct begins after a blank, an opening bracket or quote, or punctuation, and ends before a blank, a closing
# bracket or quote, or punctuation. docutils accepts more characters. A quoted start of a construct, such as `"*"`, is
# text: after an opening quote, no closing quote follows the start.
_WIDE_PUNCTUATION = "\u3001\u3002\uff0c\uff1a\uff1b\uff01\uff1f"
_BEFORE_MARKUP_REGEX = rf"""
    (?: (?<=[ \n(\xa0{_WIDE_PUNCTUATION}]) | \A | (?<=["'\-/\[{{<]) (?= (?: `` | \*\*? | :[^`]*` ) [^)"'\]}}>*`] ) )
"""
_AFTER_MARKUP_REGEX = rf"""(?=[ \n.,:;!?)\]}}>'"\-/\xa0{_WIDE_PUNCTUATION}\uff09\u300d]|\Z)"""
_TOKEN_PATTERN = re.compile(
    rf"""
    (?P<Text>
        (?: [^`*_|:@\\\0]++ | :+(?=\s|\Z) | (?<=[A-Za-z0-9])_(?=[A-Za-z0-9]) | (?<=[A-Za-z0-9])\*+ )+
    )
    | {_BEFORE_MARKUP_REGEX}
      (?:
        (?P<literal> `` (?![\s)]) (?: [^`\\\0] | \\[^`\s\0] )+ (?<!\s) `` )
        | (?P<strong> \*\* (?![\s)]) [^*`\\\0]+ (?<!\s) \*\* )
        | (?P<emphasis> \* (?![\s)]) [^*`\\\0]+ (?<!\s) \* )
        | (?P<role> :(?P<name>[a-z]+(?:[:.+-][a-z]+)*): ` (?![\s)]) [^`\\\0]+ (?<!\s) ` )
        | (?P<reference> ` (?![\s)<]) (?P<title> [^`\\\0<>]+ ) [ \n] < [^\s`\\\0<>]+ (?<!_) > `__? )
      )
      {_AFTER_MARKUP_REGEX}
    """,
    re.VERBOSE,
)


class InlineNode(NamedTuple):
    """Inline node of a reStructuredText string that is not nested in another inline node."""

    node_class: str
    """Name of the docutils class of the node, for example `Text`."""
    raw_markup: str
    """Markup of the node as written in the string. In `Text`, null characters replace the backslashes."""
    has_address: bool = False
    """True if the node is a reference to an address."""


def split_simple_paragraph(text: str) -> list[tuple[InlineNode, str]] | None:
    """Return the inline nodes of a reStructuredText paragraph, or None if the paragraph is not simple.

    A simple paragraph contains only text, literals, emphasis, strong text, roles and links with an address. The name of
    a role follows its node, whose class is `role`. '' follows all other nodes.
    """
    if "\t" in text:
        return None
    found: list[tuple[InlineNode, str]] = []
    position = 0
    names: set[str] = set()
    for match in _TOKEN_PATTERN.finditer(text):
        if match.start() != position:
            return None
        position = match.end()
        if match.lastgroup != "reference":
            found.append((InlineNode(str(match.lastgroup), match[0]), match["name"] or ""))
            continue
        found.append((InlineNode("reference", match[0], has_address=True), ""))
        if not match[0].endswith("__"):
            title = match["title"].rstrip(" \n")
            found.append((InlineNode("target", match[0][1 + len(title) : -2]), ""))
            name = " ".join(title.lower().split())
            if name in names:
                return None
            names.add(name)
    return found if position == len(text) else None
