"""Counts that add up, and the percentages made of them."""

import re
from typing import NamedTuple, Self

_CJK = (
    "\u1100-\u11ff\u2e80-\u2fdf\u2ff0-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef"
    "\U0001aff0-\U0001b16f\U0001f200-\U0001f2ff\U00020000-\U0003ffff"
)
_UNUSED_SINGULAR = "<unused singular"


class Counts(NamedTuple):
    """Strings with the words and characters of their sources."""

    strings: int = 0
    words: int = 0
    chars: int = 0

    def plus(self, other: Self) -> "Counts":
        # Most sums begin with nothing, or end with it.
        if self is NOTHING or other is NOTHING:
            return other if self is NOTHING else self
        return Counts(self.strings + other.strings, self.words + other.words, self.chars + other.chars)

    def minus(self, other: Self) -> "Counts":
        if other is NOTHING:
            return self
        return Counts(self.strings - other.strings, self.words - other.words, self.chars - other.chars)


NOTHING = Counts()


def words(source: str, *, cjk: bool = False) -> int:
    """The words of a source text: pieces between white space, and in CJK languages every CJK character."""
    if _UNUSED_SINGULAR in source:
        from transtats_cli.model import PLURAL_SEPARATOR

        forms = source.split(PLURAL_SEPARATOR)
        source = " ".join(form for form in forms if not form.startswith(_UNUSED_SINGULAR))
    if not cjk:
        return len(source.split())
    rest, characters = re.subn(f"[{_CJK}]", " ", source)
    return characters + len(rest.split())


class Statistics(NamedTuple):
    """The counted strings of one translation, or of several added up."""

    total: Counts = NOTHING
    translated: Counts = NOTHING
    fuzzy: Counts = NOTHING
    approved: Counts = NOTHING
    readonly: Counts = NOTHING
    failing: int = 0
    suggestions: int = 0
    comments: int = 0

    def plus(self, other: Self) -> "Statistics":
        return Statistics(
            self.total.plus(other.total),
            self.translated.plus(other.translated),
            self.fuzzy.plus(other.fuzzy),
            self.approved.plus(other.approved),
            self.readonly.plus(other.readonly),
            self.failing + other.failing,
            self.suggestions + other.suggestions,
            self.comments + other.comments,
        )


def percent(part: int, whole: int, *, of_nothing: float = 0.0) -> float:
    """A share with one decimal, rounded down, so that 100.0 means complete; but something is never nothing."""
    if not whole:
        return of_nothing
    if not part:
        return 0.0
    return (1000 * part // whole or 1) / 10
