"""Options that select and sort the records of a report for output, and that choose the columns of tables."""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import NamedTuple

from transtats_cli.envelope import COMPLETENESS_FIELDS, COVERAGE_FIELDS, OUTDATED_FIELDS, SHARE_FIELDS
from transtats_cli.measures import Share, count_words_left, measure_translated
from transtats_cli.report import Record, Report


class TableOptions(NamedTuple):
    """Selection of records by the translated share, the order of the records, and the columns of tables."""

    order: str | None = None
    """A value of `--sort`. If None, records keep their order."""
    below: tuple[int, int] | None = None
    """Upper limit of the share in percent, as a numerator and a denominator. Exactly this share is not selected."""
    above: tuple[int, int] | None = None
    """Lower limit of the share in percent, as a numerator and a denominator. Exactly this share is not selected."""
    fields: tuple[str, ...] = ()
    """Keys of the fields to show, in this order. If empty, all fields of the format are shown."""
    shows_work_left: bool = False
    """True for tables of the remaining work."""
    words_per_hour: int | None = None
    """Words that are translated in an hour, for an estimate of the remaining work. None for no estimate."""

    @property
    def chooses_records(self) -> bool:
        """True if the records have a chosen order, or a limit of their share, which needs the shares."""
        return (self.order, self.below, self.above) != (None, None, None)

    @property
    def needs_shares(self) -> bool:
        """True if the choice of records or fields needs `Record.share`."""
        return self.chooses_records or bool(self.fields and self.has_shares)

    @property
    def has_shares(self) -> bool:
        """True if the columns contain the share: by default, or as a chosen field."""
        return not self.fields or not {*self.fields}.isdisjoint({*SHARE_FIELDS, *COVERAGE_FIELDS})

    @property
    def needs_completeness(self) -> bool:
        """True if the chosen fields contain those of completeness."""
        return not {*self.fields}.isdisjoint(COMPLETENESS_FIELDS)

    @property
    def needs_outdated(self) -> bool:
        """True if the chosen fields contain those of outdated strings."""
        return not {*self.fields}.isdisjoint(OUTDATED_FIELDS)

    def select_records(self, report: Report) -> Sequence[Record]:
        """Return the selected records. In a chosen order, the record of the source language, if any, comes first."""
        if not self.chooses_records:
            return report.records
        selected = [record for record in report.records if self._includes_record(report, record)]
        return selected if self.order is None else sorted(selected, key=partial(_create_row_key, self.order, report))

    def sort_over_components(self, rows: Iterable[tuple[Report, Record]]) -> list[tuple[Report, Record]]:
        """Return records of several reports in the chosen order. The reports of equal ones keep their order."""
        assert self.order is not None
        order = self.order
        return sorted(rows, key=lambda row: _create_row_key(order, *row))

    def _includes_record(self, report: Report, record: Record) -> bool:
        # A record without strings counts as complete.
        share = record.share if record.share.whole else Share(1, 1)
        is_above = self.above is None or share.exceeds(*self.above)
        return is_above and (self.below is None or not share.reaches(*self.below))


def sort_most_translated_first(report: Report, records: Iterable[Record]) -> list[Record]:
    return sorted(records, key=partial(_create_sort_key, "translated", report))


def _create_row_key(order: str, report: Report, record: Record) -> tuple[bool, tuple[float, float, str, str]]:
    return record is not report.source, _create_sort_key(order, report, record)


def _create_sort_key(order: str, report: Report, record: Record) -> tuple[float, float, str, str]:
    language, found = record.language, report.completeness_of_record(record)
    if order == "name":
        return 0, 0, language.name, language.code
    if order == "left":
        return -count_words_left(record.statistics, found), 0, language.name, language.code
    translated = measure_translated(record.statistics).percent_done
    if order == "worst":
        return report.share_of_all(record).percent_done, translated, language.name, language.code
    return -record.share.percent_done, -translated, language.name, language.code
