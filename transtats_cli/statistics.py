"""Counts of strings, words and characters, sums of counts, and completeness of a file.

The completeness compares the strings of a file with a reference. A Weblate server has no such figures.
"""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple, Self

from transtats_cli.model import PLURAL_SEPARATOR

_CJK_RANGES = (
    "\u1100-\u11ff\u2e80-\u2fdf\u2ff0-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef"
    "\U0001aff0-\U0001b16f\U0001f200-\U0001f2ff\U00020000-\U0003ffff"
)
_split_at_white_space = str.split
UNUSED_SINGULAR = "<unused singular"
"""Prefix of plural forms whose words are not counted."""


class Counts(NamedTuple):
    """Number of strings, and number of words and characters in the sources of these strings."""

    strings: int = 0
    words: int = 0
    chars: int = 0

    def plus(self, other: Self) -> "Counts":
        # Most sums include an empty operand.
        if self is NO_STRINGS or other is NO_STRINGS:
            return other if self is NO_STRINGS else self
        return Counts(self.strings + other.strings, self.words + other.words, self.chars + other.chars)

    def minus(self, other: Self) -> "Counts":
        return Counts(self.strings - other.strings, self.words - other.words, self.chars - other.chars)


NO_STRINGS = Counts()


def add_counts(summands: Iterable[Counts | None]) -> Counts | None:
    """Return the sum of those counts that are known. None if none is known."""
    known = [each for each in summands if each is not None]
    return Counts(*map(sum, zip(*known, strict=True))) if known else None


def count_words(source: str, *, cjk: bool = False) -> int:
    """Return the number of words in a source text. White space separates words.

    If `cjk` is True, each Chinese, Japanese or Korean character counts as a word.
    """
    return len(list_words(source, cjk=cjk))


def count_words_of_each(sources: Sequence[str]) -> list[int]:
    """Return the number of words in each source text."""
    if UNUSED_SINGULAR in "".join(sources):
        return [*map(count_words, sources)]
    return [*map(len, map(_split_at_white_space, sources))]


def count_sources(sources: Sequence[str], *, cjk: bool = False) -> Counts:
    """Return the number of source texts, and the sums of their words and of their characters."""
    return Counts(len(sources), count_words(PLURAL_SEPARATOR.join(sources), cjk=cjk), sum(map(len, sources)))


def list_words(source: str, *, cjk: bool = False) -> list[str]:
    """Return the words that `count_words` counts, in the order of the text."""
    if UNUSED_SINGULAR in source:
        forms = source.split(PLURAL_SEPARATOR)
        source = " ".join(form for form in forms if not form.startswith(UNUSED_SINGULAR))
    return re.findall(rf"[{_CJK_RANGES}]|[^\s{_CJK_RANGES}]+", source) if cjk else _split_at_white_space(source)


class Statistics(NamedTuple):
    """Statistics of one translation, or the sum of the statistics of several translations.

    `total` to `readonly` count strings, words and characters. The other fields count strings.
    """

    total: Counts = NO_STRINGS
    translated: Counts = NO_STRINGS
    fuzzy: Counts = NO_STRINGS
    approved: Counts = NO_STRINGS
    readonly: Counts = NO_STRINGS
    failing: int = 0
    suggestions: int = 0
    comments: int = 0


def add_statistics(summands: Sequence[Statistics]) -> Statistics:
    """Return the sum of several statistics. If there are none, all numbers are 0."""
    if not summands:
        return Statistics()
    # Adding columns of integers is much faster than adding thousands of objects.
    columns = list(zip(*summands, strict=True))
    counts = [Counts(*map(sum, zip(*column, strict=True))) for column in columns[:5]]
    return Statistics._make([*counts, *map(sum, columns[5:])])


class Completeness(NamedTuple):
    """Strings of one language compared with the reference, or the sum of several languages."""

    reference_total: int = 0
    """Number of strings in the reference: the template, the source file, or the union of all languages."""
    missing: int = 0
    """Number of strings of the reference that the file lacks."""
    missing_words: int = 0
    """Number of words in the sources of the missing strings."""
    stale: int = 0
    """Number of strings in the file that the reference lacks."""
    translated: int = 0
    """Number of strings of the reference that are translated in the file."""
    counted_missing: int = 0
    """Number of missing strings that are part of the total in the statistics, see `Component.counts_missing_strings`.

    In a sum, this number can be between 0 and `missing`.
    """
    counted_missing_words: int = 0
    """Number of words in the sources of the strings in `counted_missing`."""
    reference_words: int = 0
    """Number of words in the sources of the strings in the reference."""

    @property
    def has_same_strings(self) -> bool:
        """True if the file has exactly the strings of the reference."""
        return not (self.missing or self.stale)

    @property
    def uncounted_missing(self) -> int:
        """Number of missing strings that are not part of the total in the statistics."""
        return self.missing - self.counted_missing
