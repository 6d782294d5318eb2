"""Remove the entries that two versions of a file have in common, so that only the other entries have to be parsed."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import compress
from typing import NamedTuple, TypeVar

Key = TypeVar("Key")
_BLANK_LINE = b"\n\n"
ContentPair = tuple[bytes, bytes]

# Comments and references do not affect a unit. Flags and obsolete entries do.
_COMMENT = re.compile(rb"^#(?:[ :.|\t].*)?\n", re.MULTILINE)
_HEADER_START = b'msgid ""\nmsgstr ""\n'
# Lines of a header that affect no unit and can always be read. Other characters may set the charset or be invalid.
_HEADER_LINE = re.compile(
    rb'^(?:# [ -<>-~]*|"(?:PO-Revision-Date|POT-Creation-Date|Last-Translator|Language-Team|Report-Msgid-Bugs-To'
    rb'|Project-Id-Version|X-Generator): [ !#-<>-\[\]-~]*\\n")\n',
    re.MULTILINE,
)
_UNIT_OR_FILE = re.compile(rb"<file\b[^>]*>|<(trans-unit|unit)\b.*?</\1\s*>", re.DOTALL)
_AMBIGUOUS_MARKUP = (b"<!--", b"<![CDATA[")
"""Beginnings of XML comments and CDATA sections. Both may contain text that looks like a unit."""


def without_common_entries(old: bytes, new: bytes, file_format: str) -> ContentPair:
    """Return both versions of a file without the units whose text is equal in both versions.

    The results are valid files. Files with unusual syntax are returned unchanged.
    """
    old, new = (content.replace(b"\r\n", b"\n") for content in (old, new))
    return _REDUCERS[file_format](old, new) if file_format in _REDUCERS else (old, new)


def have_equal_units(old: bytes, new: bytes, file_format: str) -> bool:
    """True if two versions of a PO file differ only in lines of the header that affect no unit, such as dates.

    This is a fast test for the most frequent kind of change. The result may be False for other equal units.
    """
    if _REDUCERS.get(file_format) is not _reduce_po:
        return False
    end, other_end = _find_header_end(old), _find_header_end(new)
    return old[end:] == new[other_end:] and _shorten_header(old[:end]) == _shorten_header(new[:other_end])


def _reduce_po(old: bytes, new: bytes) -> ContentPair:
    """Remove common entries from two PO files. Blank lines separate the entries, and the first entry is the header."""
    header_end, other_header_end = _find_header_end(old), _find_header_end(new)
    start, end = _find_common_sizes(old, new)
    if len(old) - end < header_end or len(new) - end < other_header_end:
        # The common end contains a header.
        end = 0
    # Compare the raw text first, because this is fast. Then compare the remaining entries without comments.
    before, after = _remove_common_entries(
        old[max(start, header_end) : len(old) - end].split(_BLANK_LINE),
        new[max(start, other_header_end) : len(new) - end].split(_BLANK_LINE),
    )
    before, after = _remove_common_entries(
        *(_COMMENT.sub(b"", _BLANK_LINE.join(pieces) + b"\n").split(_BLANK_LINE) for pieces in (before, after))
    )
    header, other_header = _shorten_header(old[:header_end]), _shorten_header(new[:other_header_end])
    return _BLANK_LINE.join([header, *before, b""]), _BLANK_LINE.join([other_header, *after, b""])


def _remove_common_entries(before: list[bytes], after: list[bytes]) -> tuple[list[bytes], list[bytes]]:
    """Return the entries of each list that the other list does not contain.

    If one list contains an entry more often than the other list, only the surplus entries are returned.
    """
    before_set, after_set = set(before), set(after)
    if len(before_set) == len(before) and len(after_set) == len(after):
        return [each for each in before if each not in after_set], [each for each in after if each not in before_set]
    common = Counter(before) & Counter(after)
    return list(compress(before, _mark_extra_keys(before, common))), list(
        compress(after, _mark_extra_keys(after, common))
    )


def _find_header_end(content: bytes) -> int:
    """Return the offset of the end of the header of a PO file."""
    first = content.find(b"msgid")
    end = content.find(_BLANK_LINE, max(first, 0))
    return len(content) if end < 0 else end


def _shorten_header(header: bytes) -> bytes:
    """Return the header of a PO file without lines that affect no unit.

    If the first entry of the file is not a header, the entry is returned unchanged.
    """
    before, start, after = header.partition(_HEADER_START)
    if not start or b"msg" in before or b"\nmsg" in after:
        return header
    return _HEADER_LINE.sub(b"", header)


def _find_common_sizes(old: bytes, new: bytes) -> tuple[int, int]:
    """Return the size in bytes of the equal entries at the beginning of two PO files, and at their end.

    Both sizes end at the boundary of an entry.
    """
    start = _find_largest_size(lambda size: old[:size] == new[:size], min(len(old), len(new)))
    end = _find_largest_size(
        lambda size: old[len(old) - size :] == new[len(new) - size :], min(len(old), len(new)) - start
    )
    after = old.find(_BLANK_LINE, len(old) - end) if end else -1
    return max(old.rfind(_BLANK_LINE, 0, start), 0), 0 if after < 0 else len(old) - after


def _find_largest_size(is_same: Callable[[int], bool], largest: int) -> int:
    """Return the largest size for which `is_same` is true, at most `largest`.

    `is_same` must be true for all smaller sizes. Binary search is faster than a loop over the bytes.
    """
    smallest = 0
    while smallest < largest:
        size = (smallest + largest + 1) // 2
        if is_same(size):
            smallest = size
        else:
            largest = size - 1
    return smallest


def _reduce_xliff(old: bytes, new: bytes) -> ContentPair:
    """Remove common units from two XLIFF files.

    Two units are common only if the start tags of their files are equal, too.
    """
    if any(mark in content for mark in _AMBIGUOUS_MARKUP for content in (old, new)):
        return old, new
    before, after = _find_units(old), _find_units(new)
    common = Counter(unit.key for unit in before) & Counter(unit.key for unit in after)
    return _remove_common_units(old, before, common), _remove_common_units(new, after, common)


class _Unit(NamedTuple):
    """Text of a unit in an XLIFF file, with the offsets of the start and the end."""

    key: tuple[bytes, bytes]
    """Start tag of the <file> element, and text of the unit."""
    start: int
    end: int


def _find_units(content: bytes) -> list[_Unit]:
    units: list[_Unit] = []
    file = b""
    for found in _UNIT_OR_FILE.finditer(content):
        if found[1] is None:
            file = found[0]
        else:
            units.append(_Unit((file, found[0]), *found.span()))
    return units


def _remove_common_units(content: bytes, units: list[_Unit], common: Counter[tuple[bytes, bytes]]) -> bytes:
    kept: list[bytes] = []
    position = 0
    for unit, is_extra in zip(units, _mark_extra_keys([unit.key for unit in units], common), strict=True):
        if not is_extra:
            kept.append(content[position : unit.start])
            position = unit.end
    return b"".join([*kept, content[position:]])


def _mark_extra_keys(keys: Iterable[Key], common: "Counter[Key]") -> Iterator[bool]:
    """Yield a boolean for each key: False if the key is one of the common keys, True if the key remains."""
    remaining = common.copy()
    for key in keys:
        yield remaining[key] <= 0
        remaining[key] -= 1


_REDUCERS: dict[str, Callable[[bytes, bytes], ContentPair]] = {
    "po": _reduce_po,
    "po-mono": _reduce_po,
    "xliff": _reduce_xliff,
    "xliff2": _reduce_xliff,
}
