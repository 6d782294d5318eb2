"""Strings as XML: entities, validity of a string, nodes and text content, and the HTML elements without an end tag.

lxml parses the strings. It is imported on first use, because in most files, no string is XML.
"""

import re
from functools import cache, lru_cache
from typing import Any

from transtats_cli.limits import refuse_longer_than

# As on a server, a name may contain any of `:;<=>?@[]^_{|}~`, so `&a;b;` is one entity. The class lists the characters
# that a name may not contain, because that compiles faster.
_RANGES_OUTSIDE_NAMES = "\uf000-\uf8ff\ufdd0-\ufdef\ufffe-\U0010ffff"
_ENTITY_NAME_REGEX = f"[^\0-/{_RANGES_OUTSIDE_NAMES}][^\0-,/{_RANGES_OUTSIDE_NAMES}]*"
ENTITY_REGEX = f"&(?:#[0-9]+|#x[0-9a-fA-F]+|{_ENTITY_NAME_REGEX});"
VOID_ELEMENTS = frozenset("area base br col embed hr img input link meta source track wbr".split())
"""Names of the HTML elements without content and without an end tag."""
_CDATA_START = "<![CDATA["
_CDATA_END = "]]>"


def strip_entities(text: str) -> str:
    """Replace each XML entity with a blank, and remove the delimiters of CDATA sections that end on the same line."""
    if "&" in text:
        text = re.sub(ENTITY_REGEX, " ", text)
    if _CDATA_START in text:
        text = "\n".join(map(_strip_cdata_delimiters, text.split("\n")))
    return text


def _strip_cdata_delimiters(line: str) -> str:
    kept: list[str] = []
    position = 0
    while (start := line.find(_CDATA_START, position)) >= 0:
        end = line.find(_CDATA_END, start + len(_CDATA_START))
        if end < 0:
            break
        kept += line[position:start], line[start + len(_CDATA_START) : end]
        position = end + len(_CDATA_END)
    return "".join(kept) + line[position:]


_MAX_TEXT_LENGTH = 1_000_000
_MAX_CACHED_LENGTH = 10_000
_WRAPPER_NAME = "string"
"""Name of the XML element that is added around a text."""
NODES_WITHOUT_NAME = ("the comment", "the processing instruction", "the entity")
"""Names that stand for nodes other than elements. No element has one of these names, because a name has no blank."""

XmlOutline = tuple[tuple[str, tuple[str, ...]], ...]
"""Nodes of an XML text in order: the name of each node, and the names of its attributes."""


def detect_wrapping(text: str) -> bool | None:
    """Return the value of `wrapped` with which `parse_xml_outline` parses a text. Return None if the text is not XML.

    True means XML as the content of an element. False means XML only as a whole document.
    """
    for wrapped in (True, False):
        if parse_xml_outline(text, wrapped=wrapped) is not None:
            return wrapped
    return None


def parse_xml_outline(text: str, *, wrapped: bool) -> XmlOutline | None:
    """Return the nodes of an XML text, or None if the text is not XML. Raise NotChecked if the text is too long.

    If `wrapped` is True, the text is parsed as the content of an element, otherwise as a whole document.
    """
    refuse_longer_than(_MAX_TEXT_LENGTH, text)
    parse = _parse_xml_outline if len(text) > _MAX_CACHED_LENGTH else _parse_xml_outline_cached
    return parse(text, wrapped)


def _parse_xml_outline(text: str, wrapped: bool) -> XmlOutline | None:
    root = _parse_xml(strip_entities(text), wrapped=wrapped)
    if root is None:
        return None
    names = _names_by_tag()
    return tuple((names.get(node.tag) or node.tag, tuple(map(str, node.attrib))) for node in root.iter())


# Cached, because each check and each language has the same sources.
_parse_xml_outline_cached = lru_cache(maxsize=1024)(_parse_xml_outline)


@cache
def _etree() -> Any:
    from lxml import etree

    return etree


@cache
def _names_by_tag() -> dict[object, str]:
    """Return the names of the nodes that are not elements. lxml has a function in place of their tag."""
    functions = _etree().Comment, _etree().ProcessingInstruction, _etree().Entity
    return dict(zip(functions, NODES_WITHOUT_NAME, strict=True))


def _parse_xml(text: str, *, wrapped: bool) -> Any:
    document = f"<{_WRAPPER_NAME}>{text}</{_WRAPPER_NAME}>" if wrapped else text
    try:
        return _etree().fromstring(document.encode("utf-8", "replace"), _create_parser())
    except _etree().XMLSyntaxError:
        return None


@cache
def _create_parser() -> Any:
    return _etree().XMLParser(encoding="utf-8", resolve_entities=False, no_network=True, strip_cdata=False)


def xml_text_content(text: str) -> str | None:
    """Return an XML text with blanks instead of its entities, and without its tags. Return None if it is not XML."""
    wrapped = detect_wrapping(text)
    if wrapped is None:
        return None
    root = _parse_xml(strip_entities(text), wrapped=wrapped)
    return None if root is None else _etree().tostring(root, encoding="unicode", method="text")
