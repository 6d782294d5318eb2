"""Text for places that take so much of it and no more."""

from collections.abc import Iterable, Iterator

LARGEST_COMMENT = 65_536
"""Characters of a comment on GitHub."""
LARGEST_SUMMARY = 1024 * 1024
"""Bytes of a step's summary; of a larger one nothing is shown."""
_LAST = "\n{} more lines do not fit in here.\n"
_ROOM = 64


def fitted(lines: Iterable[str], largest: int) -> Iterator[str]:
    """The lines that together are no larger, counted in bytes; then how many there are besides."""
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
