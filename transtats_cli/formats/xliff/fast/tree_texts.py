"""Convert a <source> or <target> element to the text that is displayed, counted and checked. A part of `tree`."""

import re
from collections.abc import Iterator
from copy import copy
from itertools import islice

from lxml import etree

from transtats_cli.errors import UnreadableFile
from transtats_cli.formats.xliff.document import line_number_of_element
from transtats_cli.formats.xliff.text import (
    MAX_ATTRIBUTES_PER_ELEMENT,
    refuse_entities,
    serialize_shown_content,
    tag_without_namespace,
    unresolved_entity_error,
)

_BLANKS_PATTERN = re.compile(r"[ \t\r\n]+")
# itertext() takes quadratic time in the number of comments.
_TEXT_XPATH = etree.XPath("string()", smart_strings=False)
# Each element is copied, which takes several times the memory of the file.
_MAX_INLINE_ELEMENTS = 250_000
# Known inline elements of XLIFF 1, and the attributes that are written before all others.
_FIRST_ATTRIBUTES_BY_TAG = {
    "x": ("id", "xid", "rid"),
    "bx": ("id", "xid", "rid"),
    "ex": ("id", "xid", "rid"),
    "g": ("id",),
}


def text_without_tags(element: etree._Element, collapses_blanks: bool) -> str:
    """Return the text of a <source> or <target> without tags. The text inside inline elements is included."""
    if len(element):
        refuse_entities(element)
        text = str(_TEXT_XPATH(element))
    else:
        text = element.text or ""
    return _BLANKS_PATTERN.sub(" ", text).strip(" ") if collapses_blanks else text


def text_with_inline_xml(element: etree._Element, collapses_blanks: bool) -> str:
    """Return the text of a <source> or <target> with its inline elements, as XML.

    Raises UnreadableFile if the text contains more than `_MAX_INLINE_ELEMENTS` inline elements.
    """
    if not len(element):
        text = element.text or ""
        return _escape_xml_text(_collapse_first_text(text, True) if collapses_blanks else text)
    if next(islice(element.iter(), _MAX_INLINE_ELEMENTS, None), None) is not None:
        raise UnreadableFile(
            f"a text with more than {_MAX_INLINE_ELEMENTS} tags; split it up", line_number_of_element(element)
        )
    if collapses_blanks:
        element = _collapse_blanks(element)
    shown = etree.Element("shown")
    _copy_inline_content(shown, element)
    return serialize_shown_content(shown)


def _escape_xml_text(text: str) -> str:
    if "&" in text or "<" in text or ">" in text or "\r" in text:
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\r", "&#13;")
    return text


def _collapse_first_text(text: str, is_alone: bool) -> str:
    """Collapse the blanks in the text at the start of an element, and strip the start of the text.

    If the text is `is_alone`, which means that the element has no child elements, strip its end as well.
    """
    text = _BLANKS_PATTERN.sub(" ", text)
    if text.startswith(" "):
        text = text.lstrip()
    return text.rstrip() if is_alone else text


def _collapse_blanks(node: etree._Element) -> etree._Element:
    node = copy(node)
    for element in node.iter("*"):
        element.text = _collapse_first_text(element.text or "", not len(element)) or None
        element.tail = _BLANKS_PATTERN.sub(" ", element.tail or "")
    return node


def _copy_inline_content(shown: etree._Element, node: etree._Element) -> None:
    """Copy the text and the inline elements of `node` into the empty element `shown`.

    The copy of a known inline element (a name in `_FIRST_ATTRIBUTES_BY_TAG`) has no namespace, and its identifying
    attributes come first. Among the known inline elements, only <g> keeps its content.
    """
    shown.text = node.text
    for child in _find_inline_elements(node):
        name = tag_without_namespace(child)
        if name in _FIRST_ATTRIBUTES_BY_TAG:
            inline = etree.Element(name)
            _replace_attributes(inline, _known_attributes(child, name))
        else:
            # A copy includes the namespace declarations that the element and its content need. The text shows them.
            inline = copy(child)
            _clean_inline_element(inline)
        inline.tail = child.tail
        shown.append(inline)
        if name == "g":
            _copy_inline_content(inline, child)


def _clean_inline_element(element: etree._Element) -> None:
    """Remove the comments in an inline element in place, and rewrite the known inline elements inside it.

    A rewritten element is the same as a copy from `_copy_inline_content`.
    """
    for comment in list(element.iterchildren(etree.Comment)):
        element.remove(comment)  # this also removes the text after the comment
    for child in _find_inline_elements(element):
        name = tag_without_namespace(child)
        if name in _FIRST_ATTRIBUTES_BY_TAG:
            attributes = _known_attributes(child, name)
            child.tag = name
            child.attrib.clear()
            _replace_attributes(child, attributes)
            if name != "g":
                child.text = None
                del child[:]
        _clean_inline_element(child)


def _known_attributes(element: etree._Element, name: str) -> list[tuple[str, str]]:
    """Return the attributes of a known inline element, identifying attributes first.

    An <x>, <bx> or <ex> without id loses all attributes. Raises UnreadableFile for a <g> without id.
    """
    if len(element.attrib) > MAX_ATTRIBUTES_PER_ELEMENT:
        raise UnreadableFile(
            f"there is a <{name}> with more than {MAX_ATTRIBUTES_PER_ELEMENT} attributes",
            line_number_of_element(element),
        )
    attributes = {str(key): str(value) for key, value in element.items()}
    if "id" not in attributes:
        if name == "g":
            raise UnreadableFile("there is a <g> without id", line_number_of_element(element))
        return []  # a placeholder without id loses all attributes
    first = [key for key in _FIRST_ATTRIBUTES_BY_TAG[name] if key in attributes]
    return [(key, attributes[key]) for key in dict.fromkeys([*first, *attributes])]


def _replace_attributes(element: etree._Element, attributes: list[tuple[str, str]]) -> None:
    for key, value in attributes:
        element.set(key, value)


def _find_inline_elements(node: etree._Element) -> Iterator[etree._Element]:
    for child in node:
        if isinstance(child, etree._Comment):
            continue
        if isinstance(child, etree._Entity):
            raise unresolved_entity_error(child)
        if isinstance(child, etree._ProcessingInstruction):
            raise UnreadableFile(
                "there is a processing instruction inside a text",
                line_number_of_element(child) or line_number_of_element(node),
            )
        yield child
