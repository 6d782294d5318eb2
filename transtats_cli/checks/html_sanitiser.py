"""HTML as browsers and sanitisers read it: what a text holds, and what is left when nothing else is allowed.

The home of nh3, and of lxml's HTML parser. Both are quadratic on many attributes and deep nesting, so texts have a
longest length.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import nh3
from lxml import etree

from transtats_cli.checks.limits import refuse_longer_than

_LONGEST = 10_000
"""The worst text of this length takes 0.1 seconds; one twice as long four times that."""

_NO_BREAK_SPACE = "\u00a0"
_SCRIPTS = frozenset(("script", "style"))
_SPECIAL = frozenset("<>&\r\0\ufeff")
"""A text without them comes out as it went in."""


class Attribute(NamedTuple):
    """One attribute of one tag."""

    tag: str
    name: str
    value: str


class Allowed(NamedTuple):
    """The tags of a text, and the names of their attributes."""

    tags: frozenset[str]
    attributes: tuple[tuple[str, frozenset[str]], ...]


@lru_cache(maxsize=1024)
def attributes_of(text: str) -> tuple[Attribute, ...]:
    """All attributes in the order of the text."""
    return tuple(
        Attribute(str(element.tag), str(name), str(value))
        for element in _elements(text)
        for name, value in element.attrib.items()
    )


@lru_cache(maxsize=1024)
def allowed_by(text: str) -> Allowed:
    """What a text holds is what its translation may hold."""
    attributes: dict[str, set[str]] = {}
    for element in _elements(text):
        attributes.setdefault(str(element.tag), set()).update(map(str, element.attrib))
    return Allowed(frozenset(attributes), tuple((tag, frozenset(names)) for tag, names in attributes.items()))


def sanitised(text: str, allowed: Allowed) -> str:
    """The text with nothing but the allowed tags and attributes, written as the sanitiser writes them."""
    if _SPECIAL.isdisjoint(text):
        return text
    refuse_longer_than(_LONGEST, text)
    # The sanitiser would write an entity for every no-break space.
    stand_in = next(character for character in map(chr, range(0xE000, 0xF8FF)) if character not in text)
    cleaned = nh3.clean(
        _encodable(text).replace(_NO_BREAK_SPACE, stand_in),
        tags=set(allowed.tags),
        attributes={tag: set(names) for tag, names in allowed.attributes if names},
        clean_content_tags=set(_SCRIPTS - allowed.tags),
        link_rel=None,
    )
    return cleaned.replace(stand_in, _NO_BREAK_SPACE)


def _elements(text: str) -> Iterator[etree._Element]:
    if "<" not in text:
        return
    refuse_longer_than(_LONGEST, text)
    document = f"<body>{_encodable(text)}</body>".encode()
    root = etree.fromstring(document, etree.HTMLParser(encoding="utf-8", no_network=True))
    for element in root.iter():
        if isinstance(element.tag, str) and element.tag not in ("html", "body"):
            yield element


def _encodable(text: str) -> str:
    return text.encode("utf-8", "replace").decode("utf-8")
