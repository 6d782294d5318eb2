"""Truncate text to a size limit at line ends."""

from collections.abc import Iterable, Iterator

LARGEST_COMMENT = 65_536
"""Size limit of a GitHub comment in characters."""
LARGEST_SUMMARY = 1024 * 1024
"""Size limit of a step summary in bytes. GitHub does not show a larger summary at all."""
_LAST = "\n{} more lines do not fit in here.\n"
_ROOM = 64


def fitted(lines: Iterable[str], largest: int) -> Iterator[str]:
    """Yield lines up to a total of `largest` bytes, then one line with the number of omitted lines.

    After the first omitted line, no line is yielded. If `largest` is too small for the last line, yield nothing.
    """
    room = largest - _ROOM
    left = 0
    if room < 0:
        return
    for line in (line for piece in lines for line in piece.splitlines(keepends=True)):
        room -= len(line.encode("utf-8", "backslashreplace"))
        if room >= 0:
            yield line
        else:
            room = -1
            left += 1
    if left:
        yield _LAST.format(left)
