"""AsciiDoc: its constructs, and the check that compares them."""

import re
from collections.abc import Iterator

from transtats_cli.checks.markup.offsets import BLANK_CHARACTERS, describe_difference
from transtats_cli.checks.subject import CheckedString
from transtats_cli.limits import compile_markup

_UNESCAPED_REGEX = r"(?<=(?<!\\)(?:\\\\)*)"
_TARGET_REGEX = rf"::?[^\[{BLANK_CHARACTERS}]*"
_ATTRIBUTES_REGEX = r"\[(?s:\\.|[^\]\\])*+\]"
# `name:target[attributes]` and `name::target[attributes]`. A pass macro is not translated.
_MACRO_REGEX = rf"""(?x) (?<![a-z0-9]) {_UNESCAPED_REGEX}
    (?: (?P<part> pass {_TARGET_REGEX} {_ATTRIBUTES_REGEX} )
    | (?P<part> [a-z][a-z0-9]* {_TARGET_REGEX} ) {_ATTRIBUTES_REGEX} ) (?P<end>)"""
# `[[id]]` and `[[id,text]]`.
_ANCHOR_REGEX = rf"(?<!\[){_UNESCAPED_REGEX}(?P<part>\[\[[^\],]+)(?:,[^\]]*+)?(?P<end>\]\])"
# `<<id>>` and `<<id,text>>`.
_REFERENCE_REGEX = rf"(?<!<){_UNESCAPED_REGEX}(?P<part><<[^>,]+)(?:,[^>]*+)?(?P<end>>>)"
# The shortest text between a pair of marks.
_PASSTHROUGH_REGEX = rf"""(?sx) {_UNESCAPED_REGEX}
    (?P<part> \+\+\+ .+? \+\+\+ | \+\+ .+? \+\+ | `\+ .+? \+` | \$\$ .+? \$\$ ) (?P<end>)"""
_CONSTRUCTS = (
    (r":.*\[", _MACRO_REGEX),
    (r"\[\[", _ANCHOR_REGEX),
    (r"<<", _REFERENCE_REGEX),
    (r"\+|\$\$", _PASSTHROUGH_REGEX),
)
"""Regular expressions of the constructs, each after one for a part without which a text has no such construct.

A translation must contain the groups `part` and `end` unchanged.
"""


def asciidoc_markup(source: str, target: str, checked_string: CheckedString) -> str | None:
    """
    A translation has the AsciiDoc macros, cross references, anchors and passthroughs of its source.

    Good:  "See <<intro,the start>>"  ->  "Viz <<intro,začátek>>"
    Bad:   "See <<intro,the start>>"  ->  "Viz <<úvod,začátek>>"

    The flag `asciidoc-text` switches it on. Names, targets, ids and whole passthroughs must be the same. Texts and
    attributes are translated. A construct after a backslash is text.
    """
    if source == target:
        return None
    return describe_difference(
        *(
            [construct["part"] + construct["end"] for construct in _find_constructs(text, checked_string)]
            for text in (source, target)
        )
    )


def highlight_asciidoc_markup(text: str, checked_string: CheckedString) -> Iterator[tuple[int, int]]:
    """Yield the spans of all AsciiDoc constructs in a text, with their attributes and texts."""
    for construct in _find_constructs(text, checked_string):
        yield construct.span()


def _find_constructs(text: str, checked_string: CheckedString) -> Iterator[re.Match[str]]:
    """Yield all AsciiDoc constructs in a text. Raise NotChecked if the search takes too long."""
    for mark, expression in _CONSTRUCTS:
        if re.search(mark, text, re.DOTALL):
            yield from compile_markup(expression).find_matches(text, checked_string.search_time)
