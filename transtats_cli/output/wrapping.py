"""Text in lines of a certain width, as terminals count it."""

from collections.abc import Iterator

from rich.cells import cell_len, get_character_cell_size

_NARROWEST = 16
"""Columns that a paragraph gets even where there is no room: its lines break, but can be read."""


def wrapped(text: str, room: int) -> list[str]:
    """The text in lines of so many columns at most, broken at a blank where there is one."""
    if len(text) <= room and text.isascii():
        return [text]
    lines: list[str] = []
    start = 0
    while (end := _end_of_line(text, start, room)) < len(text):
        # A blank that does not fit may stand outside: nobody sees it.
        blank = text.rfind(" ", start, end + 1)
        following = blank + 1 if blank > start else end
        lines.append(text[start:following].rstrip(" "))
        start = following
    return [*lines, text[start:]]


def paragraph(text: str, width: int, *, first: str = "", indent: str = "") -> Iterator[str]:
    """The lines of a text, with something in front of the first and as much room in front of all others.

    What stands in front of the first line may hold colours; the indentation tells how wide it is.
    """
    before = first
    for line in wrapped(text, max(width - cell_len(indent), _NARROWEST)):
        yield f"{before}{line}"
        before = indent


def _end_of_line(text: str, start: int, room: int) -> int:
    """Where the characters end that fit; there is one at least."""
    used = 0
    for index in range(start, len(text)):
        used += get_character_cell_size(text[index])
        if used > room and index > start:
            return index
    return len(text)
