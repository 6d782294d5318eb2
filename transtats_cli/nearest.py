"""Suggest a similar name for an unknown one, and the message for an unknown language."""

from collections.abc import Iterable

_LONGEST = 100
"""Longest compared part of a name. The time is quadratic in the length."""


def nearest(name: str, known: Iterable[str], *, likeness: float = 0.6) -> str:
    """Return the most similar name, or "" if none reaches the likeness. The scale ends at 1 for equal names."""
    from difflib import get_close_matches

    return next(iter(get_close_matches(name[:_LONGEST], known, n=1, cutoff=likeness)), "")


def unknown_language(
    name: str,
    codes: Iterable[str],
    *,
    spellings: Iterable[str] = (),
    claim: str = "there is no language {!r} here",
    title: str = "There are",
) -> str:
    """Return the error message for a language that is not there, with the nearest name and the codes that are.

    `spellings` are further names that can be meant. `claim` and `title` begin the sentence and the list of codes.
    """
    there = sorted(set(codes))
    meant = nearest(name, [*there, *spellings], likeness=0.5)
    hint = f"; did you mean {meant!r}?" if meant else "."
    return f"{claim.format(name)}{hint} {title}: {', '.join(there)}"
