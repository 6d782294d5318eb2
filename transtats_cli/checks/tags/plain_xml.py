"""Parser for simple XML: elements with attributes in double quotes, and text.

Nearly all strings with tags are simple XML. All other strings need lxml. Importing lxml takes longer than parsing all
simple strings with this module.
"""

import re

from transtats_cli.checks.tags.xml_marks import xml_parser_needed_pattern

_NAME_REGEX = "[A-Za-z_][A-Za-z0-9_.-]*+"
_BLANK_REGEX = "[ \t\r\n]"
_ATTRIBUTE_REGEX = rf'{_BLANK_REGEX}++{_NAME_REGEX}="[^"<>&]*+"'
_TAG_PATTERN = re.compile(rf"<(/?)({_NAME_REGEX})((?:{_ATTRIBUTE_REGEX})*+){_BLANK_REGEX}*+(/?)>")
_ATTRIBUTE_NAME_PATTERN = re.compile(rf'({_NAME_REGEX})="[^"]*+"')
_MAX_OPEN_ELEMENTS = 100

XmlNodes = list[tuple[str, tuple[str, ...]]]
"""Nodes of an XML text in order: the name of each node, and the names of its attributes."""
NODES_WITHOUT_NAME = ("the comment", "the processing instruction", "the entity")
"""Names that stand for nodes other than elements. Only `xml_parser` returns such nodes.

No element has one of these names, because a name contains no blank.
"""


class NotPlainError(Exception):
    """Error for a text that is not simple XML. Only an XML parser can decide if the text is valid."""


def parse_plain_xml_nodes(text: str) -> XmlNodes | None:
    """Return the elements of a text in order, each with the names of its attributes, or None if the text is not XML.

    The entities must be removed from the text before. Raise NotPlainError if only an XML parser can decide.
    """
    between = _TAG_PATTERN.sub("", text)
    if "<" in between or "&" in between or xml_parser_needed_pattern().search(text):
        raise NotPlainError
    found: XmlNodes = []
    open_elements: list[str] = []
    for closing, name, written, empty in _TAG_PATTERN.findall(text):
        attributes = tuple(_ATTRIBUTE_NAME_PATTERN.findall(written))
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
