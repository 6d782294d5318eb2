"""Sanitiser for HTML: finds the tags and attributes of a text, and removes tags and attributes that are not allowed.

Only this module uses nh3 and the HTML parser of lxml. Both take quadratic time on many attributes and on deep nesting,
so the length of a text is limited.
"""

from collections.abc import Iterator
from functools import lru_cache

import nh3
from lxml import etree

from transtats_cli.limits import refuse_longer_than

_MAX_TEXT_LENGTH = 10_000
"""Limit on the length of a text in characters. The slowest text of this length takes 0.1 seconds."""

_NO_BREAK_SPACE = "\u00a0"
_PRIVATE_CHARACTERS = range(0xF0000, 0xFFFFE)
"""Numbers of characters for private use, of which there are more than `_MAX_TEXT_LENGTH`."""
_SCRIPT_TAGS = frozenset(("script", "style"))
_SPECIAL_CHARACTERS = frozenset("<>&\r\0\ufeff")
"""Characters that the sanitiser changes or interprets. A text without these characters is returned unchanged."""


AllowedHtml = frozenset[tuple[str, frozenset[str]]]
"""Allowed HTML tags, each with the names of its allowed attributes."""


@lru_cache(maxsize=1024)
def find_html_attributes(text: str) -> tuple[tuple[str, str, str], ...]:
    """Return tag, name and value of each HTML attribute of a text. Raise NotChecked if the text is too long."""
    return tuple(
        (str(element.tag), str(name), str(value))
        for element in _parse_html_elements(text)
        for name, value in element.attrib.items()
    )


@lru_cache(maxsize=1024)
def html_allowed_by_source(text: str) -> AllowedHtml:
    """Return the HTML tags and attributes of a source. The translation may have only these tags and attributes."""
    attributes: dict[str, set[str]] = {}
    for element in _parse_html_elements(text):
        attributes.setdefault(str(element.tag), set()).update(map(str, element.attrib))
    return frozenset((tag, frozenset(names)) for tag, names in attributes.items())


def sanitise_html(text: str, allowed: AllowedHtml) -> str:
    """Return the text as the HTML sanitiser writes it, with allowed tags and attributes only."""
    if _SPECIAL_CHARACTERS.isdisjoint(text):
        return text
    refuse_longer_than(_MAX_TEXT_LENGTH, text)
    # The sanitiser would replace every no-break space with an entity. No text of this length has all the substitutes.
    substitute = _NO_BREAK_SPACE
    if _NO_BREAK_SPACE in text:
        substitute = next(character for character in map(chr, _PRIVATE_CHARACTERS) if character not in text)
    cleaned = _create_cleaner(allowed).clean(_replace_surrogates(text).replace(_NO_BREAK_SPACE, substitute))
    return cleaned.replace(substitute, _NO_BREAK_SPACE)


# Cached, because creating a cleaner takes six times as long as a call. Most sources have the same few tags.
@lru_cache(maxsize=256)
def _create_cleaner(allowed: AllowedHtml) -> nh3.Cleaner:
    tags = {tag for tag, _ in allowed}
    return nh3.Cleaner(
        tags=tags,
        attributes={tag: set(names) for tag, names in allowed if names},
        clean_content_tags=set(_SCRIPT_TAGS - tags),
        link_rel=None,
    )


def _parse_html_elements(text: str) -> Iterator[etree._Element]:
    if "<" not in text:
        return
    refuse_longer_than(_MAX_TEXT_LENGTH, text)
    document = f"<body>{_replace_surrogates(text)}</body>".encode()
    root = etree.fromstring(document, etree.HTMLParser(encoding="utf-8", no_network=True))
    for element in root.iter():
        if isinstance(element.tag, str) and element.tag not in ("html", "body"):
            yield element


def _replace_surrogates(text: str) -> str:
    return text.encode("utf-8", "replace").decode("utf-8")
