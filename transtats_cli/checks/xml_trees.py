"""Strings as XML: whether they can be parsed, and what their trees hold."""

from functools import lru_cache

from transtats_cli.checks import entities, plain_xml, xml_marks
from transtats_cli.checks.limits import refuse_longer_than
from transtats_cli.checks.subject import Subject

_LONGEST = 1_000_000
_LONGEST_REMEMBERED = 10_000
_WRAPPER = "string"
"""The element that is put around a text."""

NAMELESS = ("comment", "processing instruction")
"""What nodes are called that are no elements."""

Outline = tuple[tuple[str, tuple[str, ...]], ...]
"""The nodes of a tree in the order of the text, each with the names of its attributes."""


def is_asked(subject: Subject) -> bool:
    """Whether the XML checks have to do with a string: its sources have tags and are XML, or a flag says so."""
    flags = subject.flags
    if "safe-html" in flags or "auto-safe-html" in flags:
        return False
    if "xml-text" in flags:
        return True
    sources = subject.sources
    return any(map(xml_marks.has_tag, sources)) and all(is_wrapped(source) is not None for source in sources)


def is_wrapped(text: str) -> bool | None:
    """Whether a text is XML as content of an element (True) or only on its own (False); None if it is no XML."""
    for wrapped in (True, False):
        if outline(text, wrapped=wrapped) is not None:
            return wrapped
    return None


def outline(text: str, *, wrapped: bool) -> Outline | None:
    """What a text holds; None if it is no XML. Raises NotChecked for a very long one."""
    refuse_longer_than(_LONGEST, text)
    read = _read_outline if len(text) > _LONGEST_REMEMBERED else _remembered_outline
    return read(text, wrapped)


def _read_outline(text: str, wrapped: bool) -> Outline | None:
    text = entities.strip(text)
    try:
        found = plain_xml.nodes(text)
    except plain_xml.NotPlainError:
        pass
    else:
        if found is None:
            return None
        if wrapped:
            return ((_WRAPPER, ()), *found)
    # Imported late: that alone takes as long as reading a thousand plain strings.
    from transtats_cli.checks import xml_parser

    nodes = xml_parser.nodes(text, wrapped=wrapped)
    return None if nodes is None else tuple(nodes)


# The texts of sources come again with each check and each language.
_remembered_outline = lru_cache(maxsize=1024)(_read_outline)


def text_content(text: str) -> str | None:
    """The text without its tags; None if it is no XML."""
    wrapped = is_wrapped(text)
    if wrapped is None:
        return None
    from transtats_cli.checks import xml_parser

    return xml_parser.text_content(entities.strip(text), wrapped=wrapped)
