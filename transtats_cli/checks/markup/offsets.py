"""Offsets and spans in a text, and the comparison of parts of a source with parts of its translation."""

from collections import Counter
from collections.abc import Callable, Iterable

BLANK_CHARACTERS = r"\s\x1c-\x1f"
"""White space as the content of a character class. Unlike Python, the library `regex` does not count the last ones."""


def replace_spans(
    text: str, spans: Iterable[tuple[int, int]], replacement: Callable[[int, int], str] = lambda _start, _end: ""
) -> str:
    """Return a text without the given spans, or with the text that `replacement` returns for each span.

    The spans must be in order and must not overlap.
    """
    kept: list[str] = []
    position = 0
    for start, end in spans:
        kept += text[position:start], replacement(start, end)
        position = end
    return "".join(kept) + text[position:]


def is_escaped_character(text: str, offset: int) -> bool:
    """Return True if an odd number of backslashes precedes an offset, which escapes the character at the offset."""
    first = offset
    while first and text[first - 1] == "\\":
        first -= 1
    return (offset - first) % 2 == 1


def describe_difference(expected_parts: Iterable[str], actual_parts: Iterable[str]) -> str | None:
    """Return a sentence about the first missing part, or else about the first extra part.

    Return None if source and translation have the same parts.
    """
    expected, actual = list(expected_parts), list(actual_parts)
    if expected == actual:
        return None
    balance = Counter(expected)
    balance.subtract(actual)
    for piece, times in balance.items():
        if times > 0:
            return f"{piece} is missing"
    for piece, times in balance.items():
        if times < 0:
            return f"{piece} is not in the source" + (" so often" if piece in expected else "")
    return None
