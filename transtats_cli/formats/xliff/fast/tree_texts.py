"""Convert a <source> or <target> element to the text that is displayed, counted and checked. A part of `tree`."""

import re
from collections.abc import Iterator
from copy import copy
from itertools import islice

from lxml import etree

from transtats_cli.errors import UnreadableFile
from transtats_cli.formats.xliff.document import line_of
from transtats_cli.formats.xliff.text import MOST_ATTRIBUTES, inner_xml, local_name, refuse_entities, unresolved

_BLANKS = re.compile(r"[ \t\r\n]+")
# itertext() takes quadratic time in the number of comments.
_STRING_VALUE = etree.XPath("string()", smart_strings=False)
# Each element is copied, which takes several times the memory of the file.
_MOST_INLINE_ELEMENTS = 250_000
# Known inline elements of XLIFF 1, and the attributes that are written before all others.
_FIRST_ATTRIBUTES = {
    "x": ("id", "xid", "rid"),
    "bx": ("id", "xid", "rid"),
    "ex": ("id", "xid", "rid"),
    "g": ("id",),
}


def plain(node: etree._Element, collapse: bool) -> str:
    """Return the text of a <source> or <target> without tags. The text inside inline elements is included."""
    if len(node):
        refuse_entities(node)
        text = str(_STRING_VALUE(node))
    else:
        text = node.text or ""
    return _BLANKS.sub(" ", text).strip(" ") if collapse else text


def rich(node: etree._Element, collapse: bool) -> str:
    """Return the text of a <source> or <target> with its inline elements, as XML.

    Raises UnreadableFile if the text contains more than `_MOST_INLINE_ELEMENTS` inline elements.
    """
    if not len(node):
        text = node.text or ""
        return _escape(_collapse_first_text(text, True) if collapse else text)
    if next(islice(node.iter(), _MOST_INLINE_ELEMENTS, None), None) is not None:
        raise UnreadableFile(f"a text with more than {_MOST_INLINE_ELEMENTS} tags; split it up", line_of(node))
    if collapse:
        node = _collapse_blanks(node)
    shown = etree.Element("shown")
    _copy_content(shown, node)
    return inner_xml(shown)


def _escape(text: str) -> str:
    if "&" in text or "<" in text or ">" in text or "\r" in text:
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\r", "&#13;")
    return text


def _collapse_first_text(text: str, is_alone: bool) -> str:
    """Collapse the blanks in the text at the start of an element, and strip the start of the text.

    If the text is `is_alone`, which means that the element has no child elements, strip its end as well.
    """
    text = _BLANKS.sub(" ", text)
    if text.startswith(" "):
        text = text.lstrip()
    return text.rstrip() if is_alone else text


def _collapse_blanks(node: etree._Element) -> etree._Element:
    node = copy(node)
    for element in node.iter("*"):
        element.text = _collapse_first_text(element.text or "", not len(element)) or None
        element.tail = _BLANKS.sub(" ", element.tail or "")
    return node


def _copy_content(shown: etree._Element, node: etree._Element) -> None:
    """Copy the content of `node` to the element `shown`.

    An inline element with a name in `_FIRST_ATTRIBUTES` is replaced by an element without a namespace.
    """
    shown.text = node.text
    for child in _inline_elements(node):
        name = local_name(child)
        if name in _FIRST_ATTRIBUTES:
            inline = etree.Element(name)
            _set_attributes(inline, _known_attributes(child, name))
        else:
            # A copy includes the namespace declarations that the element and its content need. The text shows them.
            inline = copy(child)
            _clean_inline_element(inline)
        inline.tail = child.tail
        shown.append(inline)
        if name == "g":
            _copy_content(inline, child)


def _clean_inline_element(element: etree._Element) -> None:
    """Change the descendants of an unknown inline element in place, as `_copy_content` copies inline elements."""
    for comment in list(element.iterchildren(etree.Comment)):
        element.remove(comment)  # this also removes the text after the comment
    for child in _inline_elements(element):
        name = local_name(child)
        if name in _FIRST_ATTRIBUTES:
            attributes = _known_attributes(child, name)
            child.tag = name
            child.attrib.clear()
            _set_attributes(child, attributes)
            if name != "g":
                child.text = None
                del child[:]
        _clean_inline_element(child)


def _known_attributes(element: etree._Element, name: str) -> list[tuple[str, str]]:
    """Return the attributes of an inline element with a name in `_FIRST_ATTRIBUTES`, identifying attributes first.

    A placeholder without id has no attributes. Raises UnreadableFile for a <g> without id.
    """
    if len(element.attrib) > MOST_ATTRIBUTES:
        raise UnreadableFile(f"there is a <{name}> with more than {MOST_ATTRIBUTES} attributes", line_of(element))
    attributes = {str(key): str(value) for key, value in element.items()}
    if "id" not in attributes:
        if name == "g":
            raise UnreadableFile("there is a <g> without id", line_of(element))
        return []  # a placeholder without id loses all attributes
    first = [key for key in _FIRST_ATTRIBUTES[name] if key in attributes]
    return [(key, attributes[key]) for key in dict.fromkeys([*first, *attributes])]


def _set_attributes(element: etree._Element, attributes: list[tuple[str, str]]) -> None:
    for key, value in attributes:
        element.set(key, value)


def _inline_elements(node: etree._Element) -> Iterator[etree._Element]:
    for child in node:
        if isinstance(child, etree._Comment):
            continue
        if isinstance(child, etree._Entity):
            raise unresolved(child)
        if isinstance(child, etree._ProcessingInstruction):
            raise UnreadableFile("there is a processing instruction inside a text", line_of(child) or line_of(node))
        yield child
