"""Strings as XML: entities, nodes and text content of a string, tags without an XML parser, and the checks of tags.

lxml parses the strings. It is imported on first use, because in most files, no string is XML.
"""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any

from transtats_cli.checks.needs import Needs
from transtats_cli.checks.subject import CheckedString, Span
from transtats_cli.flags import Flags
from transtats_cli.limits import refuse_longer_than
from transtats_cli.model import FORBIDDEN_CHARACTER_REGEX

# As on a server, a name may contain any of `:;<=>?@[]^_{|}~`, so `&a;b;` is one entity. The class lists the characters
# that a name may not contain, because that compiles faster.
_RANGES_OUTSIDE_NAMES = "\uf000-\uf8ff\ufdd0-\ufdef\ufffe-\U0010ffff"
_ENTITY_NAME_REGEX = f"[^\0-/{_RANGES_OUTSIDE_NAMES}][^\0-,/{_RANGES_OUTSIDE_NAMES}]*"
ENTITY_REGEX = f"&(?:#[0-9]+|#x[0-9a-fA-F]+|{_ENTITY_NAME_REGEX});"
VOID_ELEMENTS = frozenset("area base br col embed hr img input link meta source track wbr".split())
"""Names of the HTML elements without content and without an end tag."""
_CDATA_REGEX = r"<!\[CDATA\[(.*?)\]\]>"


def strip_entities(text: str) -> str:
    """Replace each XML entity with a blank, and remove the delimiters of CDATA sections that end on the same line."""
    if "&" in text:
        text = re.sub(ENTITY_REGEX, " ", text)
    if "<![CDATA[" in text:
        # A search in the text after the last `]]>` of a line would read the rest of the line for each CDATA section.
        parts = (line.rpartition("]]>") for line in text.split("\n"))
        text = "\n".join(re.sub(_CDATA_REGEX, r"\1", before + end) + after for before, end, after in parts)
    return text


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


_TAG_PATTERN = re.compile("(<[^>]+>)")
_MARKUP_REGEX = f"[<&]|]]>|{FORBIDDEN_CHARACTER_REGEX}"
"""Expression without whose matches a text is XML without tags: it has no markup, and no character that XML forbids."""


def _has_markup(source: str, target: str) -> bool:
    return re.search(_MARKUP_REGEX, f"{source}\n{target}") is not None


_SIMPLE_TAG_PATTERN = re.compile("<[^<>!?][^<>]*>")
_MAX_SIMPLE_TAGS = 100
"""Limit on the number of tags, far below the depth at which only one of a text and its content can be parsed."""


def _may_differ_as_xml(source: str, target: str, _flags: Flags) -> bool:
    """Return False if source and target have the same tags, and no other markup: either both are XML, or none."""
    tags = _SIMPLE_TAG_PATTERN.findall(source)
    return (
        tags != _SIMPLE_TAG_PATTERN.findall(target)
        or len(tags) > _MAX_SIMPLE_TAGS
        or any(text.count(bracket) != len(tags) for text in (source, target) for bracket in "<>")
        or "&" in source
        or "&" in target
        or max(len(source), len(target)) > _MAX_TEXT_LENGTH
        or re.search(FORBIDDEN_CHARACTER_REGEX, target) is not None
    )


_MARKUP = Needs(source="<", form_test=_may_differ_as_xml, test=_has_markup, test_flag="xml-text")


def has_tag(text: str) -> bool:
    return "<" in text and next(find_xml_tags(text), None) is not None


def find_xml_tags(text: str) -> Iterator[re.Match[str]]:
    """Yield a match for each part of a text that is enclosed in angle brackets."""
    # Without the end position, a search from each `<` after the last `>` would read the rest of the text.
    return _TAG_PATTERN.finditer(text, 0, text.rfind(">") + 1)


def applies_to_string(checked_string: CheckedString) -> bool:
    """Return True if the XML checks apply to a string.

    The checks apply if the flag `xml-text` is set, or if a source has tags and all sources are XML. The checks never
    apply if the flag `safe-html` or `auto-safe-html` is set.
    """
    flags = checked_string.flags
    if "safe-html" in flags or "auto-safe-html" in flags:
        return False
    if "xml-text" in flags:
        return True
    sources = checked_string.sources
    return any(map(has_tag, sources)) and all(detect_wrapping(source) is not None for source in sources)


@_MARKUP.to_fail
def xml_invalid(source: str, target: str, checked_string: CheckedString) -> str | None:
    """
    A translation of XML is XML.

    Good:  "Press <b>Save</b>"  ->  "Drücke <b>Speichern</b>"
    Bad:   "Press <b>Save</b>"  ->  "Drücke <b>Speichern"
    Off:   the flag `ignore-xml-invalid`, or `safe-html`, whose check is stricter

    Checked are strings whose sources have tags and can be parsed, and all strings with the flag `xml-text`.
    """
    if not applies_to_string(checked_string):
        return None
    wrapped = detect_wrapping(source)
    if wrapped is None or parse_xml_outline(target, wrapped=wrapped) is not None:
        return None
    reason, _ = find_xml_fault(target)
    return f"the translation is not XML: {reason}" if reason else "the translation is not XML, the source is"


_ANY_TAG_PATTERN = re.compile(rf"<(/?)([^\W\d][^\s<>/]*+)([^<>]*+)>|(?P<stray>&(?!{ENTITY_REGEX[1:]})|<(?![!?]))")
_ATTRIBUTE_PATTERN = re.compile(r"""([^\s=/"']+)(\s*=\s*(?:"[^"]*"|'[^']*'))?""")


