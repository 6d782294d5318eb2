"""What a user may have meant: of the names that there are, the one most like the one that is not."""

from collections.abc import Iterable

_LONGEST = 100
"""Comparing takes the square of a name's length."""


def nearest(name: str, known: Iterable[str], *, likeness: float = 0.6) -> str:
    """The known name most like this one; empty where none is like it, on a scale up to 1 for the same name."""
    from difflib import get_close_matches

    return next(iter(get_close_matches(name[:_LONGEST], known, n=1, cutoff=likeness)), "")
