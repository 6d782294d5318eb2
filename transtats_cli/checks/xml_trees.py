"""Strings as XML: whether they can be parsed, and what their trees hold; lxml does the reading."""

import re
from collections.abc import Iterator
from functools import lru_cache

from lxml import etree

from transtats_cli.checks import entities
from transtats_cli.checks.limits import refuse_longer_than
from transtats_cli.checks.subject import Subject

_TAG = re.compile("<[^>]+>")
_LONGEST = 1_000_000
_LONGEST_REMEMBERED = 10_000
_PARSER = etree.XMLParser(encoding="utf-8", resolve_entities=False, no_network=True, strip_cdata=False)

NAMELESS = ("comment", "processing instruction")
"""What nodes are called that are no elements."""

Outline = tuple[tuple[str, tuple[str, ...]], ...]
"""The nodes of a tree in the order of the text, each with the names of its attributes."""


def is_asked(subject: Subject) -> bool:
    """Whether the XML checks have to do with a string: its sources have tags and are XML, or a flag says so."""
    flags = subject.flags
    if "safe-html" in flags or "auto-safe-html" in flags:
        return False
    if "xml-text" in flags:
        return True
    sources = subject.sources
    return any(map(has_tag, sources)) and all(is_wrapped(source) is not None for source in sources)


def has_tag(text: str) -> bool:
    return "<" in text and next(tags(text), None) is not None


def tags(text: str) -> Iterator[re.Match[str]]:
    """Everything in angle brackets."""
    # Without the end, each `<` behind the last `>` would be searched to the end of the text.
    return _TAG.finditer(text, 0, text.rfind(">") + 1)


def is_wrapped(text: str) -> bool | None:
    """Whether a text is XML as content of an element (True) or only on its own (False); None if it is no XML."""
    for wrapped in (True, False):
        if outline(text, wrapped=wrapped) is not None:
            return wrapped
    return None


def outline(text: str, *, wrapped: bool) -> Outline | None:
    """What a text holds; None if it is no XML. Raises NotChecked for a very long one."""
    refuse_longer_than(_LONGEST, text)
    read = _read_outline if len(text) > _LONGEST_REMEMBERED else _remembered_outline
    return read(text, wrapped)


def _read_outline(text: str, wrapped: bool) -> Outline | None:
    root = _parse(entities.strip(text), wrapped=wrapped)
    if root is None:
        return None
    return tuple((_name(node), tuple(map(str, node.attrib))) for node in root.iter())


# The texts of sources come again with each check and each language.
_remembered_outline = lru_cache(maxsize=1024)(_read_outline)


def text_content(text: str) -> str | None:
    """The text without its tags; None if it is no XML."""
    wrapped = is_wrapped(text)
    if wrapped is None:
        return None
    root = _parse(entities.strip(text), wrapped=wrapped)
    return None if root is None else etree.tostring(root, encoding="unicode", method="text")


def _name(node: etree._Element) -> str:
    if isinstance(node, etree._Comment):
        return NAMELESS[0]
    if isinstance(node, etree._ProcessingInstruction):
        return NAMELESS[1]
    return node.tag


def _parse(text: str, *, wrapped: bool) -> etree._Element | None:
    document = f"<string>{text}</string>" if wrapped else text
    try:
        return etree.fromstring(document.encode("utf-8", "replace"), _PARSER)
    except etree.XMLSyntaxError:
        return None
