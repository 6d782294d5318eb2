"""Measures of the translated share, computed from integers.

A measure is a value of the option `--measure`, such as `words` or `approved`. It defines which strings are done, and
the unit of the counts: strings, words or characters. Limits are compared with the counts, never with displayed
percentages.
"""

from collections.abc import Collection, Iterable
from fractions import Fraction
from typing import NamedTuple

from transtats_cli.comparison.movements import is_string_translated
from transtats_cli.comparison.snapshot import LanguageStrings, SnapshotString
from transtats_cli.model import State
from transtats_cli.statistics import Completeness, Counts, Statistics

NOT_FAILING_MEASURE = "translated-and-not-failing"
"""Measure for which a string with a failing check is not done. It needs the individual strings."""
COMPLETE_MEASURE = "complete"
"""Measure that needs the comparison of the files with the template."""


class Measure(NamedTuple):
    """Texts about a measure in messages."""

    phrase: str
    """Phrase after a percentage, such as `of the words translated`."""
    unit: str = "strings"
    """Name of the items that the measure counts."""


MEASURES = {
    "translated": Measure("translated"),
    "words": Measure("of the words translated", "words"),
    "chars": Measure("of the characters translated", "characters"),
    "approved": Measure("approved"),
    NOT_FAILING_MEASURE: Measure("translated and not failing"),
    COMPLETE_MEASURE: Measure("complete"),
}


class Share(NamedTuple):
    """Part and whole in strings, words or characters. If the whole is 0, every minimum is reached."""

    part: int
    whole: int

    def reaches_percent(self, percent: Fraction) -> bool:
        """Return True if the part is at least `percent` of the whole, or if the whole is 0."""
        return not self.whole or self.part * 100 >= percent * self.whole

    def exceeds_percent(self, percent: Fraction) -> bool:
        """Return True if the part is more than `percent` of the whole. Return False if the whole is 0."""
        return self.part * 100 > percent * self.whole

    def count_missing(self, percent: Fraction) -> int:
        """Return the number that must be added to the part to reach the percentage."""
        required = percent * self.whole / 100
        return max(0, -(-required.numerator // required.denominator) - self.part)


def add_shares(shares: Collection[Share]) -> Share:
    return Share(sum(each.part for each in shares), sum(each.whole for each in shares))


def compute_share(
    measure: str,
    statistics: Statistics,
    strings: LanguageStrings | None = None,
    completeness: Completeness | None = None,
) -> Share:
    """Return the share of a language that is done according to a measure.

    `strings` is needed for NOT_FAILING_MEASURE, and `completeness` for COMPLETE_MEASURE.
    """
    total = statistics.total
    if measure == COMPLETE_MEASURE:
        assert completeness is not None
        return compute_complete_share(completeness)
    if measure == NOT_FAILING_MEASURE:
        assert strings is not None
        return Share(sum(is_string_done(measure, each) for each in strings.strings_by_identity.values()), total.strings)
    if measure == "approved":
        return Share(statistics.approved.strings, total.strings)
    return Share(select_count(measure, statistics.translated), select_count(measure, total))


def compute_complete_share(completeness: Completeness) -> Share:
    """Return the share of the template's strings that is translated."""
    return Share(completeness.translated, completeness.reference_total)


def select_count(measure: str, counts: Counts) -> int:
    """Return the number of words, characters or strings, depending on the measure."""
    return {"words": counts.words, "chars": counts.chars}.get(measure, counts.strings)


def is_string_done(measure: str, string: SnapshotString) -> bool:
    """Return True if a string is done according to a measure. Read-only strings count as done."""
    if measure == "approved":
        return string.unit.state >= State.APPROVED
    return is_string_translated(string) and not (measure == NOT_FAILING_MEASURE and string.findings)


def count_fewest_sizes(sizes: Iterable[int], required_sum: int | Fraction) -> int:
    """Return the smallest number of sizes whose sum reaches `required_sum`."""
    strings = 0
    for size in sorted(sizes, reverse=True):
        if required_sum <= 0:
            break
        required_sum -= size
        strings += 1
    return strings
