"""
Where a tag touches a word in the source, it does in the translation.

Good:  "Press <b>Save</b>."  ->  "Drücke <b>Speichern</b>."
Bad:   "Press <b>Save</b>."  ->  "Drücke<b>Speichern</b>."
Off:   the flag `ignore-xml-chars-around-tags`, or `safe-html`, which asks for more

The characters before and after the tags are compared, tag by tag: a letter stands for a letter. Asked are strings whose
sources have tags and can be parsed, and all strings with the flag `xml-text`, if the number of tags is the same.
"""

import unicodedata
from typing import NamedTuple

from transtats_cli.checks import xml_trees
from transtats_cli.checks.subject import Subject

ID = "xml-chars-around-tags"

_WAW = "\u0648"
"""The Arabic `and`, which is written together with the next word."""


class _Tag(NamedTuple):
    text: str
    before: str
    """The character in front of the tag; none at the start of the string."""
    after: str
    """The character behind the tag; none at the end of the string."""


def problem(source: str, target: str, subject: Subject) -> str | None:
    if not xml_trees.is_asked(subject):
        return None
    expected, found = _tags(source), _tags(target)
    if len(expected) != len(found):
        return None
    for source_tag, target_tag in zip(expected, found, strict=True):
        side = _differing_side(source_tag, target_tag)
        if side:
            return f"a letter stands {side} the tag {target_tag.text} in only one of source and translation"
    return None


def _tags(text: str) -> tuple[_Tag, ...]:
    return tuple(
        _Tag(tag[0], text[max(tag.start() - 1, 0) : tag.start()], text[tag.end() : tag.end() + 1])
        for tag in xml_trees.tags(text)
    )


def _differing_side(one: _Tag, other: _Tag) -> str | None:
    at_start = not one.before or not other.before
    at_end = not one.after or not other.after
    if (at_start or not at_end) and _differ(one.after, other.after):
        return "after"
    if not at_start and _differ(one.before, other.before):
        return "before"
    return None


def _differ(one: str, other: str) -> bool:
    if one == other or not one or not other or _is_letter(one) == _is_letter(other):
        return False
    return not ((one == _WAW and other.isspace()) or (other == _WAW and one.isspace()))


def _is_letter(character: str) -> bool:
    return unicodedata.category(character).startswith("L")
