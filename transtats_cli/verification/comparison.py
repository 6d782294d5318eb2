"""Compare the statistics of a component with those of a server, field by field. Results of the comparison."""

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from transtats_cli.component import Component
from transtats_cli.envelope import SERVER_FIELDS, counts_and_dates
from transtats_cli.problems import Problem
from transtats_cli.report import Report
from transtats_cli.verification.server_api import Fields
from transtats_cli.verification.server_settings import SettingsComparison
from transtats_cli.verification.strings import StringDifference

_PERCENT_SUFFIX = "_percent"


class FieldDifference(NamedTuple):
    """Field of the statistics with different values here and on the server."""

    field: str
    local_value: Any
    server_value: Any


class Reason(NamedTuple):
    """Reason for the differences of a language."""

    kind: str
    """Kind of the reason in JSON, such as `state-on-server`."""
    text: str
    is_certain: bool


class LanguageComparison(NamedTuple):
    """Differences between the statistics of one language here and on the server, with the reasons for them."""

    code: str
    differences: tuple[FieldDifference, ...] = ()
    """Fields with different values. Empty if the language exists only here or only on the server."""
    exists_locally: bool = True
    exists_on_server: bool = True
    reasons: tuple[Reason, ...] = ()
    strings: tuple[StringDifference, ...] | None = None
    """Differences of the strings. None if the strings were not compared."""

    @property
    def is_equal(self) -> bool:
        return self.exists_locally and self.exists_on_server and not self.differences

    def differs_in_any_field(self, *fields: str) -> bool:
        return any(each.field in fields for each in self.differences)


class ComponentResult(NamedTuple):
    """Comparison of one component with a component of the server."""

    project: str
    slug: str
    server_names: tuple[str, str]
    """Names of the project and the component on the server."""
    languages: tuple[LanguageComparison, ...] = ()
    settings: SettingsComparison = SettingsComparison()
    failures: tuple[Problem, ...] = ()
    """Local files that cannot be read, with paths as shown in messages."""
    exists_locally: bool = True
    exists_on_server: bool = True
    error: str = ""
    """Message of an error that prevented the comparison. Empty if there was no error."""
    component: Component | None = None
    """Component that was compared. None if there was no comparison."""
    all_codes: frozenset[str] = frozenset()
    """Codes of all languages that the component has here or on the server, also of those that were not compared."""

    @property
    def is_equal(self) -> bool:
        """True if the component was compared, and no language differs."""
        is_compared = self.exists_locally and self.exists_on_server and not self.error
        return is_compared and all(each.is_equal for each in self.languages)


class VerificationResult(NamedTuple):
    """Comparison of components with those of a server."""

    server: str
    """Scheme, host and port of the server."""
    components: tuple[ComponentResult, ...]


def compare_records(report: Report, records: Mapping[str, Fields]) -> list[LanguageComparison]:
    """Return the comparison of each language in the order of the server, then of each language that the server lacks.

    The source language is included if the report contains its record.
    """
    ours = {record.language.code: record for record in report.records}
    compared: list[LanguageComparison] = []
    for code, server_fields in records.items():
        record = ours.pop(code, None)
        if record is None:
            compared.append(LanguageComparison(code, exists_locally=False))
            continue
        fields = {**counts_and_dates(record.statistics, None, 0, extended=True), "name": record.language.name}
        compared.append(LanguageComparison(code, _compare_fields(fields, server_fields)))
    return [*compared, *(LanguageComparison(code, exists_on_server=False) for code in ours)]


def _compare_fields(local_fields: Fields, server_fields: Fields) -> tuple[FieldDifference, ...]:
    """Return the fields that differ. Fields that one side lacks are left out.

    A percentage is left out if a number from which the percentage is computed differs, too.
    """
    differing = {
        key: FieldDifference(key, value, server_fields[key])
        for key, value in local_fields.items()
        if key in server_fields and key not in SERVER_FIELDS and value != server_fields[key]
    }
    return tuple(each for key, each in differing.items() if not _is_percentage_of_any(key, differing.keys()))


def _is_percentage_of_any(field: str, numbers: Collection[str]) -> bool:
    """Return True if a field is a percentage that is computed from one of the given fields."""
    if not field.endswith(_PERCENT_SUFFIX):
        return False
    part = field.removesuffix(_PERCENT_SUFFIX)
    unit = part.rpartition("_")[2]
    whole = f"total_{unit}" if unit in ("words", "chars") else "total"
    return part in numbers or whole in numbers
