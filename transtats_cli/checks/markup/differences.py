"""Comparison of the pieces of source and translation, such as tags, regardless of their order."""

from collections import Counter
from collections.abc import Iterable


def difference(expected: Iterable[str], found: Iterable[str]) -> str | None:
    """Return one sentence about the first missing or else the first extra piece, or None if the pieces are the same."""
    here = Counter(expected)
    balance = here.copy()
    balance.subtract(found)
    for piece, times in balance.items():
        if times > 0:
            return f"{piece} is missing"
    for piece, times in balance.items():
        if times < 0:
            return f"{piece} is not in the source" + (" so often" if here[piece] else "")
    return None
