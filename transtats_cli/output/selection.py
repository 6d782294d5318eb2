"""Select and sort the records of a report for output.

The reference is the template, the source file, or the union of all languages. A file can be fully translated although
it lacks strings of the reference. If the file was compared with the reference, its translated share and its remaining
words include the missing strings.
"""

from collections.abc import Iterable
from functools import partial
from typing import NamedTuple

from transtats_cli.report import Record, Report
from transtats_cli.statistics import count_words_left, translated_percent

ONE_PERCENT = 10**9
"""Number that stands for one percent in the limits of a selection: limits have up to nine decimals."""


class RecordSelection(NamedTuple):
    """Selection of records by the translated share, and the order of the records."""

    order: str = ""
    """A value of `--sort`. If empty, records keep their order."""
    below: int | None = None
    """Upper limit of the share, in units of `ONE_PERCENT`. Exactly this share is not selected. None for no limit."""
    above: int | None = None
    """Lower limit of the share, in units of `ONE_PERCENT`. Exactly this share is not selected. None for no limit."""

    def select_records(self, report: Report) -> list[Record]:
        """Return the selected records. The record of the source language, if any, always comes first."""
        selected = [record for record in report.records if self._includes_record(report, record)]
        if not self.order:
            return selected
        return sorted(
            selected, key=lambda each: (each is not report.source, _create_sort_key(self.order, report, each))
        )

    def _includes_record(self, report: Report, record: Record) -> bool:
        part, whole = _translated_part_and_whole(report, record)
        share = part * 100 * ONE_PERCENT
        return (self.below is None or share < self.below * whole) and (self.above is None or share > self.above * whole)


def sort_most_translated_first(report: Report, records: Iterable[Record]) -> list[Record]:
    return sorted(records, key=partial(_create_sort_key, "translated", report))


def _translated_part_and_whole(report: Report, record: Record) -> tuple[int, int]:
    """Return the number of translated strings, and the number of all strings.

    If the strings of the file differ from those of the reference, both numbers are those of the reference. For a record
    without strings, which counts as complete, return (1, 1).
    """
    found, statistics = report.completeness_of_record(record), record.statistics
    if found is not None and not found.has_same_strings:
        part, whole = found.translated, found.reference_total
    else:
        part, whole = statistics.translated.strings, statistics.total.strings
    return (part, whole) if whole else (1, 1)


def _create_sort_key(order: str, report: Report, record: Record) -> tuple[float, float, str, str]:
    language, found = record.language, report.completeness_of_record(record)
    if order == "name":
        return 0, 0, language.name, language.code
    if order == "left":
        return -count_words_left(record.statistics, found), 0, language.name, language.code
    translated = translated_percent(record.statistics)
    share = translated if found is None or found.has_same_strings else found.percent
    return -share, -translated, language.name, language.code
