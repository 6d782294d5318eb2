"""Comparison of parts of a source with parts of its translation, such as tags, in any order."""

from collections import Counter
from collections.abc import Iterable


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
