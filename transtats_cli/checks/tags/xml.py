"""Checks of XML tags, and the search for tags without an XML parser."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from transtats_cli.checks.subject import CheckedString
from transtats_cli.checks.tags import entities, xml_outlines

_TAG_PATTERN = re.compile("(<[^>]+>)")
_MAX_TEXT_LENGTH = 10_000


def is_xml_text_without_tags(text: str) -> bool:
    """Return True if a text is valid XML and contains neither tags nor entities."""
    return _compile_markup_pattern().search(text) is None


@cache
def _compile_markup_pattern() -> re.Pattern[str]:
    return re.compile(f"[<>&{xml_outlines.FORBIDDEN_CONTROL_CHARACTERS}\ufffe\uffff]")


def has_tag(text: str) -> bool:
    return "<" in text and next(find_xml_tags(text), None) is not None


def find_xml_tags(text: str) -> Iterator[re.Match[str]]:
    """Yield a match for each part of a text that is enclosed in angle brackets."""
    # Without the end position, a search from each `<` after the last `>` would read the rest of the text.
    return _TAG_PATTERN.finditer(text, 0, text.rfind(">") + 1)


class TagComparison(NamedTuple):
    """Result of a fast comparison of two texts. In each field, True is certain, and False means unknown."""

    has_same_tags: bool
    """True if both texts are XML with the same nodes, or neither is XML."""
    has_letters_on_same_sides: bool = False
    """True if `has_same_tags` is True and each tag has letters next to it on the same sides in both texts."""


_UNKNOWN = TagComparison(has_same_tags=False)
_SAME_TAGS = TagComparison(has_same_tags=True)
_SAME_TAGS_AND_LETTERS = TagComparison(has_same_tags=True, has_letters_on_same_sides=True)


def compare_xml_tags(source: str, target: str) -> TagComparison:
    """Compare the tags of two texts without an XML parser.

    For long or unusual texts, all fields of the result are False.
    """
    expected = _split_plain_text(source)
    if expected is None or len(target) > _MAX_TEXT_LENGTH:
        return _UNKNOWN
    parts = _split_at_tags(target)
    texts = parts[::2]
    # The tags of the source are plain, so equal tags are plain as well.
    if parts[1::2] != expected.tags or not _is_plain_text("".join(texts)):
        return _UNKNOWN
    return _SAME_TAGS_AND_LETTERS if _list_outer_letters(texts) == expected.outer_letters else _SAME_TAGS


class _PlainText(NamedTuple):
    """Tags of a plain text, and True or False for both ends of each text between the tags: True for a letter.

    A text is plain if no value in a tag contains an angle bracket, and if there is only text between the tags.
    """

    tags: list[str]
    outer_letters: list[bool]


# Cached, because each language has the same sources.
@lru_cache(8192)
def _split_plain_text(text: str) -> _PlainText | None:
    """Return the tags of a plain text. If the text is not plain or is too long, return None."""
    if len(text) > _MAX_TEXT_LENGTH:
        return None
    parts = _split_at_tags(text)
    tags, texts = parts[1::2], parts[::2]
    are_tags = all(map(_has_balanced_quotes, tags)) and not xml_outlines.xml_parser_needed_pattern().search(text)
    return _PlainText(tags, _list_outer_letters(texts)) if are_tags and _is_plain_text("".join(texts)) else None


def _split_at_tags(text: str) -> list[str]:
    """Split a text at its tags. In the result, text and tags alternate, and entities are replaced with blanks.

    If the name of an entity contains angle brackets, return the list `["&"]`, which is not plain.
    """
    parts = _TAG_PATTERN.split(text)
    if "&" in text:
        tags_of_all = parts[1::2]
        parts = _TAG_PATTERN.split(entities.entity_pattern().sub(" ", text))
        if parts[1::2] != tags_of_all:  # the name of an entity can contain brackets
            return ["&"]
    return parts


def _is_plain_text(joined_text: str) -> bool:
    """Return True if the joined texts between the tags contain no markup."""
    return is_xml_text_without_tags(joined_text) or (
        "<" not in joined_text
        and "&" not in joined_text
        and not xml_outlines.xml_parser_needed_pattern().search(joined_text)
    )


def _has_balanced_quotes(tag: str) -> bool:
    return tag.count('"') % 2 == 0 and "'" not in tag


def _list_outer_letters(texts: list[str]) -> list[bool]:
    """Return two values for each text: True if the text begins with a letter, and True if it ends with a letter."""
    return [character.isalpha() for text in texts for character in (text[:1], text[-1:])]


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


def xml_invalid(source: str, target: str, checked_string: CheckedString) -> str | None:
    """
    A translation of XML is XML.

    Good:  "Press <b>Save</b>"  ->  "Drücke <b>Speichern</b>"
    Bad:   "Press <b>Save</b>"  ->  "Drücke <b>Speichern"
    Off:   the flag `ignore-xml-invalid`, or `safe-html`, which asks for more

    Asked are strings whose sources have tags and can be parsed, and all strings with the flag `xml-text`.
    """
    if not applies_to_string(checked_string):
        return None
    wrapped = xml_outlines.detect_wrapping(source)
    if wrapped is None or xml_outlines.parse_xml_outline(target, wrapped=wrapped) is not None:
        return None
    return "the translation is not XML, the source is"


def xml_tags(source: str, target: str, checked_string: CheckedString) -> str | None:
    """
    Source and translation have the same XML tags, with the same attributes, in the same order.

    Good:  "Press <b>Save</b>"  ->  "Drücke <b>Speichern</b>"
    Bad:   "Press <b>Save</b>"  ->  "Drücke <i>Speichern</i>"
    Off:   the flag `ignore-xml-tags`, or `safe-html`, which asks for more

    The values of attributes are free. Asked are strings whose sources have tags and can be parsed, and all strings with
    the flag `xml-text`; a translation that cannot be parsed is left to `xml-invalid`.
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
    position = 0
    for tag in find_xml_tags(text):
        yield from (found.span() for found in entities.entity_pattern().finditer(text, position, tag.start()))
        yield tag.span()
        position = tag.end()
    yield from (found.span() for found in entities.entity_pattern().finditer(text, position))


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


def xml_chars_around_tags(source: str, target: str, checked_string: CheckedString) -> str | None:
    """
    Where a tag touches a word in the source, it does in the translation.

    Good:  "Press <b>Save</b>."  ->  "Drücke <b>Speichern</b>."
    Bad:   "Press <b>Save</b>."  ->  "Drücke<b>Speichern</b>."
    Off:   the flag `ignore-xml-chars-around-tags`, or `safe-html`, which asks for more

    The characters before and after the tags are compared, tag by tag: a letter stands for a letter. Asked are strings
    whose sources have tags and can be parsed, and all strings with the flag `xml-text`, if the number of tags is the
    same.
    """
    return find_letter_difference(source, target) if applies_to_string(checked_string) else None


def find_letter_difference(source: str, target: str) -> str | None:
    """Return a problem if a letter touches a tag in only one of two XML texts. Otherwise, return None.

    If the texts have different numbers of tags, return None.
    """
    expected, found = list(find_xml_tags(source)), list(find_xml_tags(target))
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
