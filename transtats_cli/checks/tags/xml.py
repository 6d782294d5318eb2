"""Checks of XML tags, and the search for tags without an XML parser."""

import re
from collections import Counter
from collections.abc import Iterator

from transtats_cli.checks.needs import Needs
from transtats_cli.checks.subject import CheckedString
from transtats_cli.checks.tags import xml_outlines

_TAG_PATTERN = re.compile("(<[^>]+>)")
_MARKUP_REGEX = "[<&\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|]]>"
"""Expression without whose matches a text is XML without tags: it has no markup, and no character that XML forbids."""


def _has_markup(source: str, target: str) -> bool:
    return re.search(_MARKUP_REGEX, f"{source}\n{target}") is not None


_MARKUP = Needs(source="<", test=_has_markup, test_flag="xml-text")


def has_tag(text: str) -> bool:
    return "<" in text and next(find_xml_tags(text), None) is not None


def find_xml_tags(text: str) -> Iterator[re.Match[str]]:
    """Yield a match for each part of a text that is enclosed in angle brackets."""
    # Without the end position, a search from each `<` after the last `>` would read the rest of the text.
    return _TAG_PATTERN.finditer(text, 0, text.rfind(">") + 1)


def applies_to_string(checked_string: CheckedString) -> bool:
    """Return True if the XML checks apply to a string.

    The checks apply if the flag `xml-text` is set, or if a source has tags and all sources are XML. The checks never
    apply if the flag `safe-html` or `auto-safe-html` is set.
    """
    flags = checked_string.flags
    if "safe-html" in flags or "auto-safe-html" in flags:
        return False
    if "xml-text" in flags:
        return True
    sources = checked_string.sources
    return any(map(has_tag, sources)) and all(xml_outlines.detect_wrapping(source) is not None for source in sources)


@_MARKUP.to_fail
def xml_invalid(source: str, target: str, checked_string: CheckedString) -> str | None:
    """
    A translation of XML is XML.

    Good:  "Press <b>Save</b>"  ->  "Drücke <b>Speichern</b>"
    Bad:   "Press <b>Save</b>"  ->  "Drücke <b>Speichern"
    Off:   the flag `ignore-xml-invalid`, or `safe-html`, whose check is stricter

    Checked are strings whose sources have tags and can be parsed, and all strings with the flag `xml-text`.
    """
    if not applies_to_string(checked_string):
        return None
    wrapped = xml_outlines.detect_wrapping(source)
    if wrapped is None or xml_outlines.parse_xml_outline(target, wrapped=wrapped) is not None:
        return None
    return "the translation is not XML, the source is"


@_MARKUP.to_fail
def xml_tags(source: str, target: str, checked_string: CheckedString) -> str | None:
    """
    Source and translation have the same XML tags, with the same attributes, in the same order.

    Good:  "Press <b>Save</b>"  ->  "Drücke <b>Speichern</b>"
    Bad:   "Press <b>Save</b>"  ->  "Drücke <i>Speichern</i>"
    Off:   the flag `ignore-xml-tags`, or `safe-html`, whose check is stricter

    The values of attributes may differ. Checked are strings whose sources have tags and can be parsed, and all strings
    with the flag `xml-text`. A translation that cannot be parsed only fails `xml-invalid`.
    """
    if not applies_to_string(checked_string):
        return None
    wrapped = xml_outlines.detect_wrapping(source)
    if wrapped is None:
        return None
    expected = xml_outlines.parse_xml_outline(source, wrapped=wrapped)
    found = xml_outlines.parse_xml_outline(target, wrapped=wrapped)
    if expected is None or found is None or found == expected:
        return None
    return _describe_difference(expected, found)


def highlight_xml_tags(text: str, checked_string: CheckedString) -> Iterator[tuple[int, int]]:
    """Yield the spans of the tags and entities of a text. If the text is not XML, yield nothing."""
    if "<" not in text and "&" not in text:
        return
    if not applies_to_string(checked_string) or xml_outlines.detect_wrapping(text) is None:
        return
    entity_pattern = re.compile(xml_outlines.ENTITY_REGEX)
    position = 0
    for tag in find_xml_tags(text):
        yield from (found.span() for found in entity_pattern.finditer(text, position, tag.start()))
        yield tag.span()
        position = tag.end()
    yield from (found.span() for found in entity_pattern.finditer(text, position))


def _describe_difference(expected: xml_outlines.XmlOutline, actual: xml_outlines.XmlOutline) -> str:
    missing = Counter(expected) - Counter(actual)
    extra = Counter(actual) - Counter(expected)
    if missing:
        return f"{_describe_node(next(iter(missing)))} is missing"
    if extra:
        return f"{_describe_node(next(iter(extra)))} is not in the source"
    return "the tags are in another order than in the source"


def _describe_node(node: tuple[str, tuple[str, ...]]) -> str:
    name, attributes = node
    if name in xml_outlines.NODES_WITHOUT_NAME:
        return name
    return f"the tag <{' '.join([name, *attributes])}>"


_WAW = "\u0648"
"""Arabic letter waw: the word "and", which is joined to the next word."""


@Needs(source="<").to_fail
def xml_chars_around_tags(source: str, target: str, checked_string: CheckedString) -> str | None:
    """
    A tag touches a word in both source and translation, or in neither of them.

    Good:  "Press <b>Save</b>."  ->  "Drücke <b>Speichern</b>."
    Bad:   "Press <b>Save</b>."  ->  "Drücke<b>Speichern</b>."
    Off:   the flag `ignore-xml-chars-around-tags`, or `safe-html`, whose check is stricter

    The characters before and after the tags are compared, tag by tag: both must be letters, or neither of them. Checked
    are strings whose sources have tags and can be parsed, and all strings with the flag `xml-text`, if the number of
    tags is the same.
    """
    if not applies_to_string(checked_string):
        return None
    expected, found = list(find_xml_tags(source)), list(find_xml_tags(target))
    if len(expected) != len(found):
        return None
    for source_tag, target_tag in zip(expected, found, strict=True):
        side = _find_differing_side(_characters_around(source, source_tag), _characters_around(target, target_tag))
        if side:
            return f"a letter stands {side} the tag {target_tag[0]} in only one of source and translation"
    return None


def _characters_around(text: str, tag: re.Match[str]) -> tuple[str, str]:
    """Return the characters before and after a tag. '' at the start or the end of the text."""
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
