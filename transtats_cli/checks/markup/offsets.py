"""Search in a sorted list of offsets in a text, and a test for escaped characters."""

from bisect import bisect_left


def first_offset_from(offsets: list[int], minimum: int) -> int | None:
    """Return the smallest offset that is at least `minimum`, or None if all offsets are smaller.

    The offsets must be sorted.
    """
    index = bisect_left(offsets, minimum)
    return offsets[index] if index < len(offsets) else None


def is_escaped_character(text: str, offset: int) -> bool:
    """Return True if an odd number of backslashes precedes an offset, which escapes the character at the offset."""
    first = offset
    while first and text[first - 1] == "\\":
        first -= 1
    return (offset - first) % 2 == 1
