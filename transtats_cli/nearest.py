"""Suggest a similar name for an unknown name, and create the message for an unknown language."""

from collections.abc import Iterable

_LONGEST_COMPARED = 100
"""Maximum number of characters of a name that are compared. The comparison takes time quadratic in this number."""


def nearest(name: str, known: Iterable[str], *, likeness: float = 0.6) -> str:
    """Return the known name that is most similar to `name`, or "" if no known name is similar enough.

    `likeness` is the required similarity, from 0 to 1. Equal names have the similarity 1.
    """
    from difflib import get_close_matches

    return next(iter(get_close_matches(name[:_LONGEST_COMPARED], known, n=1, cutoff=likeness)), "")


def unknown_language(
    name: str,
    codes: Iterable[str],
    *,
    spellings: Iterable[str] = (),
    claim: str = "there is no language {!r} here",
    title: str = "There are",
) -> str:
    """Return the error message for an unknown language `name`, with a similar name and the list of all codes.

    `spellings` contains further names that the message may suggest. `claim` is the beginning of the message, and
    `title` the text before the list of codes.
    """
    known_codes = sorted(set(codes))
    suggestion = nearest(name, [*known_codes, *spellings], likeness=0.5)
    hint = f"; did you mean {suggestion!r}?" if suggestion else "."
    return f"{claim.format(name)}{hint} {title}: {', '.join(known_codes)}"
