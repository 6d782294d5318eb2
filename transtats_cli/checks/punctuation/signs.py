"""Punctuation marks at the end of a text, by language, and a comparison of the last characters of two texts.

The punctuation checks use these tables. The screening also uses the tables, to select the punctuation checks by the
last characters of a string.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple


class Signs(NamedTuple):
    """Punctuation marks with the same meaning at the end of a text, for example all full stops."""

    usual: str
    """Punctuation marks in languages that are not in `by_language`."""
    by_language: Mapping[str, str] = {}
    """Punctuation marks of single languages, by base code of the language."""
    in_cjk: str = ""
    """Punctuation marks in Chinese, Japanese and Korean after a source that ends with a colon or semicolon.

    Empty if the same marks apply after all sources.
    """

    def of(self, base: str) -> str:
        """Return the punctuation marks of the language with the given base code."""
        return self.by_language.get(base, self.usual)

    def all(self) -> Iterator[str]:
        """Yield all punctuation marks, language by language."""
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
"""Characters that end a Burmese sentence. A Burmese question ends with the same characters."""
WITHOUT_PUNCTUATION = frozenset({"th", "jbo"})
"""Base codes of Thai and Lojban, whose sentences end without punctuation."""


def difference(source: str, target: str, signs: str, name: str) -> str | None:
    """Return a problem if only the source or only the target ends with one of `signs`. Otherwise, return None.

    If one of the texts is empty, return None.
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
    """Return True if the source ends with three dots and the target with the ellipsis character, which is correct."""
    return source.endswith("...") and target.endswith(ELLIPSIS)
