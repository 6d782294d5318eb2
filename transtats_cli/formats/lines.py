"""Line numbers of strings in formats for which translate-toolkit has none."""

import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence

Path = tuple[str | int, ...]
"""Keys and list indices that lead from the root of a file to a value."""


def find_matches(pattern: re.Pattern[str], text: str) -> Iterator[tuple[re.Match[str], int]]:
    """Yield the matches of a pattern, with the line number of the first character of each match."""
    line, last = 1, 0
    for match in pattern.finditer(text):
        line += text.count("\n", last, match.start())
        last = match.start()
        yield match, line


def assign_lines(keys: Sequence[str | None], keys_with_lines: Iterable[tuple[str, int]]) -> list[int]:
    """Return the line number of each item of `keys`, or 0 for a key that is not in the file.

    `keys_with_lines` contains the keys in a file with their line numbers, in the order of the file. If a key is
    repeated, its first occurrence in `keys` has the line number of its first occurrence in the file, and so on. If it
    occurs more often in `keys`, the last line number is used again.
    """
    lines_by_key: dict[str | None, deque[int]] = {}
    for key, line in keys_with_lines:
        lines_by_key.setdefault(key, deque()).append(line)
    found = (lines_by_key.get(key) or deque((0,)) for key in keys)
    return [lines.popleft() if len(lines) > 1 else lines[0] for lines in found]


def blank_out(pattern: re.Pattern[str], text: str) -> str:
    """Return a text in which all characters that the pattern matches are replaced by spaces, except for line feeds.

    The offsets and the line numbers of the other characters do not change.
    """
    return pattern.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)
