"""Search for XML tags in texts, and comparison of the tags of two texts, without an XML parser."""

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple

_TAG_PATTERN = re.compile("(<[^>]+>)")
_MAX_TEXT_LENGTH = 10_000
_FORBIDDEN_CONTROL_CHARACTERS = "\0-\x08\x0b\x0c\x0e-\x1f"


def is_xml_text_without_tags(text: str) -> bool:
    """Return True if a text is valid XML and contains neither tags nor entities."""
    return _compile_markup_pattern().search(text) is None


@cache
def _compile_markup_pattern() -> re.Pattern[str]:
    return re.compile(f"[<>&{_FORBIDDEN_CONTROL_CHARACTERS}\ufffe\uffff]")


@cache
def xml_parser_needed_pattern() -> re.Pattern[str]:
    """Return a pattern that matches in each text that only an XML parser can validate.

    The pattern matches characters that are forbidden in XML, the end of a CDATA section, and the start of markup other
    than an element.
    """
    # Without the noncharacters, the character class is small, so it compiles faster.
    return re.compile(f"[{_FORBIDDEN_CONTROL_CHARACTERS}]|\ufffe|\uffff|]]>|<[!?]")


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
    are_tags = all(map(_has_balanced_quotes, tags)) and not xml_parser_needed_pattern().search(text)
    return _PlainText(tags, _list_outer_letters(texts)) if are_tags and _is_plain_text("".join(texts)) else None


def _split_at_tags(text: str) -> list[str]:
    """Split a text at its tags. In the result, text and tags alternate, and entities are replaced with blanks.

    If the name of an entity contains angle brackets, return the list `["&"]`, which is not plain.
    """
    parts = _TAG_PATTERN.split(text)
    if "&" in text:
        # Imported late, because few strings have entities.
        from transtats_cli.checks.tags.entities import entity_pattern

        tags_of_all = parts[1::2]
        parts = _TAG_PATTERN.split(entity_pattern().sub(" ", text))
        if parts[1::2] != tags_of_all:  # the name of an entity can contain brackets
            return ["&"]
    return parts


def _is_plain_text(joined_text: str) -> bool:
    """Return True if the joined texts between the tags contain no markup."""
    return is_xml_text_without_tags(joined_text) or (
        "<" not in joined_text and "&" not in joined_text and not xml_parser_needed_pattern().search(joined_text)
    )


def _has_balanced_quotes(tag: str) -> bool:
    return tag.count('"') % 2 == 0 and "'" not in tag


def _list_outer_letters(texts: list[str]) -> list[bool]:
    """Return two values for each text: True if the text begins with a letter, and True if it ends with a letter."""
    return [character.isalpha() for text in texts for character in (text[:1], text[-1:])]
