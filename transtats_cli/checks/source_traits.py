"""What the screening wants to know of a source text; asked once for a text that many translations share."""

import re
from typing import NamedTuple

from transtats_cli.checks.last_characters import ALL_SIGNS
from transtats_cli.checks.limits import NotChecked

BLANKS = frozenset(" \n")
TWO_ASCII_CAPITALS = re.compile("[A-Z][A-Z]")


class Traits(NamedTuple):
    last: str
    has_sign: bool
    """Some check looks at the last character."""
    begins_blank: bool
    lines: int
    """The number of line breaks."""
    has_two_blanks: bool
    has_capitals: bool
    """Two in a row, within ASCII."""
    has_escape: bool
    """A backslash and an n."""
    is_xml: bool
    """It has tags and can be parsed."""


def traits_of(source: str) -> Traits:
    last = source[-1:]
    return Traits(
        last=last,
        has_sign=last in ALL_SIGNS,
        begins_blank=source[:1] in BLANKS,
        lines=source.count("\n"),
        has_two_blanks="  " in source,
        has_capitals=TWO_ASCII_CAPITALS.search(source) is not None,
        has_escape=r"\n" in source,
        is_xml="<" in source and _is_xml(source),
    )


def _is_xml(source: str) -> bool:
    from transtats_cli.checks import xml_trees

    try:
        return xml_trees.has_tag(source) and xml_trees.is_wrapped(source) is not None
    except NotChecked:
        return True
