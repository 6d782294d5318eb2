"""Measures: shares of counted strings, words or characters, and the work that is left.

Each share that the program prints, draws or compares with a limit is a `Share` of two integers, which a function of
this module reads from the statistics. Limits are compared with the integers, never with displayed percentages.

Wherever one number stands for a language, a component or more, it is `Record.share`, which a scan computes by one
measure: that of the settings, else COMPLETE_MEASURE if the component has a file that lists all strings, and
TRANSLATED_MEASURE without such a file. The keys of a server, such as `translated_percent`, always are the server's.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from transtats_cli.model import Finding, State, Unit
from transtats_cli.statistics import NO_STRINGS, Completeness, Counts, Statistics

NOT_FAILING_MEASURE = "translated-and-not-failing"
"""Measure for which a string with a failing check is not done. It needs the individual strings."""
TRANSLATED_MEASURE = "translated"
"""Measure of a server: the translated strings of the strings in the file."""
COMPLETE_MEASURE = "complete"
"""Measure that needs the comparison of the files with the template."""


class Measure(NamedTuple):
    """Texts about a measure in messages."""

    phrase: str
    """Phrase after a percentage, such as `of the words translated`."""
    title: str
    """Title of a column with the share."""
    unit: str = "strings"
    """Name of the items that the measure counts."""
    task: str = "to translate"
    """Phrase after the number of items that are not done."""

    @property
    def label(self) -> str:
        """Phrase before a percentage, such as `words translated`."""
        return self.phrase.removeprefix("of the ")


MEASURES = {
    TRANSLATED_MEASURE: Measure("translated", "Translated"),
    "words": Measure("of the words translated", "Words", "words"),
    "chars": Measure("of the characters translated", "Characters", "characters"),
    "approved": Measure("approved", "Approved", task="to approve"),
    NOT_FAILING_MEASURE: Measure("translated and not failing", "Not failing", task="to translate or correct"),
    COMPLETE_MEASURE: Measure("complete", "Complete"),
}
"""Values of the setting `measure`. A measure defines which strings are done, and the unit of the counts.

`translated-and-not-failing` counts the translated strings that fail no check. `complete` counts the translated strings
of the template.
"""
_MIXED = Measure("by several measures", "Share", "items")
SHARE_MEASURES = tuple(name for name in MEASURES if name != NOT_FAILING_MEASURE)
"""Measures that need no individual strings, so each scan can compute them."""


class Share(NamedTuple):
    """Part and whole in strings, words or characters."""

    part: int
    whole: int

    @property
    def tenths(self) -> int:
        """Part in tenths of a percent of the whole, or 0 if the whole is 0.

        The number is rounded down, but is at least 1 unless the part is 0.
        """
        return (1000 * self.part // self.whole or 1) if self.part and self.whole else 0

    @property
    def percent(self) -> float:
        """Part as a percentage of the whole with one decimal, rounded as `tenths`, or 0 if the whole is 0."""
        return self.tenths / 10

    @property
    def percent_done(self) -> float:
        """The same as `percent`, but 100 if the whole is 0, because there is nothing left to do."""
        return self.tenths / 10 if self.whole else 100.0

    def reaches(self, numerator: int, denominator: int = 1) -> bool:
        """Return True if the part is at least this percentage of the whole, or if the whole is 0."""
        return not self.whole or self.part * 100 * denominator >= numerator * self.whole

    def exceeds(self, numerator: int, denominator: int = 1) -> bool:
        """Return True if the part is more than this percentage of the whole. Return False if the whole is 0."""
        return self.part * 100 * denominator > numerator * self.whole

    def count_missing(self, numerator: int, denominator: int = 1) -> int:
        """Return the number that must be added to the part to reach the percentage."""
        return max(0, -(-numerator * self.whole // (100 * denominator)) - self.part)


def join_measures(measures: Iterable[str]) -> str:
    """Return the measure that names the sum of shares by these measures.

    Without a reference file, all known strings are those in the files, so a sum with other components is complete, too.
    '' for other measures, whose sum has no meaning.
    """
    several = {*measures} or {TRANSLATED_MEASURE}
    if len(several) == 1:
        return several.pop()
    return COMPLETE_MEASURE if several == {COMPLETE_MEASURE, TRANSLATED_MEASURE} else ""


def describe_measure(name: str) -> Measure:
    """Return the texts about a measure, or about the result '' of `join_measures`."""
    return MEASURES.get(name, _MIXED)


def format_change(change: float) -> str:
    """Return a change of a count, or of a percentage in points, as text with its sign.

    The minus sign differs from the dash that marks missing values.
    """
    shown = round(change, 1)
    return f"{shown:+}".replace("-", "\N{MINUS SIGN}") if shown else str(abs(shown))


def add_shares(shares: Iterable[Share]) -> Share:
    """Return the share of several languages or components together."""
    # Adding columns of integers is much faster than adding thousands of objects.
    columns = [*zip(*shares, strict=True)]
    return Share(*map(sum, columns)) if columns else Share(0, 0)


def measure_translated(statistics: Statistics) -> Share:
    """Return the share of the strings in a file that are translated, as a Weblate server computes it."""
    return Share(statistics.translated.strings, statistics.total.strings)


def measure_complete(completeness: Completeness) -> Share:
    """Return the share of the strings of the reference that are translated in the file."""
    return Share(completeness.translated, completeness.reference_total)


def compute_share(
    measure: str,
    statistics: Statistics,
    completeness: Completeness | None = None,
    strings: Iterable[tuple[Unit, Sequence[Finding]]] = (),
    *,
    largest: Counts = NO_STRINGS,
) -> Share:
    """Return the share of a language that is done according to a measure.

    `strings` is needed for NOT_FAILING_MEASURE, and `completeness` for COMPLETE_MEASURE. `largest` counts the strings
    of the largest file of the component: a file without strings has a share of 0 if another file has strings.
    """
    total = statistics.total if statistics.total.strings else largest
    if measure == COMPLETE_MEASURE:
        assert completeness is not None
        return measure_complete(completeness) if completeness.reference_total else Share(0, total.strings)
    if measure == NOT_FAILING_MEASURE:
        return Share(sum(is_string_done(measure, each) for each in strings), total.strings)
    if measure == "approved":
        return Share(statistics.approved.strings, total.strings)
    return Share(select_count(measure, statistics.translated), select_count(measure, total))


def select_count(measure: str, counts: Counts) -> int:
    return {"words": counts.words, "chars": counts.chars}.get(measure, counts.strings)


def is_string_done(measure: str, string: tuple[Unit, Sequence[Finding]]) -> bool:
    """Return True if a string is done according to a measure. Read-only strings count as done."""
    unit, findings = string
    if measure == "approved":
        return unit.state >= State.APPROVED
    return unit.state >= State.TRANSLATED and not (measure == NOT_FAILING_MEASURE and findings)


def count_strings_left(measure: str, share: Share, statistics: Statistics) -> int:
    """Return the number of strings that are not translated, with the missing ones if the measure counts them."""
    if measure in (COMPLETE_MEASURE, TRANSLATED_MEASURE):
        return share.whole - share.part
    return statistics.total.strings - statistics.translated.strings


def count_words_left(statistics: Statistics, completeness: Completeness | None) -> int:
    """Return the number of words in the strings that are missing or not translated."""
    uncounted = 0 if completeness is None else completeness.missing_words - completeness.counted_missing_words
    return statistics.total.words - statistics.translated.words + uncounted
