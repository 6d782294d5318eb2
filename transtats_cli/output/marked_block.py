"""Find and replace the part of a text file between two lines with markers.

The markers are HTML comments: `<!-- transtats ARGUMENTS -->` and `<!-- /transtats -->`. All other bytes of the file,
such as line ends and characters in any encoding, are kept.
"""

import re
from typing import NamedTuple

from transtats_cli.errors import TranstatsError
from transtats_cli.output.text import escape_controls
from transtats_cli.regular_file import read_regular_file

BEGIN_MARK = "transtats"
END_MARK = "/transtats"
"""First words of the comments that mark the beginning and the end of the block."""
# Not `\s`, which matches a line end, too. With a larger indent, Markdown shows the line as code.
_MARKER_PATTERN = re.compile(
    rb"^[^\S\n]{0,3}<!--[^\S\n]*(/?transtats)(?=\s|-->)((?:(?!-->)[^\n])*)-->[^\S\n]*(?:\n|\Z)", re.MULTILINE
)


class MarkedBlock(NamedTuple):
    """File that contains a block between two markers."""

    content: bytes
    """Content of the whole file."""
    start: int
    """Offset of the first byte after the line of the first marker."""
    end: int
    """Offset of the line of the second marker."""
    line: int
    """Number of the line of the first marker, counted from 1."""
    arguments: str
    """Text after the word `transtats` in the first marker."""

    def replace(self, text: str) -> bytes:
        """Return the content of the file with `text` between the markers, and an empty line before and after it.

        The lines have the line end of the first marker.
        """
        line_end = b"\r\n" if self.content[: self.start].endswith(b"\r\n") else b"\n"
        lines = f"\n{text}\n".encode("utf-8", "backslashreplace").replace(b"\n", line_end)
        return self.content[: self.start] + lines + self.content[self.end :]


def read_marked_block(file: str) -> MarkedBlock:
    """Read a file, and return the block between the markers.

    Raises TranstatsError if the file cannot be read, or if there is not exactly one block.
    """
    shown = escape_controls(file)
    try:
        content = read_regular_file(file)
    except (OSError, ValueError) as error:
        raise TranstatsError(f"{shown} cannot be read: {getattr(error, 'strerror', None) or error}") from error
    return find_marked_block(content, shown)


def find_marked_block(content: bytes, path: str) -> MarkedBlock:
    """Return the block between the markers. Raises TranstatsError if there is not exactly one block.

    `path` is the name of the file in messages.
    """
    markers = list(_MARKER_PATTERN.finditer(content))
    lines = [content.count(b"\n", 0, marker.start()) + 1 for marker in markers]
    if not markers:
        raise TranstatsError(
            f"{path}: there is no line <!-- {BEGIN_MARK} -->; write it, and <!-- {END_MARK} -->,"
            " where the table belongs"
        )
    for place, marker in enumerate(markers):
        expected, other = (END_MARK, BEGIN_MARK) if place % 2 else (BEGIN_MARK, END_MARK)
        if marker[1].decode() == other:
            raise TranstatsError(f"{path}:{lines[place]}: <!-- {expected} --> is missing before this line")
    if len(markers) % 2:
        raise TranstatsError(f"{path}:{lines[-1]}: <!-- {END_MARK} --> is missing after this line")
    if len(markers) > 2:
        raise TranstatsError(f"{path}:{lines[2]}: there is a second block; the first is in line {lines[0]}")
    first, last = markers
    arguments = first[2].decode("utf-8", "replace").strip()
    return MarkedBlock(content, first.end(), last.start(), lines[0], arguments)
