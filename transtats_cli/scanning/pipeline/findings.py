"""Search for strings of a component that match filters, and return the strings with their findings.

The strings are returned file by file. Findings of checks that compare all files follow after the last file.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from transtats_cli.checks import Check
from transtats_cli.checks.runner import Findings
from transtats_cli.columns import columns_of
from transtats_cli.component import CheckSettings, Component
from transtats_cli.errors import TranstatsError, UnreadableFile
from transtats_cli.languages import Language, language_by_code
from transtats_cli.measures import COMPLETE_MEASURE
from transtats_cli.model import Finding, State, Unit
from transtats_cli.problems import Problem
from transtats_cli.report import LocatedUnit, Report
from transtats_cli.scanning.filemask.folders import FolderListings
from transtats_cli.scanning.pipeline.checking import find_checks, select_enabled_checks
from transtats_cli.scanning.pipeline.combining import (
    ScanResult,
    build_failed_result,
    combine_scanned_files,
    is_from_comparison,
)
from transtats_cli.scanning.pipeline.completeness import measure_report
from transtats_cli.scanning.pipeline.file_scanner import FileResult, FileScanner
from transtats_cli.scanning.pipeline.language_selection import select_languages
from transtats_cli.scanning.pipeline.options import DEFAULT_OPTIONS, ScanOptions
from transtats_cli.scanning.pipeline.reference import MissingStringSearch, ReferenceStrings
from transtats_cli.scanning.reading.reader import ComponentReader, Translation
from transtats_cli.scanning.reading.strings import to_source_unit


class StringFilters(NamedTuple):
    """Filters of a search for strings. By default, all strings match."""

    only_failing: bool = False
    check_ids: tuple[str, ...] = ()
    """Names of the checks whose findings are returned, for `find_checks`. If empty, all findings are returned."""
    states: Collection[State] = ()


NO_FILTERS = StringFilters()


class _FileInComparison(NamedTuple):
    """Strings of one translation file that the comparison of all files may report.

    All files are compared after the last file was read. Until then, these strings are kept in memory.
    """

    language: Language
    path: str
    units_by_index: Mapping[int, Unit]
    returned_indexes: Collection[int]
    """Indexes of the strings that the search has already returned."""


class StringSearch:
    """Search for strings of a component that match filters.

    The report is complete after the last string. Raises TranstatsError for an unknown language or check.
    """

    def __init__(
        self,
        component: Component,
        options: ScanOptions = DEFAULT_OPTIONS,
        filters: StringFilters = NO_FILTERS,
        listings: FolderListings | None = None,
    ) -> None:
        """`options` contains the languages to search, by default all. With `with_source`, the strings of the source
        language follow after those of all other languages. `listings` caches the folder listings of a run that searches
        several components.
        """
        requested_checks = [find_checks(name) for name in filters.check_ids]
        checks = _select_checks(component.checks, options, requested_checks)
        source = language_by_code(component.source_language).code
        must_exist = options.languages_must_exist
        self._selection = select_languages(component, options.languages, listings, must_exist=must_exist)
        with_source = options.with_source or any(check.checks_source for check in chain(*requested_checks))
        if options.languages and not with_source:
            self._selection.refuse_source(source)
        self._is_slice = options.where is not None
        self._with_source = with_source and source in self._selection.language_codes
        # The source is built from all files, and some checks compare each string with all others.
        needs_all = self._with_source or any(check.compares_files for check in checks)
        self._files = self._selection.select_files(all_languages=needs_all)
        settings = component.checks._replace(select=tuple(check.id for check in checks), ignore=())
        scan = options._replace(with_source=self._with_source, runs_checks=bool(checks), with_units=True)
        self._scanner = FileScanner(scan, ComponentReader(component._replace(checks=settings)))
        self._component = component
        self._show_path = lru_cache(maxsize=None)(component.path_for_messages)
        self._filters = filters
        self._requested_ids = {check.id for check in chain(*requested_checks)}
        self._scan_result = ScanResult()
        self._reference: ReferenceStrings | None = None
        self._failures: tuple[Problem, ...] = ()
        self._files_in_comparison: list[_FileInComparison] = []
        self.plural_forms_headers: dict[str, str] = {}
        """Value of the header Plural-Forms by language code, of the files that were searched so far."""

    def find_units(self) -> Iterator[LocatedUnit]:
        """Yield all matching strings, file by file.

        After the last file, yield the strings that the comparison of all files found, and then the source strings. With
        `where`, all strings follow after the last file, because each one is selected by all of its findings.
        """
        results: list[FileResult] = []
        reader = self._scanner.reader
        if self._scanner.options.with_missing and reader.measure == COMPLETE_MEASURE:
            try:
                self._reference = ReferenceStrings(reader)
            except UnreadableFile as error:
                self._failures = (Problem(reader.reference_path, error.reason, error.line),)
        try:
            for result, translation in self._scanner.scan_files(self._files):
                if translation is not None and not self._is_slice:
                    yield from self._find_in_file(result, translation)
                results.append(result if self._is_slice else self._drop_unneeded_values(result))
            self._scan_result = combine_scanned_files(self._scanner, results)
        except UnreadableFile as error:
            self._scan_result = build_failed_result(self._component, error)
        if self._is_slice:
            yield from self._find_in_slice()
        else:
            for compared, findings in zip(self._files_in_comparison, self._scan_result.findings, strict=True):
                yield from self._find_in_comparison(compared, findings)
        source = self._scan_result.source_result
        if source is not None:
            self.plural_forms_headers.setdefault(source.record.language.code, source.plural_forms_header)
            strings = self._reference.strings if self._reference is not None and reader.has_reference else ()
            keys = [*strings, *self._scanner.source_strings]
            language, units, findings = source.record.language, source.units, source.findings
            for _, located in self._locate_strings(language, source.paths, units, findings, keys):
                # No file has this string yet.
                is_new = located.is_missing
                yield located._replace(unit=to_source_unit(located.unit), is_missing=False) if is_new else located
        if self._reference is not None and not self._reference.has_file:
            # The files of all languages together are the reference.
            options = self._scanner.options._replace(languages_must_exist=False, progress=None)
            yield from MissingStringSearch(self._component, options).find_units()

    def build_report(self) -> Report:
        """Return a report with the failures, warnings and notes of the search, and with the statistics of the files.

        `failing` counts only strings that fail the checks of the search. The report is complete after `find_units` has
        yielded the last string.
        """
        result, selection = self._scan_result, self._selection
        report = result.build_report(self._component, selection)
        report = report._replace(failures=(*dict.fromkeys((*report.failures, *self._failures)),))
        return measure_report(
            report, self._scanner.options, self._scanner.reader, result.file_results, selection.language_codes
        )

    def _find_in_file(self, result: FileResult, translation: Translation) -> Iterator[LocatedUnit]:
        self.plural_forms_headers[translation.language.code] = translation.plural_forms_header
        findings = result.check_outcome.findings if result.check_outcome is not None else {}
        listed: set[int] = set()
        if translation.language.code in self._selection.language_codes:
            paths = [translation.path] * len(translation.units)
            found = self._locate_strings(translation.language, paths, translation.units, findings, result.keys)
            for index, located in found:
                listed.add(index)
                yield located
        compared = _find_indexes_in_comparison(result)
        units = {index: translation.units[index] for index in sorted(compared)}
        self._files_in_comparison.append(
            _FileInComparison(translation.language, translation.path, units, listed & compared)
        )

    def _find_in_slice(self) -> Iterator[LocatedUnit]:
        for result, findings in zip(self._scan_result.file_results, self._scan_result.findings, strict=True):
            if result.file.language.code in self._selection.language_codes:
                units, file = result.units or (), result.file
                found = self._locate_strings(file.language, [file.path] * len(units), units, findings, result.keys)
                yield from (located for _, located in found)

    def _locate_strings(
        self,
        language: Language,
        paths: Sequence[str],
        units: Sequence[Unit],
        findings: Findings,
        known_keys: Sequence[str],
    ) -> Iterator[tuple[int, LocatedUnit]]:
        """Yield the matching strings of a language with their indexes, and then the missing ones with the index -1.

        `paths` contains the path of the file of each unit. `known_keys` are those of all strings of the language.
        """
        reference = self._reference
        missing: dict[str, LocatedUnit] = {}
        keys: Sequence[str | None] = [None] * len(units)
        if reference is not None and reference.has_file:
            missing = reference.find_missing(language, known_keys)
            keys = self._scanner.reader.identity_function(columns_of(units))
        for index, (key, path, unit) in enumerate(zip(keys, paths, units, strict=True)):
            if key is not None and key in missing:
                # In a monolingual component, the units are those of the template.
                yield index, missing.pop(key)
            elif located := self._locate(language, path, unit, findings.get(index, ()), key):
                yield index, located
        yield from ((-1, each) for each in missing.values())

    def _drop_unneeded_values(self, result: FileResult) -> FileResult:
        """Return the result without the values that the comparison of all files does not need.

        This limits the memory that a large component needs.
        """
        result = result._replace(keys=())
        outcome = result.check_outcome
        if outcome is None:
            return result
        # The strings that fail are counted in the statistics of the file. The source language counts their checks.
        findings = {
            index: tuple(Finding(each.check, "") for each in found) if self._with_source else ()
            for index, found in outcome.findings.items()
        }
        outcome = outcome._replace(findings=findings)
        if not self._with_source:
            identities = {index: outcome.identity_keys[index] for index in _find_indexes_in_comparison(result)}
            outcome = outcome._replace(identity_keys=identities)
        return result._replace(check_outcome=outcome)

    def _find_in_comparison(self, compared: _FileInComparison, findings: Findings) -> Iterator[LocatedUnit]:
        if compared.language.code not in self._selection.language_codes:
            return
        for index, unit in compared.units_by_index.items():
            found = tuple(filter(is_from_comparison, findings.get(index, ())))
            located = self._locate(compared.language, compared.path, unit, found)
            if located is not None and located.findings:
                is_repeated = index in compared.returned_indexes
                yield located._replace(is_from_comparison=True, is_returned_again=is_repeated)

    def _locate(
        self, language: Language, path: str, unit: Unit, findings: tuple[Finding, ...], key: str | None = None
    ) -> LocatedUnit | None:
        """Return a string with the findings of the requested checks. None if the string does not match the filters.

        With a `key`, the string is compared with the one of the reference file that has this key.
        """
        filters = self._filters
        if self._requested_ids:
            findings = tuple(each for each in findings if each.check in self._requested_ids)
        if not findings and (filters.only_failing or self._requested_ids):
            return None
        if filters.states and unit.state not in filters.states:
            return None
        path = self._show_path(path)
        if key is None or self._reference is None:
            return LocatedUnit(language, path, unit, findings)
        _, in_reference = self._reference.strings.get(key, ("", None))
        return LocatedUnit(language, path, unit, findings, is_stale=in_reference is None, reference=in_reference)


def _find_indexes_in_comparison(result: FileResult) -> set[int]:
    """Return the indexes of the strings in a file that the comparison of all files may report."""
    groups = result.check_outcome.reused_target_groups if result.check_outcome is not None else []
    return {member.unit_index for group in groups for member in group.members}


def _select_checks(
    check_settings: CheckSettings, options: ScanOptions, requested_checks: Sequence[Sequence[Check]]
) -> tuple[Check, ...]:
    """Return the checks that a search has to run. Raises TranstatsError if the settings disable a requested check."""
    if not options.runs_checks:
        return ()
    on = select_enabled_checks(check_settings)
    for checks in requested_checks:
        if not any(check in on for check in checks):
            raise TranstatsError(
                f"the check {checks[0].id} is switched off by the settings (checks.select, checks.ignore)"
            )
    requested = {*chain(*requested_checks)}
    # The findings of a check do not depend on other checks, except those of `multiple_failures`, which counts them.
    needs_all = options.where is not None and options.where.needs_checks
    alone = requested and not needs_all and not any(check.id == "multiple_failures" for check in requested)
    return tuple(check for check in on if check in requested) if alone else on
