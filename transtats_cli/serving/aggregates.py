"""Totals: the records of several translations become one, whose percentages are found once, from the sums."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from transtats_cli.languages import Language
from transtats_cli.report import Record
from transtats_cli.statistics import Statistics


class Total(NamedTuple):
    """What several records count together."""

    statistics: Statistics = Statistics()
    last_change: str | None = None
    """The newest of all."""
    recent_changes: int = 0


def sum_records(records: Iterable[Record]) -> Total:
    """The sum of records, of none as well."""
    statistics, changes, recent_changes = Statistics(), [], 0
    for record in records:
        statistics = statistics.plus(record.statistics)
        recent_changes += record.recent_changes
        if record.last_change is not None:
            changes.append(record.last_change)
    return Total(statistics, _newest(changes), recent_changes)


def sum_by_language(records: Iterable[Record]) -> list[tuple[Language, Total]]:
    """A total for each language, in the order of their English names."""
    of_code: dict[str, list[Record]] = {}
    for record in records:
        of_code.setdefault(record.language.code, []).append(record)
    totals = [(of_language[0].language, sum_records(of_language)) for of_language in of_code.values()]
    return sorted(totals, key=lambda each: (each[0].name, each[0].code))


def _newest(changes: Iterable[str]) -> str | None:
    """As texts they do not compare: some have fractions of a second."""
    return max(changes, key=datetime.fromisoformat, default=None)
