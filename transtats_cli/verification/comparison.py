"""Compare the statistics of a component with those of a server, field by field."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from transtats_cli.envelope import counts_and_dates
from transtats_cli.report import Report
from transtats_cli.verification.server_api import ServerRecord

NOT_COMPARED = ("last_change", "recent_changes", "suggestions", "comments")
"""Fields that a server takes from its own history and database."""
_PERCENT_SUFFIX = "_percent"


class FieldDifference(NamedTuple):
    """Field of a record with different values. A value is None if the record does not exist."""

    field: str
    local_value: Any
    server_value: Any


class LanguageComparison(NamedTuple):
    """Differences of one language. `exists_locally` and `exists_on_server` are False if a side lacks the language."""

    code: str
    differences: tuple[FieldDifference, ...] = ()
    exists_locally: bool = True
    exists_on_server: bool = True

    @property
    def is_equal(self) -> bool:
        return self.exists_locally and self.exists_on_server and not self.differences

    def differs_in_any_field(self, *fields: str) -> bool:
        return any(each.field in fields for each in self.differences)


def compare_records(
    report: Report, records: Sequence[ServerRecord], languages: Sequence[str]
) -> list[LanguageComparison]:
    """Return the comparison of each language, in the order of the server, then the languages that the server lacks.

    With `languages`, only these codes are compared.
    """
    ours = {record.language.code: record for record in report.records}
    compared: list[LanguageComparison] = []
    for theirs in records:
        record = ours.pop(theirs.code, None)
        if record is None:
            compared.append(LanguageComparison(theirs.code, exists_locally=False))
            continue
        fields = {**counts_and_dates(record.statistics, None, 0, extended=True), "name": record.language.name}
        compared.append(LanguageComparison(theirs.code, _compare_fields(fields, theirs.fields)))
    # `transtats serve` lists the source language only if that is requested. A Weblate server always lists it.
    source = report.source.language.code if report.source is not None else ""
    compared += [LanguageComparison(code, exists_on_server=False) for code in ours if code != source]
    return [each for each in compared if not languages or each.code in languages]


def _compare_fields(here: Mapping[str, Any], there: Mapping[str, Any]) -> tuple[FieldDifference, ...]:
    """Return the fields that differ. Fields that one side lacks are left out.

    A percentage is left out if the numbers that it is computed from differ, because the difference follows from them.
    """
    differing = {
        key: FieldDifference(key, value, there[key])
        for key, value in here.items()
        if key in there and key not in NOT_COMPARED and value != there[key]
    }
    return tuple(each for key, each in differing.items() if not _is_consequence_of(key, differing.keys()))


def _is_consequence_of(field: str, differing: object) -> bool:
    if not field.endswith(_PERCENT_SUFFIX):
        return False
    part = field.removesuffix(_PERCENT_SUFFIX)
    unit = part.rpartition("_")[2]
    whole = f"total_{unit}" if unit in ("words", "chars") else "total"
    return part in differing or whole in differing  # type: ignore[operator]
