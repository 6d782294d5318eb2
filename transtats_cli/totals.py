"""Sum the records of several translations. Percentages are computed from the sums of strings, words and characters."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from transtats_cli.languages import Language
from transtats_cli.report import NO_COMPONENT, Record, Report
from transtats_cli.statistics import Completeness, Statistics, add_statistics


class RecordTotals(NamedTuple):
    """Sum of the statistics of several translations."""

    statistics: Statistics = Statistics()
    last_change: str | None = None
    """Time of the latest change of any of the translations in ISO 8601, or None if all times are unknown."""
    recent_changes: int = 0


def sum_statistics(records: Iterable[Record]) -> RecordTotals:
    """Return the sum of the statistics of records. For no records, all numbers are 0."""
    several = list(records)
    return RecordTotals(
        add_statistics([record.statistics for record in several]),
        # Parsed, because some have fractions of a second.
        max(filter(None, (record.last_change for record in several)), key=datetime.fromisoformat, default=None),
        sum(record.recent_changes for record in several),
    )


def sum_statistics_by_language(records: Iterable[Record]) -> list[tuple[Language, RecordTotals]]:
    """Return each language with the sum of its records, sorted by English name of the language."""
    by_code: dict[str, list[Record]] = {}
    for record in records:
        by_code.setdefault(record.language.code, []).append(record)
    totals = [(in_language[0].language, sum_statistics(in_language)) for in_language in by_code.values()]
    return sorted(totals, key=lambda each: (each[0].name, each[0].code))


def create_total_report(reports: Iterable[Report], project: str = NO_COMPONENT) -> Report | None:
    """Return a report with one record for each language: the sum of its records in all reports.

    Return None if there are no reports. A component without a record of the language adds nothing to the sum. The
    component of the new report is that of the first report, with the slug NO_COMPONENT and the project `project`.
    """
    several = list(reports)
    if not several:
        return None
    sums = sum_statistics_by_language(record for report in several for record in report.records)
    translated = {
        record.language.code
        for report in several
        for record in report.translations
        if record.language.code not in report.source_only_language_codes
    }
    return Report(
        several[0].component._replace(project=project, slug=NO_COMPONENT),
        tuple(Record(language, "", *total) for language, total in sums),
        failures=tuple(failure for report in several for failure in report.failures),
        completeness=_sum_completeness_by_language(several),
        source_only_language_codes=frozenset(language.code for language, _ in sums if language.code not in translated),
    )


def add_completeness(summands: Sequence[Completeness | None]) -> Completeness | None:
    """Return the sum, or None if one of the summands is None."""
    known = [each for each in summands if each is not None]
    if len(known) < len(summands):
        return None
    return Completeness._make(map(sum, zip(*known, strict=True))) if known else Completeness()


def _sum_completeness_by_language(reports: Iterable[Report]) -> dict[str, Completeness]:
    """Return the sum of the completeness of each language.

    A language is left out if one of its files was not compared.
    """
    by_code: dict[str, list[Completeness | None]] = {}
    for report in reports:
        for record in report.records:
            by_code.setdefault(record.language.code, []).append(report.completeness_of_record(record))
    sums = {code: add_completeness(several) for code, several in by_code.items()}
    return {code: total for code, total in sums.items() if total is not None}
