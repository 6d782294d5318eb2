"""Comparison of final punctuation, shared by the checks of it."""

INTERROBANGS = ("?!", "!?", "\u061f!", "!\u061f", "\uff1f\uff01", "\uff01\uff1f", "\u2048", "\u2049")
BURMESE_STOP = "\u1038\u104b"
WITHOUT_PUNCTUATION = frozenset({"th", "jbo"})
"""Base codes of Thai and Lojban, whose sentences end without punctuation."""


def difference(source: str, target: str, signs: str, name: str) -> str | None:
    """Return a problem if exactly one of two strings ends with one of the signs, else None.

    If a string is empty, return None.
    """
    if not source or not target:
        return None
    expected = source[-1] in signs
    if expected == (target[-1] in signs):
        return None
    return lost_or_added(name, lost=expected)


def lost_or_added(name: str, *, lost: bool) -> str:
    if lost:
        return f"the source ends with {name}, the translation does not"
    return f"the translation ends with {name}, the source does not"


def is_ellipsis_kept(source: str, target: str) -> bool:
    """Return True if three dots were translated as the ellipsis character, which is correct as well."""
    return source.endswith("...") and target.endswith("…")
