"""Counts that add up, and the percentages made of them."""

from typing import NamedTuple, Self

from transtats_cli.model import State


class Counts(NamedTuple):
    """Strings with the words and characters of their sources."""

    strings: int = 0
    words: int = 0
    chars: int = 0

    def plus(self, other: Self) -> "Counts":
        return Counts(self.strings + other.strings, self.words + other.words, self.chars + other.chars)


NOTHING = Counts()


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
            *(mine.plus(theirs) for mine, theirs in zip(self[:5], other[:5], strict=True)),
            *(mine + theirs for mine, theirs in zip(self[5:], other[5:], strict=True)),
        )
