"""Search for XML tags in texts, and comparison of the tags of two texts, without an XML parser."""

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from transtats_cli.checks.tags.entities import entity

_TAG = re.compile("<[^>]+>")
_TAG_GROUP = re.compile("(<[^>]+>)")
_LONGEST = 10_000
_FORBIDDEN_CHARACTERS = "\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff"


def is_text_alone(text: str) -> bool:
    """Return True if a text is valid XML and contains neither tags nor entities."""
    return _markup_pattern().search(text) is None


@cache
def _markup_pattern() -> re.Pattern[str]:
    return re.compile(f"[<>&{_FORBIDDEN_CHARACTERS}]")


@cache
def parser_needed() -> re.Pattern[str]:
    """Return a pattern that matches in each text that only an XML parser can validate.

    The pattern matches characters that are forbidden in XML, the end of a CDATA section, and the start of markup other
    than an element.
    """
    return re.compile(f"[{_FORBIDDEN_CHARACTERS}]|]]>|<[!?]")


def has_tag(text: str) -> bool:
    return "<" in text and next(tags(text), None) is not None


def tags(text: str) -> Iterator[re.Match[str]]:
    """Yield a match for each part of a text that is enclosed in angle brackets."""
    # Without the end position, a search from each `<` after the last `>` would read the rest of the text.
    return _TAG.finditer(text, 0, text.rfind(">") + 1)


class Likeness(NamedTuple):
    """Result of a fast comparison of two texts. In each field, True is certain, and False means unknown."""

    same_tags: bool
    """True if both texts are XML with the same nodes, or neither is XML."""
    same_touch: bool = False
    """True if `same_tags` is True and each tag has letters next to it on the same sides in both texts."""


def likeness(source: str, target: str) -> Likeness:
    """Compare the tags of two texts without an XML parser.

    For long or unusual texts, all fields of the result are False.
    """
    expected = _split_plain_text(source)
    if expected is None or len(target) > _LONGEST:
        return Likeness(False)
    found = _split_at_tags(target)
    # The tags of the source are plain, so equal tags are plain as well.
    if expected[1::2] != found[1::2] or not _is_plain("".join(found[::2])):
        return Likeness(False)
    return Likeness(True, all(map(_have_letters_alike, expected[::2], found[::2])))


# Cached, because each language has the same sources.
@lru_cache(8192)
def _split_plain_text(text: str) -> list[str] | None:
    """Return the parts of a plain text, see `_split_at_tags`. If the text is not plain or is too long, return None.

    A text is plain if no value in a tag contains an angle bracket, and if there is only text between the tags.
    """
    if len(text) > _LONGEST:
        return None
    parts = _split_at_tags(text)
    are_tags = all(map(_has_balanced_quotes, parts[1::2])) and not parser_needed().search(text)
    return parts if are_tags and _is_plain("".join(parts[::2])) else None


def _split_at_tags(text: str) -> list[str]:
    """Split a text at its tags. In the result, text and tags alternate, and entities are replaced with blanks.

    If an entity contains a tag, return one part that is not plain.
    """
    parts = _TAG_GROUP.split(text)
    if "&" in text:
        tags_of_all = parts[1::2]
        parts = _TAG_GROUP.split(entity().sub(" ", text))
        if parts[1::2] != tags_of_all:  # the name of an entity can contain brackets
            return ["&"]
    return parts


def _is_plain(between: str) -> bool:
    """Return True if `between`, the joined text between tags, contains no markup."""
    return "<" not in between and "&" not in between and not parser_needed().search(between)


def _has_balanced_quotes(tag: str) -> bool:
    return tag.count('"') % 2 == 0 and "'" not in tag


def _have_letters_alike(one: str, other: str) -> bool:
    """Return True if both or neither of two texts begin with a letter, and both or neither end with a letter."""
    return one[:1].isalpha() == other[:1].isalpha() and one[-1:].isalpha() == other[-1:].isalpha()
