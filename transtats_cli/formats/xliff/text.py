"""Convert a <source> or <target> to the text that is displayed, counted and checked, and treat its white space.

`reference` lets translate-toolkit convert the texts, and uses the other functions.
"""

import re
from collections.abc import Iterator
from copy import copy
from itertools import islice

from lxml import etree

from transtats_cli.errors import UnreadableFile
from transtats_cli.formats.xliff.document import SPACE_ATTRIBUTE, line_number_of_element

# Setting attributes one by one takes quadratic time. Real files have far fewer.
MAX_ATTRIBUTES_PER_ELEMENT = 1000
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


def collapses_blanks(policy: str, own_space: str | None, inherited_space: str | None) -> bool:
    """Return True if several successive blanks in a text count as one blank.

    `policy` is `preserve`, `standard` or `normalize`. `own_space` is the `xml:space` of the text, or of its unit.
    `inherited_space` is the `xml:space` of the elements around the unit. With the policy `preserve`, blanks are
    collapsed only if `inherited_space` is `default` and `own_space` is None.
    """
    if policy == "normalize":
        return True
    if policy == "standard":
        return (own_space or inherited_space or "default") == "default"
    return own_space is None and inherited_space == "default"


def set_whitespace_attributes(root: etree._Element, tags: tuple[str, str], policy: str) -> None:
    """Set `xml:space` of each <source> and <target>, so that translate-toolkit treats blanks like `collapses_blanks`.

    translate-toolkit then ignores the `xml:space` of the elements around the text. `policy` is the one of
    `collapses_blanks`. `tags` contains the two tag names with their namespace.
    """
    for node in root.iter(*tags):
        if next(node.iterancestors(*tags), None) is not None:
            continue  # an inline element
        unit, *around = node.iterancestors()
        inherited = next(filter(None, (element.get(SPACE_ATTRIBUTE) for element in around)), None)
        collapse = collapses_blanks(policy, node.get(SPACE_ATTRIBUTE) or unit.get(SPACE_ATTRIBUTE), inherited)
        node.set(SPACE_ATTRIBUTE, "default" if collapse else "preserve")


def refuse_entities(node: etree._Element) -> None:
    """Raise UnreadableFile if an XML element contains an entity that the XML parser has not replaced by its text."""
    for entity in node.iter(etree.Entity):
        raise unresolved_entity_error(entity)


def serialize_shown_content(shown: etree._Element) -> str:
    """Return the content of a <shown> element as XML. The children of the element lose their namespace, in place."""
    for inline in shown:
        inline.tag = tag_without_namespace(inline)
    etree.cleanup_namespaces(shown)
    xml = etree.tostring(shown, encoding="unicode")
    return xml[len("<shown>") : -len("</shown>")]


def tag_without_namespace(element: etree._Element) -> str:
    return element.tag.rpartition("}")[2]


def unresolved_entity_error(entity: etree._Element) -> UnreadableFile:
    return UnreadableFile(f"the entity {entity.text} is not resolved", line_number_of_element(entity))


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
        text = _collapse_first_text(element.text or "", True) if collapses_blanks else element.text or ""
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\r", "&#13;")
    if next(islice(element.iter(), _MAX_INLINE_ELEMENTS, None), None) is not None:
        raise UnreadableFile(
            f"a text with more than {_MAX_INLINE_ELEMENTS} tags; split it up", line_number_of_element(element)
        )
    if collapses_blanks:
        element = _collapse_blanks(element)
    shown = etree.Element("shown")
    shown.text = element.text
    shown.extend(map(_convert_inline_element, _find_inline_elements(element)))
    return serialize_shown_content(shown)


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


def _convert_inline_element(element: etree._Element, *, is_copy: bool = False) -> etree._Element:
    """Return an inline element as a text shows it. An element that `is_copy` is changed in place.

    A known inline element (a name in `_FIRST_ATTRIBUTES_BY_TAG`) has no namespace, and its identifying attributes come
    first. Among the known inline elements, only <g> keeps its content.
    """
    name = tag_without_namespace(element)
    if name in _FIRST_ATTRIBUTES_BY_TAG:
        attributes = _known_attributes(element, name)
        inline = element if is_copy else etree.Element(name)
        inline.tag = name
        inline.attrib.clear()
        inline.attrib.update(attributes)
        inline.text, inline.tail = element.text if name == "g" else None, element.tail
        if name != "g":
            del inline[:]
            return inline
    else:
        # A copy includes the namespace declarations that the element and its content need. The text shows them.
        element = inline = element if is_copy else copy(element)
        is_copy = True
    for comment in [*inline.iterchildren(etree.Comment)]:
        inline.remove(comment)  # this also removes the text after the comment
    for child in _find_inline_elements(element):
        converted = _convert_inline_element(child, is_copy=is_copy)
        if not is_copy:
            inline.append(converted)
    return inline


def _known_attributes(element: etree._Element, name: str) -> list[tuple[str, str]]:
    """Return the attributes of a known inline element, identifying attributes first.

    An <x>, <bx> or <ex> without id loses all attributes. Raises UnreadableFile for a <g> without id.
    """
    refuse_many_attributes(element)
    attributes = {str(key): str(value) for key, value in element.items()}
    if "id" not in attributes:
        if name == "g":
            raise UnreadableFile("there is a <g> without id", line_number_of_element(element))
        return []  # a placeholder without id loses all attributes
    first = [key for key in _FIRST_ATTRIBUTES_BY_TAG[name] if key in attributes]
    return [(key, attributes[key]) for key in dict.fromkeys([*first, *attributes])]


def refuse_many_attributes(element: etree._Element) -> None:
    """Raise UnreadableFile if an inline element has more than `MAX_ATTRIBUTES_PER_ELEMENT` attributes."""
    if len(element.attrib) > MAX_ATTRIBUTES_PER_ELEMENT:
        raise UnreadableFile(
            f"there is a <{tag_without_namespace(element)}> with more than {MAX_ATTRIBUTES_PER_ELEMENT} attributes",
            line_number_of_element(element),
        )


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
