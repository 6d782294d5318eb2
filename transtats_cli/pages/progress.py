"""Figures of one translation or of a sum of translations, and the bar that shows them."""

from typing import NamedTuple

from transtats_cli.completeness import Completeness, count_strings_left, count_words_left
from transtats_cli.report import Record
from transtats_cli.statistics import Statistics, translated_percent
from transtats_cli.totals import RecordTotals

TOTAL_BAR_WIDTH = 1000
_MIN_PART_WIDTH = 12
"""Least width of the part of a bar whose number is not 0. Even one string in a million is visible."""


class BarPart(NamedTuple):
    """Part of a bar: strings in one state. A whole bar is TOTAL_BAR_WIDTH units wide."""

    kind: str
    """State for the style sheet: `good`, `failing`, `fuzzy`, `untranslated` or `missing`."""
    label: str
    strings: int
    start: int
    """Position of the left edge, in units."""
    width: int
    """Width in units."""


class TranslationProgress(NamedTuple):
    """Figures of one translation, or the sum of several translations."""

    statistics: Statistics
    last_change: str | None = None
    recent_changes: int = 0
    completeness: Completeness | None = None
    is_source: bool = False

    @property
    def percent(self) -> float:
        """Translated share of the strings in the file in percent, as in the API."""
        return translated_percent(self.statistics)

    @property
    def reference_percent(self) -> float:
        """Translated share of the strings of the reference in percent. Without a reference, the same as `percent`."""
        found = self.completeness
        return self.percent if found is None or found.has_same_strings else found.percent

    @property
    def is_complete(self) -> bool:
        return self.strings_left == 0

    @property
    def missing(self) -> int:
        return 0 if self.completeness is None else self.completeness.missing

    @property
    def strings_left(self) -> int:
        return count_strings_left(self.statistics, self.completeness)

    @property
    def words_left(self) -> int:
        return count_words_left(self.statistics, self.completeness)

    @property
    def bar(self) -> tuple[BarPart, ...]:
        return make_bar(self.statistics, self.completeness)

    @property
    def summary(self) -> str:
        """Description of the bar for screen readers."""
        parts = ", ".join(f"{part.strings} {part.label}" for part in self.bar)
        return f"{self.percent}% translated: {parts or 'no strings'}"


def progress_of_record(record: Record, completeness: Completeness | None, *, is_source: bool) -> TranslationProgress:
    return TranslationProgress(record.statistics, record.last_change, record.recent_changes, completeness, is_source)


def progress_of_totals(totals: RecordTotals, completeness: Completeness | None = None) -> TranslationProgress:
    return TranslationProgress(*totals, completeness)


def make_bar(statistics: Statistics, completeness: Completeness | None = None) -> tuple[BarPart, ...]:
    """Return the parts of a bar. Parts without strings are left out.

    The widths add up to TOTAL_BAR_WIDTH. Each part has a visible width. So the part of good strings fills the bar only
    if all strings are translated and pass their checks. Each string is in one part: a string that the file lacks is
    missing, not untranslated, also if it is part of the total.
    """
    found = completeness or Completeness()
    translated = statistics.translated.strings
    failing = min(statistics.failing, translated)
    fuzzy = statistics.fuzzy.strings
    unfinished = max(0, statistics.total.strings - translated - fuzzy)
    # A missing string with the flag `read-only` counts as translated.
    counted_missing = min(found.counted_missing, unfinished)
    numbers = {
        "good": ("translated", translated - failing),
        "failing": ("translated with failing checks", failing),
        "fuzzy": ("fuzzy", fuzzy),
        "untranslated": ("untranslated", unfinished - counted_missing),
        "missing": ("missing in the file", found.uncounted_missing + counted_missing),
    }
    shown = {kind: (label, count) for kind, (label, count) in numbers.items() if count}
    widths = _divide_width([count for _, count in shown.values()])
    starts = [sum(widths[:index]) for index in range(len(widths))]
    return tuple(
        BarPart(kind, label, count, start, width)
        for (kind, (label, count)), start, width in zip(shown.items(), starts, widths, strict=True)
    )


def _divide_width(counts: list[int]) -> list[int]:
    """Return widths in proportion to counts. Each is at least _MIN_PART_WIDTH, and their sum is TOTAL_BAR_WIDTH."""
    whole = sum(counts)
    widths = [max(_MIN_PART_WIDTH, TOTAL_BAR_WIDTH * count // whole) for count in counts]
    if widths:
        widths[widths.index(max(widths))] += TOTAL_BAR_WIDTH - sum(widths)
    return widths