def find_xml_fault(text: str) -> tuple[str, list[Span]]:
    """Describe the first fault of a text that is not XML, and return its spans. Rare faults have no description.

    If a tag is not closed, the second span is empty, at the place where the end tag must stand at the latest.
    """
    open_tags: list[re.Match[str]] = []
    for tag in _ANY_TAG_PATTERN.finditer(text):
        if tag["stray"]:
            return f"{tag[0]} begins no {'tag' if tag[0] == '<' else 'entity'}", [tag.span()]
        slash, name, attributes = tag.group(1, 2, 3)
        for attribute in _ATTRIBUTE_PATTERN.finditer(text, *tag.span(3)):
            if not attribute[2]:
                return f"the attribute {attribute[1]} has no value in quotes", [attribute.span()]
        if not slash:
            open_tags += [] if attributes.endswith("/") else [tag]
        elif open_tags and open_tags[-1][2] == name:
            open_tags.pop()
        elif name in [each[2] for each in open_tags]:
            return f"<{open_tags[-1][2]}> is not closed", [open_tags[-1].span(), (tag.start(), tag.start())]
        else:
            return f"</{name}> closes no tag", [tag.span()]
    end = len(text.rstrip())
    return (f"<{open_tags[-1][2]}> is not closed", [open_tags[-1].span(), (end, end)]) if open_tags else ("", [])


@_MARKUP.to_fail
def xml_tags(source: str, target: str, checked_string: CheckedString) -> str | None:
    """
    Source and translation have the same XML tags, with the same attributes, in the same order.

    Good:  "Press <b>Save</b>"  ->  "Drücke <b>Speichern</b>"
    Bad:   "Press <b>Save</b>"  ->  "Drücke <i>Speichern</i>"
    Off:   the flag `ignore-xml-tags`, or `safe-html`, whose check is stricter

    The values of attributes may differ. Checked are strings whose sources have tags and can be parsed, and all strings
    with the flag `xml-text`. A translation that cannot be parsed only fails `xml-invalid`.
    """
    if not applies_to_string(checked_string):
        return None
    wrapped = detect_wrapping(source)
    if wrapped is None:
        return None
    expected, found = (parse_xml_outline(text, wrapped=wrapped) for text in (source, target))
    if expected is None or found is None or found == expected:
        return None
    return _describe_difference(expected, found)


def highlight_xml_tags(text: str, checked_string: CheckedString) -> Iterator[tuple[int, int]]:
    """Yield the spans of the tags and entities of a text. If the text is not XML, yield nothing."""
    if "<" not in text and "&" not in text:
        return
    if not applies_to_string(checked_string) or detect_wrapping(text) is None:
        return
    entity_pattern = re.compile(ENTITY_REGEX)
    position = 0
    for tag in find_xml_tags(text):
        yield from (found.span() for found in entity_pattern.finditer(text, position, tag.start()))
        yield tag.span()
        position = tag.end()
    yield from (found.span() for found in entity_pattern.finditer(text, position))


def _describe_difference(expected: XmlOutline, actual: XmlOutline) -> str:
    missing = Counter(expected) - Counter(actual)
    extra = Counter(actual) - Counter(expected)
    if missing:
        return f"{_describe_node(next(iter(missing)))} is missing"
    if extra:
        return f"{_describe_node(next(iter(extra)))} is not in the source"
    return "the tags are in another order than in the source"


def _describe_node(node: tuple[str, tuple[str, ...]]) -> str:
    name, attributes = node
    if name in NODES_WITHOUT_NAME:
        return name
    return f"the tag <{' '.join([name, *attributes])}>"


_WAW = "\u0648"
"""Arabic letter waw: the word "and", which is joined to the next word."""


@Needs(
    source="<", form_test=lambda source, target, _flags: find_difference_around_tags(source, target) is not None
).to_fail
def xml_chars_around_tags(source: str, target: str, checked_string: CheckedString) -> str | None:
    """
    A tag touches a word in both source and translation, or in neither of them.

    Good:  "Press <b>Save</b>."  ->  "Drücke <b>Speichern</b>."
    Bad:   "Press <b>Save</b>."  ->  "Drücke<b>Speichern</b>."
    Off:   the flag `ignore-xml-chars-around-tags`, or `safe-html`, whose check is stricter

    The characters before and after the tags are compared, tag by tag: both must be letters, or neither of them. Checked
    are strings whose sources have tags and can be parsed, and all strings with the flag `xml-text`, if the number of
    tags is the same.
    """
    difference = find_difference_around_tags(source, target)
    if difference is None or not applies_to_string(checked_string):
        return None
    side, tag = difference
    return f"a letter stands {side} the tag {tag[0]} in only one of source and translation"


def find_difference_around_tags(source: str, target: str) -> tuple[str, re.Match[str]] | None:
    """Return the first tag of the target that touches a letter in only one of the texts, and the side of the letter."""
    expected, found = [*find_xml_tags(source)], [*find_xml_tags(target)]
    if len(expected) != len(found):
        return None
    for source_tag, target_tag in zip(expected, found, strict=True):
        start, end = source_tag.span()
        target_start, target_end = target_tag.span()
        if _only_one_is_letter(source[end : end + 1], target[target_end : target_end + 1]):
            return "after", target_tag
        if _only_one_is_letter(source[start - 1 : start], target[target_start - 1 : target_start]):
            return "before", target_tag
    return None


def _only_one_is_letter(one: str, other: str) -> bool:
    """Return True if exactly one of two characters is a letter. Return False for a waw and a blank.

    At the start or the end of a text, there is no character: return False.
    """
    if not one or not other or one.isalpha() == other.isalpha():
        return False
    return not ((one == _WAW and other.isspace()) or (other == _WAW and one.isspace()))
