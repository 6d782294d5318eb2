"""Reader for simple XML: elements with attributes in double quotes, and text.

Nearly all strings with tags are that simple. All others need lxml, and importing lxml takes longer than reading all the
simple strings here.
"""

import re

from transtats_cli.checks.tags.xml_marks import parser_needed

_NAME = "[A-Za-z_][A-Za-z0-9_.-]*+"
_BLANK = "[ \t\r\n]"
_ATTRIBUTE = rf'{_BLANK}++{_NAME}="[^"<>&]*+"'
_ELEMENT = re.compile(rf"<(/?)({_NAME})((?:{_ATTRIBUTE})*+){_BLANK}*+(/?)>")
_ATTRIBUTES = re.compile(rf'({_NAME})="[^"]*+"')
_DEEPEST = 100

Nodes = list[tuple[str, tuple[str, ...]]]
"""Nodes in the order of the text, each with the names of its attributes."""
NAMELESS = ("comment", "processing instruction")
"""Names of nodes that are not elements. Only an XML parser returns them."""


class NotPlainError(Exception):
    """Error for a text that is not simple. Only an XML parser can decide about it."""


def nodes(text: str) -> Nodes | None:
    """Return the elements in the order of the text, each with the names of its attributes, or None if it is not XML.

    Entities must have been removed from the text. Raise NotPlainError if only an XML parser can decide.
    """
    between = _ELEMENT.sub("", text)
    if "<" in between or "&" in between or parser_needed().search(text):
        raise NotPlainError
    found: Nodes = []
    open_elements: list[str] = []
    for closing, name, written, empty in _ELEMENT.findall(text):
        attributes = tuple(_ATTRIBUTES.findall(written))
        if "xmlns" in attributes or len(open_elements) > _DEEPEST:
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
