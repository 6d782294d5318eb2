"""Strings as XML: validity of a string, nodes and text content.

Nearly all strings with tags are simple XML: elements with attributes in double quotes, and text. Regular expressions
parse them. lxml parses all other strings, and is imported only for them: the import takes longer than parsing a
thousand simple strings.
"""

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from transtats_cli.checks.tags.entities import strip_entities
from transtats_cli.limits import refuse_longer_than

if TYPE_CHECKING:
    from lxml import etree

FORBIDDEN_CONTROL_CHARACTERS = "\0-\x08\x0b\x0c\x0e-\x1f"
_NAME_REGEX = "[A-Za-z_][A-Za-z0-9_.-]*+"
_BLANK_REGEX = "[ \t\r\n]"
_ATTRIBUTE_REGEX = rf'{_BLANK_REGEX}++{_NAME_REGEX}="[^"<>&]*+"'
_TAG_REGEX = rf"<(/?)({_NAME_REGEX})((?:{_ATTRIBUTE_REGEX})*+){_BLANK_REGEX}*+(/?)>"
_ATTRIBUTE_NAME_REGEX = rf'({_NAME_REGEX})="[^"]*+"'
# Without the noncharacters, the character class is small, so it compiles faster.
PARSER_NEEDED_REGEX = f"[{FORBIDDEN_CONTROL_CHARACTERS}]|\ufffe|\uffff|]]>|<[!?]"
"""Regular expression that matches in each text that only an XML parser can validate.

It matches characters that are forbidden in XML, the end of a CDATA section, and the start of markup other than an
element.
"""
_MAX_OPEN_ELEMENTS = 100
_MAX_TEXT_LENGTH = 1_000_000
_MAX_CACHED_LENGTH = 10_000
_WRAPPER_NAME = "string"
"""Name of the XML element that is added around a text."""

XmlNodes = list[tuple[str, tuple[str, ...]]]
"""Nodes of an XML text in order: the name of each node, and the names of its attributes."""
NODES_WITHOUT_NAME = ("the comment", "the processing instruction", "the entity")
"""Names that stand for nodes other than elements. Only `_parse_xml_nodes` returns such nodes.

No element has one of these names, because a name contains no blank.
"""


class NotPlainError(Exception):
    """Error for a text that is not simple XML. Only an XML parser can decide if the text is valid."""


def parse_plain_xml_nodes(text: str) -> XmlNodes | None:
    """Return the elements of a text in order, each with the names of its attributes, or None if the text is not XML.

    The entities must be removed from the text before. Raise NotPlainError if only an XML parser can decide.
    """
    between = re.sub(_TAG_REGEX, "", text)
    if "<" in between or "&" in between or re.search(PARSER_NEEDED_REGEX, text):
        raise NotPlainError
    found: XmlNodes = []
    open_elements: list[str] = []
    for closing, name, written, empty in re.findall(_TAG_REGEX, text):
        attributes = tuple(re.findall(_ATTRIBUTE_NAME_REGEX, written))
        if "xmlns" in attributes or len(open_elements) > _MAX_OPEN_ELEMENTS:
            raise NotPlainError
        if not closing:
            if len(set(attributes)) < len(attributes):
                return None
            found.append((name, attributes))
            if not empty:
                open_elements.append(name)
        elif attributes or empty or not open_elements or open_elements.pop() != name:
            return None
    return None if open_elements else found


def parse_xml_nodes(text: str, *, wrapped: bool) -> XmlNodes | None:
    """Return the nodes of an XML text in order, each with the names of its attributes, or None if the text is not XML.

    If `wrapped` is True, the text is parsed as the content of an element, otherwise as a whole document.
    """
    root = _parse_xml(text, wrapped=wrapped)
    return None if root is None else [(_name_of_node(node), tuple(map(str, node.attrib))) for node in root.iter()]


def _name_of_node(node: "etree._Element") -> str:
    from lxml import etree

    types = (etree._Comment, etree._ProcessingInstruction, etree._Entity)
    return next(
        (name for name, each in zip(NODES_WITHOUT_NAME, types, strict=True) if isinstance(node, each)), node.tag
    )


def _parse_xml(text: str, *, wrapped: bool) -> "etree._Element | None":
    from lxml import etree

    document = f"<{_WRAPPER_NAME}>{text}</{_WRAPPER_NAME}>" if wrapped else text
    try:
        return etree.fromstring(document.encode("utf-8", "replace"), _create_parser())
    except etree.XMLSyntaxError:
        return None


@cache
def _create_parser() -> "etree.XMLParser":
    from lxml import etree

    return etree.XMLParser(encoding="utf-8", resolve_entities=False, no_network=True, strip_cdata=False)


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
    read = _parse_xml_outline_uncached if len(text) > _MAX_CACHED_LENGTH else _parse_xml_outline_cached
    return read(text, wrapped)


def _parse_xml_outline_uncached(text: str, wrapped: bool) -> XmlOutline | None:
    text = strip_entities(text)
    try:
        found = parse_plain_xml_nodes(text)
    except NotPlainError:
        pass
    else:
        if found is None:
            return None
        if wrapped:
            return ((_WRAPPER_NAME, ()), *found)
    nodes = parse_xml_nodes(text, wrapped=wrapped)
    return None if nodes is None else tuple(nodes)


# Cached, because each check and each language has the same sources.
_parse_xml_outline_cached = lru_cache(maxsize=1024)(_parse_xml_outline_uncached)


def xml_text_content(text: str) -> str | None:
    """Return an XML text with blanks instead of its entities, and without its tags. Return None if it is not XML."""
    wrapped = detect_wrapping(text)
    if wrapped is None:
        return None
    from lxml import etree

    root = _parse_xml(strip_entities(text), wrapped=wrapped)
    return None if root is None else etree.tostring(root, encoding="unicode", method="text")
