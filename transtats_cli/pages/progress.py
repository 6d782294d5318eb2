"""Figures of one translation or of a sum of translations, and the bar that shows them."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from transtats_cli.measures import (
    COMPLETE_MEASURE,
    TRANSLATED_MEASURE,
    Share,
    add_shares,
    count_strings_left,
    count_words_left,
    describe_measure,
)
from transtats_cli.report import Record, Report, add_completeness, find_measure, sum_statistics
from transtats_cli.statistics import Completeness, Counts, Statistics

TOTAL_BAR_WIDTH = 1000
_MIN_PART_WIDTH = 10
"""Least width of the part of a bar whose number is not 0. Even one string in a million is visible."""


class BarPart(NamedTuple):
    """Part of a bar: strings in one state. A whole bar is TOTAL_BAR_WIDTH units wide."""

    kind: str
    """State for the style sheet: `good`, `failing`, `fuzzy`, `untranslated` or `missing`."""
    label: str
    strings: int
    """Number of strings, or of words or characters if the measure counts these."""
    start: int
    """Position of the left edge, in units."""
    width: int
    """Width in units."""


class TranslationProgress(NamedTuple):
    """Figures of one translation, or the sum of several translations."""

    statistics: Statistics
    share: Share
    measure: str
    """Measure of the share."""
    last_change: str | None = None
    completeness: Completeness | None = None
    is_source: bool = False
    outdated: Counts | None = None
    """Strings whose source text changed after their translation. None if they are not known."""

    @property
    def percent(self) -> float:
        return self.share.percent_done

    @property
    def phrase(self) -> str:
        """Text after the percentage, such as `translated`."""
        return describe_measure(self.measure).phrase

    @property
    def missing(self) -> int:
        return 0 if self.completeness is None else self.completeness.missing

    @property
    def strings_left(self) -> int:
        """Number of strings to translate, also those that the file lacks. The list of strings to do has the same."""
        if self.completeness is None or self.measure == COMPLETE_MEASURE:
            return count_strings_left(self.measure, self.share, self.statistics)
        return self.completeness.reference_total - self.completeness.translated

    @property
    def words_left(self) -> int:
        return count_words_left(self.statistics, self.completeness)

    @property
    def bar(self) -> tuple[BarPart, ...]:
        """Parts of the bar. Parts without strings are left out.

        The widths add up to TOTAL_BAR_WIDTH. Each part has a visible width. So the part of good strings fills the bar
        only if all strings are translated and pass their checks. Each string is in one part: a string that the file
        lacks is missing, not untranslated, also if it is part of the total. The numbers add up to those of the share,
        so a string that the reference lacks is not shown. The states are known only of strings that are translated. By
        another measure, such as words, the bar has a part that is done and a part that is left.
        """
        found, measure = self.completeness or Completeness(), describe_measure(self.measure)
        is_complete = self.measure == COMPLETE_MEASURE
        done, total = self.share
        if not is_complete and self.measure != TRANSLATED_MEASURE:
            numbers = [("good", measure.label, done), ("untranslated", f"{measure.unit} {measure.task}", total - done)]
        else:
            failing = min(self.statistics.failing, done)
            # A missing string with the flag `read-only` counts as translated, unless the measure is `complete`.
            missing = min(found.missing if is_complete else found.counted_missing, total - done)
            fuzzy = min(self.statistics.fuzzy.strings, total - done - missing)
            numbers = [
                ("good", "translated", done - failing),
                ("failing", "translated with failing checks", failing),
                ("fuzzy", "fuzzy", fuzzy),
                ("untranslated", "untranslated", total - done - missing - fuzzy),
                ("missing", "missing in the file", missing),
            ]
        shown = [each for each in numbers if each[2]]
        widths = _divide_width([count for _, _, count in shown])
        starts = [sum(widths[:index]) for index in range(len(widths))]
        return tuple(BarPart(*each, start, width) for each, start, width in zip(shown, starts, widths, strict=True))

    @property
    def summary(self) -> str:
        """Description of the bar for screen readers."""
        parts = ", ".join(f"{part.strings} {part.label}" for part in self.bar)
        return f"{self.percent}% {self.phrase}: {parts or 'no strings'}"


PENDING_PROGRESS = TranslationProgress(Statistics(), Share(0, 1), TRANSLATED_MEASURE)
"""Figures of a row that is a placeholder."""


def progress_of_record(report: Report, record: Record) -> TranslationProgress:
    completeness, is_source = report.completeness_of_record(record), report.is_source(record)
    share = _find_source_share(report) if is_source else record.share
    return TranslationProgress(
        record.statistics, share, report.measure, record.last_change, completeness, is_source, record.outdated
    )


def _find_source_share(report: Report) -> Share:
    """Return the share of the source language: all strings to translate, also those that no file has yet.

    The statistics of the source language are those of a server, which counts the strings of the files.
    """
    return Share(report.whole.strings, report.whole.strings)


def sum_reports(reports: Iterable[Report]) -> TranslationProgress:
    """Return the sum of the figures of all languages in the reports."""
    return sum_progress([(report, record) for report in reports for record in report.records])


def sum_progress(records: Sequence[tuple[Report, Record]]) -> TranslationProgress:
    """Return the sum of the figures of records, each with its report. The source language does not count.

    `completeness` is the sum of those records that were compared with the reference of their component.
    """
    counted = [(report, record) for report, record in records if not report.is_source(record)]
    shares = [record.share for _, record in counted] or [_find_source_share(report) for report, _ in records]
    counted = counted or [*records]
    total = sum_statistics(record for _, record in counted)
    completeness = add_completeness([report.completeness_of_record(record) for report, record in counted])
    share, measure = add_shares(shares), find_measure(report for report, _ in counted)
    return TranslationProgress(
        total.statistics, share, measure, total.last_change, completeness, outdated=total.outdated
    )


def _divide_width(counts: list[int]) -> list[int]:
    """Return widths in proportion to counts. Each is at least _MIN_PART_WIDTH, and their sum is TOTAL_BAR_WIDTH."""
    whole = sum(counts)
    widths = [max(_MIN_PART_WIDTH, TOTAL_BAR_WIDTH * count // whole) for count in counts]
    if widths:
        widths[widths.index(max(widths))] += TOTAL_BAR_WIDTH - sum(widths)
    return widths
