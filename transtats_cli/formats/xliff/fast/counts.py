"""Fast counter for regular XLIFF 1.x files.

It takes a fifteenth of the time of `reference.read_xliff_1_with_toolkit`: 0.3 s for 5.4 MB. The counter returns the
counts of the units that `reference.read_xliff_1_with_toolkit` returns. For a file with rare notations, the counter
returns None, and a unit reader reads the file. tests/formats/xliff/fast/test_counts.py compares the counter and the
reader.

One regular expression splits the file into rows without gaps. A row is a unit, or the tags between two units. An XML
parser without handlers then shows that the file is well-formed.
"""

import re
from functools import partial
from typing import NamedTuple
from xml.parsers import expat

from transtats_cli.formats import BulkCount, BulkCounter, BulkCountSettings, IrregularFile, ReadOptions
from transtats_cli.formats.sizes import count_source_texts
from transtats_cli.formats.xliff.fast.tags import ATTRIBUTES_REGEX, TagAttributeCache, TagCursor
from transtats_cli.formats.xliff.fast.texts import convert_targets_with_tags, convert_texts
from transtats_cli.formats.xliff.rules import MAX_TAGS, NEEDS_EDITING_STATES, forbids_translation, newest_date
from transtats_cli.statistics import Statistics

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_PROLOG_PATTERN = re.compile(
    rb"""(?:<\?xml\s+version=["']1\.0["'](?:\s+encoding=["']utf-8["'])?(?:\s+standalone=["'](?:yes|no)["'])?\s*\?>)?""",
    re.IGNORECASE,
)
# Loops around an assertion are atomic, not possessive, because Python 3.11.2 loses the start position of a failed
# attempt in possessive loops. An atomic loop takes memory for each iteration, so iterations are limited: longer
# sequences are split into several rows, or left to the unit reader.
TEXT_REGEX = rb"([^<]*+(?>(?:<(?![!?]|/source>|/target>|/?trans-unit)[^<]*+){0,1000}))"
_NOTES_REGEX = rb"\s*+(?:<note(?=[\s>])[^<>]*+>[^<]*+</note>\s*+)*+"
_UNIT_ROW_PATTERN = re.compile(
    rb"""
    \s*+
    (?:
        <trans-unit(?:\s++id="([^"<>&\t\n]*+)"|)%(attributes)b>
        %(notes)b
        <source%(attributes)b>(?:(?<=/>)|%(text)b</source>)
        %(notes)b
        (?:
            <target%(attributes)b>(?:(?<=/>)|%(text)b</target>)
            [^<]*+(?>(?:<(?![!?]|/?trans-unit)[^<]*+){0,100})
        |
            (?>(?:<(?![!?]|/?trans-unit|target)[^<]*+){0,100})
        )
        </trans-unit>
    |
        ((?>(?:<(?!trans-unit)[^<]*+){1,1000}))       # the tags between two units
    |
        ((?s:.++))?                         # something irregular
    )
    """
    % {b"attributes": ATTRIBUTES_REGEX, b"notes": _NOTES_REGEX, b"text": TEXT_REGEX},
    re.VERBOSE,
)
_SPACE_NOT_PRESERVED_PATTERN = re.compile(rb"""xml:space(?!="preserve"|='preserve')""")
_UnitRow = tuple[bytes, bytes, bytes, bytes, bytes, bytes, bytes, bytes]
# Bytes without a `<`. Far below the limits of the tree parser for names and texts.
_MAX_TEXT_PIECE_BYTES = 40_000


class SourcesByState(NamedTuple):
    """Source texts of XLIFF units, in one list for each state of the units."""

    empty: list[bytes]
    fuzzy: list[bytes]
    translated: list[bytes]
    approved: list[bytes]
    read_only: list[bytes]

    @classmethod
    def create_empty(cls) -> "SourcesByState":
        return cls([], [], [], [], [])

    def count_statistics(self) -> Statistics:
        empty, fuzzy, translated, approved, read_only = map(count_source_texts, self)
        finished = translated.plus(approved).plus(read_only)
        return Statistics(finished.plus(fuzzy).plus(empty), finished, fuzzy, approved, read_only)


def create_xliff_counter(settings: BulkCountSettings) -> BulkCounter:
    return partial(count_xliff_units, options=settings.read_options, review=settings.review)


def count_xliff_units(content: bytes, options: ReadOptions, review: bool) -> BulkCount | None:
    """Return the counts of a bilingual XLIFF 1.x file, or None if a unit reader has to read the file."""
    content = content.removeprefix(BYTE_ORDER_MARK).replace(b"\r\n", b"\n")
    try:
        refuse_irregular_xliff(content, options)
        cursor = TagCursor()
        units = _collect_trans_units(_UNIT_ROW_PATTERN.findall(content, find_end_of_prolog(content)), cursor)
        refuse_malformed_xml(content)
        cursor.refuse_irregular_file(content)
        return BulkCount(
            _group_sources_by_state(units, options.removes_inline_tags, review).count_statistics(),
            newest_date(cursor.dates),
        )
    except (IrregularFile, ValueError):  # or bytes that are not UTF-8
        return None


