"""Sum the records of several translations. Percentages are computed from the sums of strings, words and characters."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from transtats_cli.languages import Language
from transtats_cli.report import Record
from transtats_cli.statistics import Statistics


class RecordTotals(NamedTuple):
    """Sum of the statistics of several translations."""

    statistics: Statistics = Statistics()
    last_change: str | None = None
    """Time of the latest change of any of the translations in ISO 8601, or None if all times are unknown."""
    recent_changes: int = 0


def sum_statistics(records: Iterable[Record]) -> RecordTotals:
    """Return the sum of the statistics of records. For no records, all numbers are 0."""
    statistics, changes, recent_changes = Statistics(), [], 0
    for record in records:
        statistics = statistics.plus(record.statistics)
        recent_changes += record.recent_changes
        if record.last_change is not None:
            changes.append(record.last_change)
    return RecordTotals(statistics, _find_latest_time(changes), recent_changes)


def sum_statistics_by_language(records: Iterable[Record]) -> list[tuple[Language, RecordTotals]]:
    """Return each language with the sum of its records, sorted by English name of the language."""
    by_code: dict[str, list[Record]] = {}
    for record in records:
        by_code.setdefault(record.language.code, []).append(record)
    totals = [(in_language[0].language, sum_statistics(in_language)) for in_language in by_code.values()]
    return sorted(totals, key=lambda each: (each[0].name, each[0].code))


def _find_latest_time(changes: Iterable[str]) -> str | None:
    """Return the latest of several times in ISO 8601, or None.

    The texts are parsed, because some have fractions of a second.
    """
    return max(changes, key=datetime.fromisoformat, default=None)
