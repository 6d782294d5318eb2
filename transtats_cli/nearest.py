"""Suggest a similar name for an unknown one."""

from collections.abc import Iterable

_LONGEST = 100
"""Longest compared part of a name. The time is quadratic in the length."""


def nearest(name: str, known: Iterable[str], *, likeness: float = 0.6) -> str:
    """Return the most similar name, or "" if none reaches the likeness. The scale ends at 1 for equal names."""
    from difflib import get_close_matches

    return next(iter(get_close_matches(name[:_LONGEST], known, n=1, cutoff=likeness)), "")
