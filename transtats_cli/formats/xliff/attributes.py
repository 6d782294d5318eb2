"""Flags, notes, locations and suggestions of an XLIFF unit, and the date of the last change of a file."""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from lxml import etree

from transtats_cli.errors import UnreadableFile
from transtats_cli.flags import NO_FLAGS, Flags, parse_flags
from transtats_cli.formats.references import flags_of
from transtats_cli.formats.xliff.document import XliffDocument
from transtats_cli.formats.xliff.rules import newest

_RENDERED_SIZES = frozenset({None, "pixel", "point"})
_COUNTED_SIZES = frozenset({"byte", "char"})
_FONT_FLAGS = ("font-family", "font-size", "font-weight")


OF_FLAGS = ("maxwidth", "font", "weblate-flags")
"""Names of the attributes of an XLIFF unit that define flags."""


def own_flags(attribute: Callable[[str], str | None], locations: Sequence[str], kind: Flags, line: int | None) -> Flags:
    """Return the flags of an XLIFF unit. Raises UnreadableFile with the number `line` for malformed flags.

    `attribute` returns the value of an attribute of the unit, or None. Flags from attributes override flags in `kind`.
    Flags in `kind` override flags that follow from the source locations of the unit.
    """
    implied = flags_of(locations).joined_with(kind) if locations else kind
    width, font, written = attribute("maxwidth"), attribute("font"), attribute("weblate-flags")
    if not (width or font or written):
        return implied
    try:
        return implied.joined_with(_parse_attribute_flags(width, attribute("size-unit"), font, written))
    except ValueError as error:
        raise UnreadableFile(str(error), line) from error


@lru_cache(maxsize=1024)
def _parse_attribute_flags(width: str | None, unit: str | None, font: str | None, written: str | None) -> Flags:
    flags_by_name: dict[str, tuple[str, ...]] = {}
    if width and unit in _RENDERED_SIZES:
        flags_by_name["max-size"] = (width,)
    elif width and unit in _COUNTED_SIZES:
        flags_by_name["max-length"] = (width,)
    for name, value in zip(_FONT_FLAGS, (font or "").split(";"), strict=False):
        if value.strip():
            flags_by_name[name] = (value.strip(),)
    return Flags(flags_by_name).joined_with(parse_flags(written) if written else NO_FLAGS)


class Details(NamedTuple):
    """Content of an XLIFF unit except for its source and its target."""

    notes: list[tuple[str, str]]
    """Texts of the notes, each with its author."""
    locations: list[str]
    suggested: bool = False


NO_DETAILS = Details([], [])


def details_of(document: XliffDocument, unit: etree._Element) -> Details:
    note, group, alternative = document.tag("note"), document.tag("context-group"), document.tag("alt-trans")
    notes: list[tuple[str, str]] = []
    locations: list[str] = []
    suggested = False
    for element in unit.iterdescendants(note, group, alternative):
        if element.tag == note:
            notes.append((own_text(element), element.get("from", "")))
        elif element.tag == alternative:
            suggested = True
        elif element.get("purpose") == "location":
            locations.extend(_source_locations(document, element))
    return Details(notes, locations, suggested)


def _source_locations(document: XliffDocument, group: etree._Element) -> Iterator[str]:
    texts: dict[str, str] = {}
    for context in group.iterchildren(document.tag("context")):
        texts.setdefault(context.get("context-type", ""), own_text(context))
    if "sourcefile" in texts:
        yield f"{texts['sourcefile']}:{texts['linenumber']}" if "linenumber" in texts else texts["sourcefile"]


def segment_notes(document: XliffDocument, segment: etree._Element) -> Iterator[tuple[str, str]]:
    """Yield the text and the category of each note of a <segment> in XLIFF 2."""
    for notes in segment.iterchildren(document.tag("notes")):
        for note in notes.iterchildren(document.tag("note")):
            yield own_text(note), note.get("category", "")


def own_text(element: etree._Element) -> str:
    """Return the text of an XML element, without the content of its child elements."""
    return "".join([element.text or "", *(child.tail or "" for child in element)])


def last_change(document: XliffDocument) -> str | None:
    """Return the newest `date` of the <file> elements, as `2026-01-31T12:00:00Z`. If no date is valid, return None."""
    return newest(file.get("date") for file in document.root.iterchildren(document.tag("file")))
