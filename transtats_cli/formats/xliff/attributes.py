"""State, flags, notes, locations and suggestions of an XLIFF unit, and the date of the last change of a file."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import NamedTuple

from lxml import etree

from transtats_cli.flags import NO_FLAGS, Flags
from transtats_cli.formats import ReadOptions
from transtats_cli.formats.attributes import read_flags
from transtats_cli.formats.references import flags_of_references
from transtats_cli.formats.xliff.document import XliffDocument
from transtats_cli.model import PLURAL_SEPARATOR, State, Unit

_XML_TEXT_FLAGS = Flags({"xml-text": ()})
# Authors of notes that come from source code. Angular writes the part of the code comment instead of an author.
_DEVELOPER_AUTHORS = frozenset({"developer", "programmer", "source code", "description", "meaning"})
# States in which a translation has to be changed. `needs-review-translation` and similar states only require a review.
NEEDS_EDITING_STATES = frozenset({"new", "needs-translation", "needs-adaptation", "needs-l10n"})


def target_needs_editing(target: etree._Element | None) -> bool:
    """Return True if the state of a <target> is one of `NEEDS_EDITING_STATES`, in all versions of XLIFF.

    The states of translate-toolkit (`isfuzzy()`, `istranslated()`) are not used, because a translation that is not
    approved is fuzzy for the toolkit.
    """
    return target is not None and target.get("state") in NEEDS_EDITING_STATES


def forbids_translation(translate_attribute: str | None) -> bool:
    return translate_attribute is not None and translate_attribute.lower() == "no"


def convert_to_comment_lines(notes: Iterable[tuple[str, str]], locations: Iterable[str]) -> str:
    """Return the notes and source locations of an XLIFF unit as comment lines in PO notation.

    `notes` contains the text and the author of each note. A note with the text of an earlier note is omitted.
    """
    authors: dict[str, str] = {}
    for text, author in notes:
        if text:
            authors.setdefault(text, author)
    lines = [
        f"{'#.' if author in _DEVELOPER_AUTHORS else '#'} {line}"
        for text, author in authors.items()
        for line in text.split("\n")
    ]
    lines += [f"#: {' '.join(location.split())}" for location in locations]
    return "\n".join(lines)


class UnitDetails(NamedTuple):
    """Content of an XLIFF unit except for its source and its target."""

    notes: list[tuple[str, str]]
    """Texts of the notes, each with its author."""
    locations: list[str]
    """Source locations, such as `src/app.ts:12`."""
    has_suggestion: bool = False
    """True if the unit has an <alt-trans>, which contains a suggested translation."""


NO_DETAILS = UnitDetails([], [])


def build_xliff_unit(
    attributes: Mapping[str, str],
    line: int | None,
    context: str,
    texts: tuple[str, str],
    *,
    needs_editing: bool,
    is_approved: bool,
    is_read_only: bool,
    details: UnitDetails,
    text_flags: Flags = NO_FLAGS,
) -> Unit:
    """Return the Unit of a <trans-unit> or a <segment> from its attributes. Raises UnreadableFile for malformed flags.

    `texts` contains the source and the target. `text_flags` are the flags of all texts of the file. Flags from
    attributes override flags in `text_flags`. These override flags that follow from the source locations of the unit.
    """
    source, target = texts
    state = State.EMPTY
    if target.strip(PLURAL_SEPARATOR):
        state = State.NEEDS_EDITING if needs_editing else State.APPROVED if is_approved else State.TRANSLATED
    flags = flags_of_references(details.locations).joined_with(text_flags) if details.locations else text_flags
    flags = flags.joined_with(read_flags(attributes.get, line))
    comments = "" if details is NO_DETAILS else convert_to_comment_lines(details.notes, details.locations)
    return Unit(context, source, target, state, flags, is_read_only, comments, line or 0, details.has_suggestion)


def flags_of_texts(options: ReadOptions) -> Flags:
    """Return the flags of all texts of a file: `xml-text` if the texts contain inline elements as XML."""
    return NO_FLAGS if options.removes_inline_tags else _XML_TEXT_FLAGS


def contains_unit_details(document: XliffDocument) -> bool:
    """Return True if `read_unit_details` can find something in an XLIFF 1.x file."""
    return next(document.root.iter(*_detail_tags(document)), None) is not None


def _detail_tags(document: XliffDocument) -> tuple[str, ...]:
    return tuple(map(document.tag_with_namespace, ("note", "context-group", "alt-trans")))


def read_unit_details(document: XliffDocument, unit: etree._Element) -> UnitDetails:
    """Return the notes, locations and suggestions of a <trans-unit> in XLIFF 1.x."""
    note, group, alternative = _detail_tags(document)
    notes: list[tuple[str, str]] = []
    locations: list[str] = []
    suggested = False
    for element in unit.iterdescendants(note, group, alternative):
        if element.tag == note:
            notes.append((text_without_child_elements(element), element.get("from", "")))
        elif element.tag == alternative:
            suggested = True
        elif element.get("purpose") == "location":
            texts: dict[str, str] = {}
            for context in element.iterchildren(document.tag_with_namespace("context")):
                texts.setdefault(context.get("context-type", ""), text_without_child_elements(context))
            if "sourcefile" in texts:
                line = f":{texts['linenumber']}" if "linenumber" in texts else ""
                locations.append(texts["sourcefile"] + line)
    return UnitDetails(notes, locations, suggested)


def read_segment_details(document: XliffDocument, segment: etree._Element) -> UnitDetails:
    """Return the notes of a <segment> in XLIFF 2. The category of a note is its author."""
    notes = [
        (text_without_child_elements(note), note.get("category", ""))
        for group in segment.iterchildren(document.tag_with_namespace("notes"))
        for note in group.iterchildren(document.tag_with_namespace("note"))
    ]
    return UnitDetails(notes, [])


def text_without_child_elements(element: etree._Element) -> str:
    """Return the text of an XML element, without the content of its child elements."""
    return "".join([element.text or "", *(child.tail or "" for child in element)])


def newest_file_date(document: XliffDocument) -> str | None:
    """Return the newest `date` of the <file> elements, as `2026-01-31T12:00:00Z`. If no date is valid, return None."""
    files = document.root.iterchildren(document.tag_with_namespace("file"))
    times = [time for time in (_parse_iso_time(file.get("date", "")) for file in files) if time]
    return max(times).replace(tzinfo=None).isoformat() + "Z" if times else None


def _parse_iso_time(iso_date: str) -> datetime | None:
    """Parse an ISO 8601 time, by default in UTC. Return None if the time is invalid."""
    try:
        time = datetime.fromisoformat(iso_date.strip())
        return time.astimezone(UTC) if time.tzinfo else time.replace(tzinfo=UTC)
    except (ValueError, OverflowError):
        return None
