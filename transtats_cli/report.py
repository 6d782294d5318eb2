"""Results of one scan of a component."""

from collections.abc import Mapping
from typing import NamedTuple

from transtats_cli.component import Component
from transtats_cli.languages import Language
from transtats_cli.model import Finding, Unit
from transtats_cli.problems import Problem
from transtats_cli.statistics import Completeness, Statistics

NO_COMPONENT = "-"
"""Slug for all components of a project together in the URLs of a server. Here, it is also the slug for all projects."""


class Record(NamedTuple):
    """Statistics of one language of a component."""

    language: Language
    path: str
    """Path of the translation file, relative to the component's root. Empty for a source language without a file."""
    statistics: Statistics
    last_change: str | None = None
    recent_changes: int = 0


class LeftOutFile(NamedTuple):
    """Translation file that no record counts, with the reason."""

    path: str
    """Path of the file, relative to the component's root. The path is absolute if the file belongs to no component.

    For a component that is left out because it is test data, and for several files with a common reason, this is the
    file mask instead of a path.
    """
    reason: str
    needs_message: bool = True
    """False if the file would not add a language to the statistics, or if a warning already contains its path."""
    file_count: int = 1
    """Number of the files with the mask in `path`, if they are in no component."""

    @property
    def description(self) -> str:
        """Reason, with the number of files if `path` is a mask of files in no component."""
        return f"{self.file_count} files: {self.reason}" if self.file_count > 1 else self.reason


class Report(NamedTuple):
    """Result of a scan of one component: records of its languages, sorted by path, with failures and messages."""

    component: Component
    translations: tuple[Record, ...]
    source: Record | None = None
    """Record of the source language. None if this record was not requested."""
    failures: tuple[Problem, ...] = ()
    """Translation files that could not be read."""
    warnings: tuple[Problem, ...] = ()
    """Problems that affect the statistics. Their paths are as messages contain them."""
    notes: tuple[str, ...] = ()
    """Messages that are shown only with `--verbose`."""
    unchecked_strings: int = 0
    """Number of strings that were not checked because the time ran out. They count as not failing."""
    completeness: Mapping[str, Completeness] = {}
    """Completeness by language code, if requested. Languages that could not be compared are not included."""
    reference: str = ""
    """Path of the file that the languages were compared with. Empty for the union of all languages."""
    source_only_language_codes: frozenset[str] = frozenset()
    """Codes of the languages in `translations` that are source languages in all components.

    Only a report of totals contains such codes.
    """
    left_out: tuple[LeftOutFile, ...] = ()
    """Files that match the mask of the component and are not counted."""

    def is_source(self, record: Record) -> bool:
        """Return True if a record of this report is that of a source language. Totals do not include such records."""
        return record is self.source or record.language.code in self.source_only_language_codes

    def completeness_of_record(self, record: Record) -> Completeness | None:
        """Return the completeness of a record, or None if the record was not compared.

        The source language is the reference, so its record is always complete.
        """
        if self.source is record and self.completeness:
            total = next(iter(self.completeness.values())).reference_total
            return Completeness(total, translated=total)
        return self.completeness.get(record.language.code)

    def files_left_out(self) -> dict[str, LeftOutFile]:
        """Return the files in `left_out` by their paths in messages."""
        return {self.component.path_for_messages(each.path): each for each in self.left_out}

    @property
    def records(self) -> tuple[Record, ...]:
        """Records in the order of a server's response. The record of the source language, if any, is the first."""
        return self.translations if self.source is None else (self.source, *self.translations)


class LocatedUnit(NamedTuple):
    """Unit with its language, its file and the findings of its checks."""

    language: Language
    path: str
    """Path of the translation file as messages contain it."""
    unit: Unit
    """The unit, with the state and the flags that result from the file and the settings together."""
    findings: tuple[Finding, ...] = ()
    is_from_comparison: bool = False
    """True if the findings are results of checks that compare several units with each other."""
    is_returned_again: bool = False
    """True if the same unit was already returned with the findings of other checks."""
    is_missing: bool = False
    """True if the file of the language lacks the string. In this case, `path` is the path of the reference."""
    component_name: str = ""
    """Component of the unit as `project/component`, if the strings of several components are printed."""

    @property
    def state_name(self) -> str:
        """Name of the unit's state in user interfaces, or `missing`."""
        return "missing" if self.is_missing else self.unit.state.display_name