def refuse_irregular_xliff(content: bytes, options: ReadOptions) -> None:
    """Raise IrregularFile if the file needs an element tree.

    The reasons are collapsed blanks, a carriage return, `weblate-flags`, `xml:id`, more than `MAX_TAGS` tags, or more
    than `_MAX_TEXT_PIECE_BYTES` bytes without a tag.
    """
    if (
        options.xliff_whitespace != "preserve"
        or _SPACE_NOT_PRESERVED_PATTERN.search(content)
        or b"\r" in content
        or b"weblate-flags" in content
        or b"xml:id" in content
        or has_long_text_piece(content, _MAX_TEXT_PIECE_BYTES)
        or content.count(b"<") > MAX_TAGS
    ):
        raise IrregularFile


def has_long_text_piece(content: bytes, max_length: int) -> bool:
    """Return True if more than `max_length` successive bytes contain no `<`.

    The content is searched in place. To split the content at each `<` would take additional memory.
    """
    start = 0
    while len(content) - start > max_length:
        start = content.rfind(b"<", start, start + max_length + 1) + 1
        if not start:
            return True
    return False


def find_end_of_prolog(content: bytes) -> int:
    prolog = _PROLOG_PATTERN.match(content)
    return prolog.end() if prolog else 0


def refuse_malformed_xml(content: bytes) -> None:
    parser = expat.ParserCreate("utf-8", " ")
    try:
        parser.Parse(content, True)
    except expat.ExpatError as error:
        raise IrregularFile from error


class TransUnitTag(NamedTuple):
    """Parsed attributes of a <trans-unit>.

    If `id` is the first attribute, `id_attribute` is empty: the pattern of rows matches this `id` separately.
    """

    resource_name: bytes
    """Attribute `resname`."""
    id_attribute: bytes
    is_approved: bool
    is_read_only: bool


def parse_unit_tag(attributes: dict[bytes, bytes]) -> TransUnitTag:
    return TransUnitTag(
        attributes.get(b"resname", b""),
        attributes.get(b"id", b""),
        attributes.get(b"approved") == b"yes",
        forbids_translation(attributes.get(b"translate", b"").decode()),
    )


def target_needs_editing(attributes: dict[bytes, bytes]) -> bool:
    return attributes.get(b"state", b"").decode() in NEEDS_EDITING_STATES


class _TransUnitColumns(NamedTuple):
    """XLIFF units of a file, in one list per field."""

    source_texts: list[bytes]
    contexts: list[bytes]
    targets: list[bytes]
    unit_tags: list[TransUnitTag]
    needs_editing: list[bool]


def _collect_trans_units(rows: list[_UnitRow], cursor: TagCursor) -> _TransUnitColumns:
    """Return the units that have a source text. Texts are as written in the file.

    `rows` are matches of _UNIT_ROW_PATTERN. Raises IrregularFile for irregular rows and tags.
    """
    units = texts, contexts, targets, unit_tags, all_need_editing = _TransUnitColumns([], [], [], [], [])
    unit_tag_of, needs_editing_of = TagAttributeCache(parse_unit_tag), TagAttributeCache(target_needs_editing)
    prefix = cursor.prefix
    for identity, unit_attributes, source_attributes, source, target_attributes, target, tags, irregular in rows:
        if source:
            if prefix is None:
                raise IrregularFile
            unit_tag = unit_tag_of[unit_attributes]
            texts.append(source)
            contexts.append(unit_tag.resource_name or prefix + (identity or unit_tag.id_attribute))
            targets.append(target)
            unit_tags.append(unit_tag)
            all_need_editing.append(needs_editing_of[target_attributes])
            # The state of a source is not used. The lookup raises IrregularFile if the attributes are irregular.
            needs_editing_of[source_attributes]
        elif tags:
            cursor.move_over_tags(tags)
            prefix = cursor.prefix
        elif irregular:
            raise IrregularFile
    return units


def _group_sources_by_state(units: _TransUnitColumns, removes_tags: bool, review: bool) -> SourcesByState:
    """Return the source texts by state, in the form in which texts are counted. Repeated units are left out."""
    texts, targets = (
        convert_texts(units.source_texts, removes_tags),
        convert_targets_with_tags(units.targets, removes_tags),
    )
    sources, seen = SourcesByState.create_empty(), set()
    columns = zip(texts, units.contexts, targets, units.unit_tags, units.needs_editing, strict=True)
    for text, context, target, unit_tag, needs_editing in columns:
        key = text + context
        # With the option `removes_inline_tags`, a source that contains only tags is empty.
        if key in seen or not text:
            continue
        seen.add(key)
        if unit_tag.is_read_only:
            sources_of_state = sources.read_only
        elif not target:
            sources_of_state = sources.empty
        elif needs_editing:
            sources_of_state = sources.fuzzy
        else:
            sources_of_state = sources.approved if unit_tag.is_approved and review else sources.translated
        sources_of_state.append(text)
    return sources
