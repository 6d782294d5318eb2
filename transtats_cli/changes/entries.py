"""Remove the entries that two versions of a file have in common, so that only the other entries have to be parsed."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import compress
from typing import NamedTuple, TypeVar

EntryKey = TypeVar("EntryKey")
_BLANK_LINE = b"\n\n"
ContentPair = tuple[bytes, bytes]

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


def have_equal_units(old_content: bytes, new_content: bytes, file_format: str) -> bool:
    """True if two versions of a PO file differ only in lines of the header that affect no unit, such as dates.

    This is a fast test for the most frequent kind of change. The result may be False for other equal units.
    """
    if _REMOVERS_BY_FORMAT.get(file_format) is not _remove_common_po_entries:
        return False
    header_end, other_header_end = _find_po_header_end(old_content), _find_po_header_end(new_content)
    return old_content[header_end:] == new_content[other_header_end:] and (
        _shorten_po_header(old_content[:header_end]) == _shorten_po_header(new_content[:other_header_end])
    )


def _remove_common_po_entries(old_content: bytes, new_content: bytes) -> ContentPair:
    """Remove common entries from two PO files. Blank lines separate the entries, and the first entry is the header."""
    header_end, other_header_end = _find_po_header_end(old_content), _find_po_header_end(new_content)
    start, end = _find_common_sizes(old_content, new_content)
    if len(old_content) - end < header_end or len(new_content) - end < other_header_end:
        # The common end contains a header.
        end = 0
    # Compare the raw text first, because this is fast. Then compare the remaining entries without comments.
    before, after = _remove_common_entries(
        old_content[max(start, header_end) : len(old_content) - end].split(_BLANK_LINE),
        new_content[max(start, other_header_end) : len(new_content) - end].split(_BLANK_LINE),
    )
    before, after = _remove_common_entries(
        *(
            re.sub(_COMMENT_LINE_REGEX, b"", _BLANK_LINE.join(pieces) + b"\n").split(_BLANK_LINE)
            for pieces in (before, after)
        )
    )
    header, other_header = (
        _shorten_po_header(old_content[:header_end]),
        _shorten_po_header(new_content[:other_header_end]),
    )
    return _BLANK_LINE.join([header, *before, b""]), _BLANK_LINE.join([other_header, *after, b""])


def _remove_common_entries(old_entries: list[bytes], new_entries: list[bytes]) -> tuple[list[bytes], list[bytes]]:
    """Return the entries of each list that the other list does not contain.

    If one list contains an entry more often than the other list, only the surplus entries are returned.
    """
    before_set, after_set = set(old_entries), set(new_entries)
    if len(before_set) == len(old_entries) and len(after_set) == len(new_entries):
        return [each for each in old_entries if each not in after_set], [
            each for each in new_entries if each not in before_set
        ]
    common = Counter(old_entries) & Counter(new_entries)
    return list(compress(old_entries, _mark_extra_keys(old_entries, common))), list(
        compress(new_entries, _mark_extra_keys(new_entries, common))
    )


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


def _find_common_sizes(old_content: bytes, new_content: bytes) -> tuple[int, int]:
    """Return the number of equal bytes at the beginning of two PO files, and the number of equal bytes at their end.

    Both numbers are rounded down to whole entries.
    """
    start = _find_largest_matching_size(
        lambda size: old_content[:size] == new_content[:size], min(len(old_content), len(new_content))
    )
    end = _find_largest_matching_size(
        lambda size: old_content[len(old_content) - size :] == new_content[len(new_content) - size :],
        min(len(old_content), len(new_content)) - start,
    )
    after = old_content.find(_BLANK_LINE, len(old_content) - end) if end else -1
    return max(old_content.rfind(_BLANK_LINE, 0, start), 0), 0 if after < 0 else len(old_content) - after


def _find_largest_matching_size(is_match: Callable[[int], bool], max_size: int) -> int:
    """Return the largest size for which `is_match` returns True, at most `max_size`.

    If `is_match` is True for a size, it must be True for all smaller sizes. Binary search is faster than a loop.
    """
    smallest = 0
    while smallest < max_size:
        size = (smallest + max_size + 1) // 2
        if is_match(size):
            smallest = size
        else:
            max_size = size - 1
    return smallest


def _remove_common_xliff_units(old_content: bytes, new_content: bytes) -> ContentPair:
    """Remove common units from two XLIFF files.

    Units are common if their texts are equal, and if the start tags of their <file> elements are equal, too.
    """
    if any(mark in content for mark in _AMBIGUOUS_MARKUP for content in (old_content, new_content)):
        return old_content, new_content
    before, after = _find_xliff_units(old_content), _find_xliff_units(new_content)
    common = Counter(unit.file_tag_and_text for unit in before) & Counter(unit.file_tag_and_text for unit in after)
    return _remove_common_units(old_content, before, common), _remove_common_units(new_content, after, common)


class _XliffUnitText(NamedTuple):
    """Text of a unit in an XLIFF file, with the offsets of the start and the end."""

    file_tag_and_text: tuple[bytes, bytes]
    """Start tag of the <file> element, and text of the unit."""
    start_offset: int
    end_offset: int


def _find_xliff_units(content: bytes) -> list[_XliffUnitText]:
    units: list[_XliffUnitText] = []
    file = name = b""
    start = 0
    for found in re.finditer(_UNIT_OR_FILE_TAG_REGEX, content):
        if name:
            if found[2] == name:
                units.append(_XliffUnitText((file, content[start : found.end()]), start, found.end()))
                name = b""
        elif found[1]:
            name, start = found[1], found.start()
        elif not found[2]:
            file = found[0]
    return units


def _remove_common_units(
    content: bytes, units: list[_XliffUnitText], common_keys: Counter[tuple[bytes, bytes]]
) -> bytes:
    kept: list[bytes] = []
    position = 0
    for unit, is_extra in zip(
        units, _mark_extra_keys([unit.file_tag_and_text for unit in units], common_keys), strict=True
    ):
        if not is_extra:
            kept.append(content[position : unit.start_offset])
            position = unit.end_offset
    return b"".join([*kept, content[position:]])


def _mark_extra_keys(keys: Iterable[EntryKey], common_keys: "Counter[EntryKey]") -> Iterator[bool]:
    """Yield False for each key that is one of the common keys, and True for each other key.

    If `keys` contains a key more often than `common_keys`, True is yielded for the surplus keys at the end.
    """
    remaining = common_keys.copy()
    for key in keys:
        yield remaining[key] <= 0
        remaining[key] -= 1


_REMOVERS_BY_FORMAT: dict[str, Callable[[bytes, bytes], ContentPair]] = {
    "po": _remove_common_po_entries,
    "po-mono": _remove_common_po_entries,
    "xliff": _remove_common_xliff_units,
    "xliff2": _remove_common_xliff_units,
}
