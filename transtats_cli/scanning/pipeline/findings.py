"""Search for strings of a component that match filters, and return the strings with their findings.

The strings are returned file by file. Findings of checks that compare all files follow after the last file.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import NamedTuple

from transtats_cli.budget import CheckTimeBudget
from transtats_cli.checks import Check
from transtats_cli.checks.batch import reused
from transtats_cli.checks.runner import Findings
from transtats_cli.component import CheckSettings, Component
from transtats_cli.errors import TranstatsError, UnreadableFile
from transtats_cli.languages import Language, language_by_code
from transtats_cli.model import Finding, State, Unit
from transtats_cli.report import FoundUnit, Report
from transtats_cli.scanning.pipeline.checking import check_named, chosen
from transtats_cli.scanning.pipeline.combining import ScanResult, SourceResult, failed_scan
from transtats_cli.scanning.pipeline.file_scanner import FileResult, Plan, ScannedFile, file_tasks
from transtats_cli.scanning.pipeline.language_selection import select
from transtats_cli.scanning.pipeline.unit_scan import UnitScan


class Wanted(NamedTuple):
    """Filters and options of a search for strings. By default, all strings match."""

    failing: bool = False
    checks: tuple[str, ...] = ()
    """Ids of the checks whose findings are returned. If empty, the findings of all checks are returned."""
    states: Collection[State] = ()
    languages: tuple[str, ...] = ()
    """Languages to search, in any spelling. If empty, all languages are searched."""
    with_source: bool = False
    """True to include the strings of the source language, after the strings of all other languages."""
    runs_checks: bool = True
    languages_must_exist: bool = True
    progress: Callable[[str], None] | None = None
    """Function that is called with the path of each file after the file was read."""
    budget: CheckTimeBudget | None = None
    """Limit of the processor time of checks. If None, each search starts with a new budget."""

    def counting(self, findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
        return tuple(each for each in findings if each.check in self.checks) if self.checks else findings

    def includes(self, unit: Unit, findings: tuple[Finding, ...]) -> bool:
        """True if a string matches the filters. `findings` are the findings of the requested checks in this string."""
        if self.states and unit.state not in self.states:
            return False
        return bool(findings) or not (self.failing or self.checks)


class _ComparedFile(NamedTuple):
    """Strings of one translation file that the comparison of all files may report.

    The strings are kept in memory until the last file was read.
    """

    language: Language
    path: str
    units: Mapping[int, Unit]
    listed: Collection[int]
    """Indexes of the strings that the search has already returned."""


class Search:
    """Search for strings of a component that match filters.

    The report is complete after the last string. Raises TranstatsError for an unknown language or check.
    """

    def __init__(self, component: Component, wanted: Wanted) -> None:
        checks = _select_checks(component.checks, wanted)
        source = language_by_code(component.source_language).code
        self._selection = select(component, wanted.languages, must_exist=wanted.languages_must_exist)
        with_source = wanted.with_source or any(check_named(check).checks_source for check in wanted.checks)
        if wanted.languages and not with_source:
            self._selection.refuse_source(source)
        self._with_source = with_source and source in self._selection.codes
        # The source is built from all files, and some checks compare each string with all others.
        needs_all = self._with_source or any(check.id == reused.ID for check in checks)
        self._tasks = file_tasks(self._selection.files(all_languages=needs_all))
        settings = component.checks._replace(select=tuple(check.id for check in checks), ignore=())
        self._plan = Plan(component._replace(checks=settings), bool(checks), self._with_source, units=True)
        self._scan = UnitScan(self._plan, self._tasks, wanted.budget, wanted.progress)
        self._component = component
        self._wanted = wanted
        self._result = ScanResult()
        self._compared_files: list[_ComparedFile] = []

    def units(self) -> Iterator[FoundUnit]:
        """Yield all matching strings, file by file.

        After the last file, yield the strings that the comparison of all files found, and then the source strings.
        """
        results: list[FileResult] = []
        try:
            for scanned in self._scan.files():
                yield from self._find_in_file(scanned)
                results.append(self._keep_compared_values(scanned.result))
            self._result = self._scan.combine(results)
        except UnreadableFile as error:
            self._result = failed_scan(self._plan, error)
        for compared, findings in zip(self._compared_files, self._result.findings, strict=True):
            yield from self._find_in_comparison(compared, findings)
        if self._result.source is not None:
            yield from self._find_in_source(self._result.source)

    def report(self) -> Report:
        """Return a report without statistics, with the failures, warnings and notes of the search.

        The report is complete after `units` has yielded the last string.
        """
        found = self._selection.found
        return Report(
            self._component,
            (),
            failures=self._selection.relevant((*found.failures, *self._result.failures)),
            warnings=(*found.warnings, *self._result.warnings),
            notes=found.notes,
            left_out=found.left_out,
        )

    def _find_in_file(self, scanned: ScannedFile) -> Iterator[FoundUnit]:
        result, translation = scanned
        if translation is None:
            return
        findings = result.outcome.findings if result.outcome is not None else {}
        listed: set[int] = set()
        if translation.language.code in self._selection.codes:
            path = self._component.path_for_messages(translation.path)
            for index, unit in enumerate(translation.units):
                counting = self._wanted.counting(findings.get(index, ()))
                if self._wanted.includes(unit, counting):
                    listed.add(index)
                    yield FoundUnit(translation.language, path, unit, counting)
        compared = _compared_indexes(result)
        units = {index: translation.units[index] for index in sorted(compared)}
        self._compared_files.append(_ComparedFile(translation.language, translation.path, units, listed & compared))

    def _keep_compared_values(self, result: FileResult) -> FileResult:
        """Return the result without the values that the comparison of all files does not need.

        This limits the memory that a large component needs.
        """
        outcome = result.outcome
        if outcome is None:
            return result
        if self._with_source:
            return result._replace(outcome=outcome._replace(findings=dict.fromkeys(outcome.findings, ())))
        identities = {index: outcome.identity_keys[index] for index in _compared_indexes(result)}
        return result._replace(outcome=outcome._replace(findings={}, identity_keys=identities))

    def _find_in_comparison(self, compared: _ComparedFile, findings: Findings) -> Iterator[FoundUnit]:
        if compared.language.code not in self._selection.codes:
            return
        path = self._component.path_for_messages(compared.path)
        for index, unit in compared.units.items():
            found = tuple(each for each in findings.get(index, ()) if each.check == reused.ID)
            counting = self._wanted.counting(found)
            if counting and self._wanted.includes(unit, counting):
                repeated = index in compared.listed
                yield FoundUnit(
                    compared.language, path, unit, counting, is_from_comparison=True, is_returned_again=repeated
                )

    def _find_in_source(self, source: SourceResult) -> Iterator[FoundUnit]:
        for index, unit in enumerate(source.units):
            counting = self._wanted.counting(source.findings.get(index, ()))
            if self._wanted.includes(unit, counting):
                path = self._component.path_for_messages(source.path_of(unit, self._tasks))
                yield FoundUnit(source.record.language, path, unit, counting)


def _compared_indexes(result: FileResult) -> set[int]:
    """Return the indexes of the strings in a file that the comparison of all files may report."""
    groups = result.outcome.reused_target_groups if result.outcome is not None else []
    return {member.unit_index for group in groups for member in group.members}


def _select_checks(settings: CheckSettings, wanted: Wanted) -> tuple[Check, ...]:
    """Return the checks that a search has to run. Raises TranstatsError if the settings disable a requested check."""
    asked = [check_named(check_id) for check_id in wanted.checks]
    if not wanted.runs_checks:
        return ()
    on = chosen(settings)
    for check in asked:
        if check not in on:
            raise TranstatsError(f"the check {check.id} is switched off by the settings (checks.select, checks.ignore)")
    # The findings of a check do not depend on other checks, except those of `multiple_failures`, which counts them.
    alone = asked and not any(check.id == "multiple_failures" for check in asked)
    return tuple(check for check in on if check in asked) if alone else on
