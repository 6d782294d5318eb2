"""
Where a tag touches a word in the source, it does in the translation.

Good:  "Press <b>Save</b>."  ->  "Drücke <b>Speichern</b>."
Bad:   "Press <b>Save</b>."  ->  "Drücke<b>Speichern</b>."
Off:   the flag `ignore-xml-chars-around-tags`, or `safe-html`, which asks for more

The characters before and after the tags are compared, tag by tag: a letter stands for a letter. Asked are strings whose
sources have tags and can be parsed, and all strings with the flag `xml-text`, if the number of tags is the same.
"""

import re

from transtats_cli.checks.subject import CheckedString
from transtats_cli.checks.tags import xml_marks

ID = "xml-chars-around-tags"

_WAW = "\u0648"
"""Arabic letter waw: the word "and", which is joined to the next word."""


def find_problem(source: str, target: str, checked_string: CheckedString) -> str | None:
    # Imported late, because most strings are compared without an XML parser.
    from transtats_cli.checks.tags import xml_trees

    return find_letter_difference(source, target) if xml_trees.applies_to_string(checked_string) else None


def find_letter_difference(source: str, target: str) -> str | None:
    """Return a problem if a letter touches a tag in only one of two XML texts. Otherwise, return None.

    If the texts have different numbers of tags, return None.
    """
    expected, found = list(xml_marks.find_xml_tags(source)), list(xml_marks.find_xml_tags(target))
    if len(expected) != len(found):
        return None
    for source_tag, target_tag in zip(expected, found, strict=True):
        side = _find_differing_side(_characters_around(source, source_tag), _characters_around(target, target_tag))
        if side:
            return f"a letter stands {side} the tag {target_tag[0]} in only one of source and translation"
    return None


def _characters_around(text: str, tag: re.Match[str]) -> tuple[str, str]:
    """Return the character before a tag and the character after the tag.

    At the start or the end of the text, the character is an empty string.
    """
    start, end = tag.span()
    return text[start - 1 : start], text[end : end + 1]


def _find_differing_side(characters: tuple[str, str], other_characters: tuple[str, str]) -> str | None:
    """Return `after` or `before`, the side on which only one of two tags has a letter. Return None if there is none.

    At the start or the end of a text, only the other side is compared.
    """
    if characters == other_characters:
        return None
    before, after = characters
    other_before, other_after = other_characters
    at_start = not before or not other_before
    at_end = not after or not other_after
    if (at_start or not at_end) and _only_one_is_letter(after, other_after):
        return "after"
    if not at_start and _only_one_is_letter(before, other_before):
        return "before"
    return None


def _only_one_is_letter(one: str, other: str) -> bool:
    """Return True if exactly one of two characters is a letter. Return False for a waw and a blank."""
    if not one or not other or one.isalpha() == other.isalpha():
        return False
    return not ((one == _WAW and other.isspace()) or (other == _WAW and one.isspace()))
