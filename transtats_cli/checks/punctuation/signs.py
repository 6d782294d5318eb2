"""Signs that end a text, by language, and the comparison of the ends of two texts.

The tables are used by the checks, and by the screening, which selects these checks by the last characters of a string.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple


class Signs(NamedTuple):
    """Characters with one meaning at the end of a text."""

    usual: str
    """Signs in languages without signs of their own."""
    by_language: Mapping[str, str] = {}
    """Signs of single languages, by base code."""
    in_cjk: str = ""
    """Signs in Chinese, Japanese and Korean if the source ends with a colon or semicolon. Empty if these are usual."""

    def of(self, base: str) -> str:
        """Return the signs of a language, given by its base code."""
        return self.by_language.get(base, self.usual)

    def all(self) -> Iterator[str]:
        """Yield all signs, those of one language after those of another."""
        yield from (self.usual, *self.by_language.values(), self.in_cjk)


_CJK_AFTER_COLON = ";:\uff1a.\u3002"
STOPS = Signs(
    ".\u3002\u0964\u06d4\u0589\u00b7\u0df4\u17d4\u1362",
    {
        "hy": ".\u3002\u0964\u06d4\u0589\u00b7\u0df4\u17d4:\u055d?!`",
        "hi": ".\u0964\u09f7|",
        "bn": ".\u0964\u09f7|",
        "or": ".\u0964\u09f7|",
        "sat": ".\u1c7e",
        "my": ".\u104b",
    },
    _CJK_AFTER_COLON,
)
COLONS = Signs(":\uff1a\u17d6", {"hy": ":\u055d`"}, _CJK_AFTER_COLON)
QUESTION_MARKS = Signs("?\u055e\u061f\u2e2e\uff1f\u1367\ua60f\u2cfa", {"hy": "?\u055e\u0589", "el": "?;\u037e"})
EXCLAMATION_MARKS = Signs("!\uff01\u055c\u1944\u109f\u07f9", {"my": "!\u109f"})
ELLIPSIS = "\u2026"
INTERROBANGS = ("?!", "!?", "\u061f!", "!\u061f", "\uff1f\uff01", "\uff01\uff1f", "\u2048", "\u2049")
BURMESE_STOP = "\u1038\u104b"
"""End of a Burmese sentence, also of a question."""
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
    return source.endswith("...") and target.endswith(ELLIPSIS)
