"""XML of the plain kind, read without a parser: elements with attributes in double quotes, and text.

Nearly all strings with tags are like that; for any other there is lxml, which takes longer to import than they take.
"""

import re

from transtats_cli.checks.xml_marks import doubtful

_NAME = "[A-Za-z_][A-Za-z0-9_.-]*+"
_BLANK = "[ \t\r\n]"
_ATTRIBUTE = rf'{_BLANK}++{_NAME}="[^"<>&]*+"'
_ELEMENT = re.compile(rf"<(/?)({_NAME})((?:{_ATTRIBUTE})*+){_BLANK}*+(/?)>")
_ATTRIBUTES = re.compile(rf'({_NAME})="[^"]*+"')
_DEEPEST = 100

Nodes = list[tuple[str, tuple[str, ...]]]


class NotPlainError(Exception):
    """It takes a parser to tell."""


def nodes(text: str) -> Nodes | None:
    """The elements of a text in its order, each with the names of its attributes; None if it is no XML.

    Entities are no part of the text any more. Raises NotPlainError where it takes a parser to tell.
    """
    between = _ELEMENT.sub("", text)
    if "<" in between or "&" in between or doubtful().search(text):
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
