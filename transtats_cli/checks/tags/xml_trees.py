"""Strings as XML: validity of a string, nodes and text content."""

from functools import lru_cache

from transtats_cli.checks.subject import CheckedString
from transtats_cli.checks.tags import entities, plain_xml, xml_marks
from transtats_cli.limits import refuse_longer_than

_MAX_TEXT_LENGTH = 1_000_000
_MAX_CACHED_LENGTH = 10_000
_WRAPPER_NAME = "string"
"""Name of the XML element that is added around a text."""

XmlOutline = tuple[tuple[str, tuple[str, ...]], ...]
"""Nodes of an XML text in order: the name of each node, and the names of its attributes."""


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
    return any(map(xml_marks.has_tag, sources)) and all(detect_wrapping(source) is not None for source in sources)


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
    text = entities.strip_entities(text)
    try:
        found = plain_xml.parse_plain_xml_nodes(text)
    except plain_xml.NotPlainError:
        pass
    else:
        if found is None:
            return None
        if wrapped:
            return ((_WRAPPER_NAME, ()), *found)
    # Imported late, because the import takes as long as reading a thousand simple strings.
    from transtats_cli.checks.tags import xml_parser

    nodes = xml_parser.parse_xml_nodes(text, wrapped=wrapped)
    return None if nodes is None else tuple(nodes)


# Cached, because each check and each language has the same sources.
_parse_xml_outline_cached = lru_cache(maxsize=1024)(_parse_xml_outline_uncached)


def xml_text_content(text: str) -> str | None:
    """Return an XML text with blanks instead of its entities, and without its tags. Return None if it is not XML."""
    wrapped = detect_wrapping(text)
    if wrapped is None:
        return None
    from transtats_cli.checks.tags import xml_parser

    return xml_parser.text_content(entities.strip_entities(text), wrapped=wrapped)
