"""Punctuation marks at the end of a text, by language, and a comparison of the last characters of two texts.

The punctuation checks use these tables. The screening also uses the tables, to select the punctuation checks by the
last characters of a string.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple


class PunctuationMarks(NamedTuple):
    """Punctuation marks with the same meaning at the end of a text, for example all full stops."""

    default_marks: str
    """Punctuation marks in languages that are not in `marks_by_language`."""
    marks_by_language: Mapping[str, str] = {}
    """Punctuation marks of single languages, by base code of the language."""
    cjk_marks_after_colon: str = ""
    """Punctuation marks in Chinese, Japanese and Korean after a source that ends with a colon or semicolon.

    Empty if the same marks apply after all sources.
    """

    def marks_of_language(self, base_code: str) -> str:
        """Return the punctuation marks of the language with the given base code."""
        return self.marks_by_language.get(base_code, self.default_marks)

    def all_marks(self) -> Iterator[str]:
        """Yield all punctuation marks, language by language."""
        yield from (self.default_marks, *self.marks_by_language.values(), self.cjk_marks_after_colon)


_CJK_MARKS_AFTER_COLON = ";:\uff1a.\u3002"
FULL_STOPS = PunctuationMarks(
    ".\u3002\u0964\u06d4\u0589\u00b7\u0df4\u17d4\u1362",
    {
        "hy": ".\u3002\u0964\u06d4\u0589\u00b7\u0df4\u17d4:\u055d?!`",
        "hi": ".\u0964\u09f7|",
        "bn": ".\u0964\u09f7|",
        "or": ".\u0964\u09f7|",
        "sat": ".\u1c7e",
        "my": ".\u104b",
    },
    _CJK_MARKS_AFTER_COLON,
)
COLONS = PunctuationMarks(":\uff1a\u17d6", {"hy": ":\u055d`"}, _CJK_MARKS_AFTER_COLON)
QUESTION_MARKS = PunctuationMarks(
    "?\u055e\u061f\u2e2e\uff1f\u1367\ua60f\u2cfa", {"hy": "?\u055e\u0589", "el": "?;\u037e"}
)
EXCLAMATION_MARKS = PunctuationMarks("!\uff01\u055c\u1944\u109f\u07f9", {"my": "!\u109f"})
ELLIPSIS = "\u2026"
INTERROBANGS = ("?!", "!?", "\u061f!", "!\u061f", "\uff1f\uff01", "\uff01\uff1f", "\u2048", "\u2049")
BURMESE_FULL_STOP = "\u1038\u104b"
"""Characters that end a Burmese sentence. A Burmese question ends with the same characters."""
LANGUAGES_WITHOUT_PUNCTUATION = frozenset({"th", "jbo"})
"""Base codes of Thai and Lojban, whose sentences end without punctuation."""


def describe_final_mark_difference(source: str, target: str, marks: str, mark_name: str) -> str | None:
    """Return a problem if only the source or only the target ends with one of `marks`. Otherwise, return None.

    If one of the texts is empty, return None.
    """
    if not source or not target:
        return None
    expected = source[-1] in marks
    if expected == (target[-1] in marks):
        return None
    return describe_lost_or_added_mark(mark_name, is_lost=expected)


def describe_lost_or_added_mark(mark_name: str, *, is_lost: bool) -> str:
    if is_lost:
        return f"the source ends with {mark_name}, the translation does not"
    return f"the translation ends with {mark_name}, the source does not"


def is_ellipsis_equivalent(source: str, target: str) -> bool:
    """Return True if the source ends with three dots and the target with the ellipsis character, which is correct."""
    return source.endswith("...") and target.endswith(ELLIPSIS)
