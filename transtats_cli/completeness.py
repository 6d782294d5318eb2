"""Completeness of a translation file: its strings compared with a reference. A Weblate server has no such figures."""

from typing import NamedTuple

from transtats_cli.statistics import Statistics, percent


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

    @property
    def percent(self) -> float:
        """Translated share of the reference in percent, rounded down. An empty reference counts as complete."""
        return percent(self.translated, self.reference_total, if_whole_is_zero=100.0)

    @property
    def has_same_strings(self) -> bool:
        """True if the file has exactly the strings of the reference."""
        return not (self.missing or self.stale)

    @property
    def uncounted_missing(self) -> int:
        """Number of missing strings that are not part of the total in the statistics."""
        return self.missing - self.counted_missing


def count_strings_left(statistics: Statistics, completeness: Completeness | None) -> int:
    """Return the number of strings that are missing or not translated."""
    uncounted = 0 if completeness is None else completeness.uncounted_missing
    return statistics.total.strings - statistics.translated.strings + uncounted


def count_words_left(statistics: Statistics, completeness: Completeness | None) -> int:
    """Return the number of words in the strings that are missing or not translated."""
    uncounted = 0 if completeness is None else completeness.missing_words - completeness.counted_missing_words
    return statistics.total.words - statistics.translated.words + uncounted
