"""Find and replace the part of a text file between two lines with markers.

The markers are HTML comments: `<!-- transtats ARGUMENTS -->` and `<!-- /transtats -->`. All other bytes of the file,
such as line ends and characters in any encoding, are kept.
"""

from typing import NamedTuple

from transtats_cli.errors import TranstatsError
from transtats_cli.output.text import escape_controls
from transtats_cli.regular_file import read_regular_file

BEGIN_MARK = "transtats"
END_MARK = "/transtats"
"""First words of the comments that mark the beginning and the end of the block."""
_MAX_INDENT = 3
"""Maximum number of blanks before a marker. With more blanks, Markdown shows the line as code."""


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


class _Marker(NamedTuple):
    """Line with a comment that marks the beginning or the end of a block."""

    word: str
    arguments: str
    line: int
    """Number of the line, counted from 1."""
    start_offset: int
    """Offset of the first byte of the line."""
    end_offset: int
    """Offset after the line end of the line, or after the last byte of the file."""


def read_marked_block(file: str) -> MarkedBlock:
    """Read a file, and return the block between the markers.

    Raises TranstatsError if the file cannot be read, or if there is not exactly one block.
    """
    shown = escape_controls(file)
    try:
        content = read_regular_file(file)
    except OSError as error:
        raise TranstatsError(f"{shown} cannot be read: {error.strerror or error}") from error
    except ValueError as error:
        raise TranstatsError(f"{shown} cannot be read: {error}") from error
    return find_marked_block(content, shown)


def find_marked_block(content: bytes, path: str) -> MarkedBlock:
    """Return the block between the markers. Raises TranstatsError if there is not exactly one block.

    `path` is the name of the file in messages.
    """
    markers = _find_markers(content)
    if not markers:
        raise TranstatsError(
            f"{path}: there is no line <!-- {BEGIN_MARK} -->; write it, and <!-- {END_MARK} -->,"
            " where the table belongs"
        )
    for place, marker in enumerate(markers):
        if marker.word != (BEGIN_MARK, END_MARK)[place % 2]:
            missing = (
                f"<!-- {END_MARK} --> is missing before" if place % 2 else f"<!-- {BEGIN_MARK} --> is missing before"
            )
            raise TranstatsError(f"{path}:{marker.line}: {missing} this line")
    if len(markers) % 2:
        raise TranstatsError(f"{path}:{markers[-1].line}: <!-- {END_MARK} --> is missing after this line")
    first, last, *others = markers
    if others:
        raise TranstatsError(f"{path}:{others[0].line}: there is a second block; the first is in line {first.line}")
    return MarkedBlock(content, first.end_offset, last.start_offset, first.line, first.arguments)


def _find_markers(content: bytes) -> list[_Marker]:
    markers: list[_Marker] = []
    start = 0
    # Not splitlines(), which would also split at a single carriage return.
    for number, line in enumerate(content.split(b"\n"), 1):
        end = start + len(line) + 1
        word, arguments = _parse_marker(line)
        if word in (BEGIN_MARK, END_MARK):
            markers.append(_Marker(word, arguments, number, start, min(end, len(content))))
        start = end
    return markers


def _parse_marker(line: bytes) -> tuple[str, str]:
    """Return the first word and the rest of a line that consists of one HTML comment.

    Return two empty texts for any other line, and for a line with too large an indent.
    """
    comment = line.strip()
    indent = len(line) - len(line.lstrip())
    if indent > _MAX_INDENT or not (comment.startswith(b"<!--") and comment.endswith(b"-->")):
        return "", ""
    inside = comment.removeprefix(b"<!--").removesuffix(b"-->")
    if b"-->" in inside:
        return "", ""
    word, *rest = inside.decode("utf-8", "replace").split(maxsplit=1) or [""]
    return word, rest[0].strip() if rest else ""
