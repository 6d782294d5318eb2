"""Remove the entries that two versions of a file have in common, so that only the other entries have to be parsed."""

import re
from collections import Counter
from collections.abc import Callable, Iterable

from transtats_cli.changes.pruning import PRUNERS_BY_FORMAT, ContentPair

_BLANK_LINE = b"\n\n"
_UnitText = tuple[tuple[bytes, bytes], int, int]
"""Start tag of the <file> element and text of a unit in an XLIFF file, and the offsets of the start and the end."""

# Comments and references do not affect a unit. Flags and obsolete entries do.
_COMMENT_LINE_REGEX = rb"(?m)^#(?:[ :.|\t].*)?\n"
_HEADER_START = b'msgid ""\nmsgstr ""\n'
# Lines of a header that affect no unit and can always be read. Other characters may set the charset or be invalid.
_HEADER_LINE_REGEX = (
    rb'(?m)^(?:# [ -<>-~]*|"(?:PO-Revision-Date|POT-Creation-Date|Last-Translator|Language-Team|Report-Msgid-Bugs-To'
    rb'|Project-Id-Version|X-Generator): [ !#-<>-\[\]-~]*\\n")\n'
)
# Not a pattern of whole units, which would search the rest of the file again for each start tag without an end tag.
_UNIT_OR_FILE_TAG_REGEX = rb"<file\b[^<>]*>|<(trans-unit|unit)\b|</(trans-unit|unit)\s*>"
_AMBIGUOUS_MARKUP = (b"<!--", b"<![CDATA[")
"""Beginnings of XML comments and CDATA sections. Both may contain text that looks like a unit."""


def remove_common_content(old_content: bytes, new_content: bytes, file_format: str) -> ContentPair:
    """Return both versions of a file without the units whose text is equal in both versions.

    The results are valid files. Files with unusual syntax are returned unchanged.
    """
    remove = _REMOVERS_BY_FORMAT.get(file_format)
    if remove is None:
        return old_content, new_content
    return remove(*(content.replace(b"\r\n", b"\n") for content in (old_content, new_content)))


def _remove_common_po_entries(old_content: bytes, new_content: bytes) -> ContentPair:
    """Remove common entries from two PO files. Blank lines separate the entries, and the first entry is the header."""
    header_end, other_header_end = _find_po_header_end(old_content), _find_po_header_end(new_content)
    before, after = old_content[header_end:], new_content[other_header_end:]
    # Most versions differ in dates of the header only. Other entries are compared as they are, which is fast, and the
    # remaining ones without comments.
    if before == after:
        before = after = b""
    before, after = _remove_common_entries(before, after)
    before, after = _remove_common_entries(
        *(re.sub(_COMMENT_LINE_REGEX, b"", each + b"\n") for each in (before, after))
    )
    return (
        _BLANK_LINE.join([_shorten_po_header(old_content[:header_end]), before]),
        _BLANK_LINE.join([_shorten_po_header(new_content[:other_header_end]), after]),
    )


def _remove_common_entries(old_text: bytes, new_text: bytes) -> ContentPair:
    """Remove the entries that both texts contain. If one contains an entry more often, the surplus entries are kept."""
    before, after = Counter(old_text.split(_BLANK_LINE)), Counter(new_text.split(_BLANK_LINE))
    return _BLANK_LINE.join((before - after).elements()), _BLANK_LINE.join((after - before).elements())


def _find_po_header_end(content: bytes) -> int:
    """Return the offset of the end of the header of a PO file."""
    first = content.find(b"msgid")
    end = content.find(_BLANK_LINE, max(first, 0))
    return len(content) if end < 0 else end


def _shorten_po_header(header: bytes) -> bytes:
    """Return the header of a PO file without lines that affect no unit.

    If the first entry of the file is not a header, the entry is returned unchanged.
    """
    before, start, after = header.partition(_HEADER_START)
    if not start or b"msg" in before or b"\nmsg" in after:
        return header
    return re.sub(_HEADER_LINE_REGEX, b"", header)


def _remove_common_xliff_units(old_content: bytes, new_content: bytes) -> ContentPair:
    """Remove common units from two XLIFF files.

    Units are common if their texts are equal, and if the start tags of their <file> elements are equal, too.
    """
    if any(mark in content for mark in _AMBIGUOUS_MARKUP for content in (old_content, new_content)):
        return old_content, new_content
    before, after = _find_xliff_units(old_content), _find_xliff_units(new_content)
    return _remove_units(old_content, before, after), _remove_units(new_content, after, before)


def _find_xliff_units(content: bytes) -> list[_UnitText]:
    units: list[_UnitText] = []
    file = name = b""
    start = 0
    for found in re.finditer(_UNIT_OR_FILE_TAG_REGEX, content):
        if name:
            if found[2] == name:
                units.append(((file, content[start : found.end()]), start, found.end()))
                name = b""
        elif found[1]:
            name, start = found[1], found.start()
        elif not found[2]:
            file = found[0]
    return units


def _remove_units(content: bytes, units: Iterable[_UnitText], other_units: Iterable[_UnitText]) -> bytes:
    """Remove the units that are among the other units. Units that are there less often are kept at the end."""
    remaining = Counter(key for key, _, _ in other_units)
    kept: list[bytes] = []
    position = 0
    for key, start, end in units:
        if remaining[key] > 0:
            remaining[key] -= 1
            kept.append(content[position:start])
            position = end
    return b"".join([*kept, content[position:]])


_REMOVERS_BY_FORMAT: dict[str, Callable[[bytes, bytes], ContentPair]] = {
    "po": _remove_common_po_entries,
    "po-mono": _remove_common_po_entries,
    "xliff": _remove_common_xliff_units,
    "xliff2": _remove_common_xliff_units,
    **PRUNERS_BY_FORMAT,
}
