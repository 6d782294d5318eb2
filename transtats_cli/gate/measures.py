"""What a share may be of, in whole numbers: they decide, and not the percentage that people read."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple

from transtats_cli.comparison.movements import is_translated
from transtats_cli.comparison.snapshot import LanguageStrings, Snapshot, Text
from transtats_cli.model import State
from transtats_cli.statistics import Counts, Statistics

NEED_STRINGS = ("translated-and-not-failing",)
"""Measures that the counts of a language cannot tell."""
NEED_CHECKS = ("translated-and-not-failing",)
MEASURE_UNITS: Mapping[str, str] = {"words": "words", "chars": "characters"}
"""What a measure counts, where that is not strings."""


class Share(NamedTuple):
    """A part of a whole; of nothing everything is done."""

    part: int
    whole: int

    def reaches(self, percent: Fraction) -> bool:
        return not self.whole or self.part * 100 >= percent * self.whole

    def exceeds(self, percent: Fraction) -> bool:
        return self.part * 100 > percent * self.whole

    def missing(self, percent: Fraction) -> int:
        """How much more has to be done."""
        required = percent * self.whole / 100
        return max(0, -(-required.numerator // required.denominator) - self.part)


def share(measure: str, statistics: Statistics, strings: LanguageStrings | None = None) -> Share:
    """How much of a language is done."""
    total = statistics.total
    if measure in NEED_STRINGS:
        assert strings is not None
        return Share(sum(is_done(measure, text) for text in strings.texts.values()), total.strings)
    if measure == "approved":
        return Share(statistics.approved.strings, total.strings)
    return Share(amount(measure, statistics.translated), amount(measure, total))


def amount(measure: str, counts: Counts) -> int:
    """What the measure counts of some strings."""
    return {"words": counts.words, "chars": counts.chars}.get(measure, counts.strings)


def is_done(measure: str, text: Text) -> bool:
    """Whether one string counts as done; nobody can do more for one that is read-only."""
    if measure == "approved":
        return text.unit.state >= State.APPROVED
    return is_translated(text) and not (measure in NEED_CHECKS and text.findings)


def fewest_strings(measure: str, missing: int, snapshot: Snapshot, texts: Iterable[Text]) -> int:
    """How few strings may do where so many words or characters are missing."""
    return fewest_sizes(
        (amount(measure, snapshot.size(text.unit)) for text in texts if not is_done(measure, text)), missing
    )


def fewest_sizes(sizes: Iterable[int], missing: int | Fraction) -> int:
    """How few of these together make up for what is missing."""
    strings = 0
    for size in sorted(sizes, reverse=True):
        if missing <= 0:
            break
        missing -= size
        strings += 1
    return strings
