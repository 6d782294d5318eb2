"""Wrap text to a width in terminal columns."""

from collections.abc import Iterator

_MIN_WIDTH = 16
"""Minimum width of a paragraph in columns. A narrower terminal wraps the lines of the paragraph."""


def cell_len(text: str) -> int:
    """Return the width of a text in terminal columns."""
    if text.isascii() and text.isprintable():
        return len(text)
    # Imported late, because most texts are ASCII, and most runs draw no table.
    from rich.cells import cell_len

    return cell_len(text)


def wrap_text(text: str, width: int, *, break_characters: str = "") -> list[str]:
    """Split a text into lines of at most `width` columns, at blanks if possible.

    If a line contains no blank, the text is split after one of `break_characters`, which are tried in this order. If
    the line contains none of them, the text is split after the last character that fits.
    """
    if len(text) <= width and text.isascii():
        return [text]
    lines: list[str] = []
    start = 0
    while (end := _find_end_of_line(text, start, width)) < len(text):
        # A blank at the break may exceed the width, because it is removed.
        blank = text.rfind(" ", start, end + 1)
        following = (blank if blank > start else _find_break_character(text, start, end, break_characters)) + 1
        lines.append(text[start:following].rstrip(" "))
        start = following
    return [*lines, text[start:]]


def wrap_paragraph(text: str, width: int, *, first_prefix: str = "", other_prefix: str = "") -> Iterator[str]:
    """Yield the lines of a wrapped text.

    The first line begins with `first_prefix`, and all other lines begin with `other_prefix`. Both prefixes must have
    the same width. `first_prefix` may contain escape sequences, which have no width.
    """
    before = first_prefix
    for line in wrap_text(text, max(width - cell_len(other_prefix), _MIN_WIDTH)):
        yield f"{before}{line}"
        before = other_prefix


def wrap_at_blanks(text: str, width: int | None, *, indent: str) -> list[str]:
    """Split a text at blanks into lines with an indent. Without a width, return one line.

    A word that is wider than a line, such as a path, stays whole.
    """
    lines: list[str] = []
    for word in text.split(" ") if width is not None else [text]:
        if lines and width is not None and cell_len(lines[-1]) + 1 + cell_len(word) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(f"{indent}{word}")
    return lines


def _find_break_character(text: str, start: int, end: int, break_characters: str) -> int:
    """Return the index of the character after which a line is broken, if `text[start:end]` contains no blank.

    Without a break character, the index is that of the last character that fits into the line: `end - 1`.
    """
    places = (text.rfind(character, start + 1, end) for character in break_characters)
    return next((place for place in places if place >= 0), end - 1)


def _find_end_of_line(text: str, start: int, width: int) -> int:
    """Return the end index of the longest part of a text that fits into the width.

    The part begins at `start` and has at least one character.
    """
    used = 0
    for index in range(start, len(text)):
        used += cell_len(text[index])
        if used > width and index > start:
            return index
    return len(text)
