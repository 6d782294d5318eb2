"""Tags as they are written: where they stand, and whether two strings have the same ones. Nothing is read as XML."""

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from transtats_cli.checks.entities import entity

_TAG = re.compile("<[^>]+>")
_APART = re.compile("(<[^>]+>)")
_LONGEST = 10_000
_FORBIDDEN = "\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff"


def is_text_alone(text: str) -> bool:
    """Whether nothing can be wrong with it as XML."""
    return _markup().search(text) is None


@cache
def _markup() -> re.Pattern[str]:
    return re.compile(f"[<>&{_FORBIDDEN}]")


@cache
def doubtful() -> re.Pattern[str]:
    """Finds what makes a string hard to tell from XML without a parser.

    That is what no XML may hold, the end of a CDATA section, and what begins something else than an element.
    """
    return re.compile(f"[{_FORBIDDEN}]|]]>|<[!?]")


def has_tag(text: str) -> bool:
    return "<" in text and next(tags(text), None) is not None


def tags(text: str) -> Iterator[re.Match[str]]:
    """Everything in angle brackets."""
    # Without the end, each `<` behind the last `>` would be searched to the end of the text.
    return _TAG.finditer(text, 0, text.rfind(">") + 1)


class Likeness(NamedTuple):
    """What two texts have in common, as far as that is easy to tell: False says nothing."""

    same_tags: bool
    """One of them is XML exactly if the other is, with the same nodes."""
    same_touch: bool = False
    """And the tags touch letters at the same ends."""


def likeness(source: str, target: str) -> Likeness:
    """Whatever is long or odd is left to those who read it."""
    expected = _plain_parts(source)
    if expected is None or len(target) > _LONGEST:
        return Likeness(False)
    found = _parts(target)
    # Tags that are the same are plain, too.
    if expected[1::2] != found[1::2] or not _is_plain("".join(found[::2])):
        return Likeness(False)
    return Likeness(True, all(map(_touch_alike, expected[::2], found[::2])))


# The sources come again with each language.
@lru_cache(8192)
def _plain_parts(text: str) -> list[str] | None:
    """The parts of a text in which each tag is one, with no bracket in a value, and all between them is text."""
    if len(text) > _LONGEST:
        return None
    parts = _parts(text)
    are_tags = all(map(_ends_at_its_bracket, parts[1::2])) and not doubtful().search(text)
    return parts if are_tags and _is_plain("".join(parts[::2])) else None


def _parts(text: str) -> list[str]:
    """By turns what is between the tags, and a tag; entities are blanks."""
    parts = _APART.split(text)
    if "&" in text:
        tags_of_all = parts[1::2]
        parts = _APART.split(entity().sub(" ", text))
        if parts[1::2] != tags_of_all:  # for an entity may look as if it held tags
            return ["&"]
    return parts


def _is_plain(between: str) -> bool:
    """Whether all that is between the tags is text."""
    return "<" not in between and "&" not in between and not doubtful().search(between)


def _ends_at_its_bracket(tag: str) -> bool:
    return tag.count('"') % 2 == 0 and "'" not in tag


def _touch_alike(one: str, other: str) -> bool:
    """Whether two texts between tags begin both with a letter, or neither, and end so as well."""
    return one[:1].isalpha() == other[:1].isalpha() and one[-1:].isalpha() == other[-1:].isalpha()
