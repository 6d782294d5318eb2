"""Combine the results of all files of a component: run the checks that compare files, and build the source language."""

from collections.abc import Sequence
from typing import NamedTuple

from transtats_cli.checks import CHECKS_BY_ID
from transtats_cli.checks.runner import ComponentOutcome, Findings, combine_translation_findings
from transtats_cli.columns import columns_of
from transtats_cli.component import Component
from transtats_cli.errors import UnreadableFile
from transtats_cli.languages import Language
from transtats_cli.model import Finding, Unit
from transtats_cli.problems import Problem
from transtats_cli.report import Record, Report
from transtats_cli.scanning.pipeline.checking import build_checker
from transtats_cli.scanning.pipeline.completeness import compare_with_union
from transtats_cli.scanning.pipeline.file_scanner import BatchResult, FileResult, FileScanner
from transtats_cli.scanning.pipeline.language_selection import LanguageSelection
from transtats_cli.scanning.pipeline.options import ScanOptions
from transtats_cli.scanning.reading.reader import ComponentReader, StringsByIdentity, Translation, replaces_string
from transtats_cli.scanning.reading.strings import count_units, to_source_unit
from transtats_cli.statistics import Statistics


class SourceResult(NamedTuple):
    """Record, strings and findings of the source language of a component."""

    record: Record
    units: Sequence[Unit]
    paths: Sequence[str]
    """Path of the file that each unit was read from. `Unit.line` is a line of this file."""
    findings: Findings
    plural_forms_header: str = ""
    """Value of the header Plural-Forms of the template. Empty if the component has no template."""


class ScanResult(NamedTuple):
    """Combined results of the files of a component.

    The lists contain an item for each readable file, sorted by path.
    """

    file_results: Sequence[FileResult] = ()
    """Results of the files, in which failing strings are counted."""
    findings: Sequence[Findings] = ()
    """Findings of all checks in each file.

    Empty if findings were not requested, or if the results come from the cache.
    """
    source_result: SourceResult | None = None
    failures: tuple[Problem, ...] = ()
    warnings: tuple[Problem, ...] = ()
    unchecked_strings: int = 0
    """Number of strings that were not checked because the time budget of the checks was used up."""

    @property
    def records(self) -> list[Record]:
        return [
            _build_record(each.file.language, each.file.path, each.counts.statistics, each.counts.last_change or None)
            for each in self.file_results
        ]

    def build_report(self, component: Component, selection: LanguageSelection) -> Report:
        """Return the report of the selected languages."""
        report = selection.build_report(component, self.records, self.failures)
        warnings = (*report.warnings, *self.warnings)
        source = self.source_result.record if self.source_result else None
        if source is not None and source.language.code in selection.language_codes:
            report = report._replace(source=source)
        return report._replace(warnings=warnings, unchecked_strings=self.unchecked_strings)


def combine_results(options: ScanOptions, batches: Sequence[BatchResult], reader: ComponentReader) -> ScanResult:
    """Combine the results of all files of a component: run the checks that compare files, and compare their strings.

    Raises UnreadableFile if the template of a monolingual component cannot be read.
    """
    everything = sorted(
        (each for batch in batches for each in batch.file_results), key=lambda each: each.file.cache_key
    )
    failures = [result.failure for result in everything if result.failure is not None]
    results = [result for result in everything if result.failure is None]
    warnings = collect_file_warnings(reader.defined_component, results)
    source, paths = _combine_sources(batches, reader, failures, warnings) if options.with_source else (None, ())
    checked = ComponentOutcome([{}] * len(results), {})
    if options.runs_checks:
        checked = _check_all_files(reader.component, options, results, source)
    findings = checked.findings_by_translation
    results = [
        result._replace(counts=result.counts._replace(statistics=result.counts.statistics._replace(failing=len(found))))
        for result, found in zip(results, findings, strict=True)
    ]
    if options.compares_with_union(reader.component) and not reader.reference_path:
        results = compare_with_union(results)
    source_findings = checked.source_findings
    if options.where is not None:
        # Imported late, because most scans count all strings.
        from transtats_cli.scanning.pipeline.slices import SliceCounter

        counter = SliceCounter(options.where, options, reader)
        results, findings = counter.select_results(results, findings)
        if source is not None:
            indexes, source_findings = counter.select_units(source.language, paths, source.units, source_findings)
            source = source._replace(units=columns_of(source.units).select(indexes))
            paths = [paths[index] for index in indexes]
    source_result = None
    if source is not None:
        statistics = count_units(source.units, cjk=source.language.is_cjk, file_notes=options.with_file_notes)
        statistics = statistics._replace(failing=len(source_findings))
        record = _build_record(source.language, source.path, statistics, source.last_change)
        source_result = SourceResult(record, source.units, paths, source_findings, source.plural_forms_header)
    warnings += checked.warnings
    return ScanResult(results, findings, source_result, tuple(failures), tuple(warnings), checked.unchecked_strings)


def combine_scanned_files(scanner: FileScanner, results: Sequence[FileResult]) -> ScanResult:
    """Combine the results of all files that a scanner has scanned. Findings may have been removed from the results."""
    return combine_results(scanner.options, [BatchResult(results, scanner.source_strings)], scanner.reader)


def is_from_comparison(finding: Finding) -> bool:
    """Return True if a check found a problem in a file by comparing it with other files."""
    return CHECKS_BY_ID[finding.check].compares_files


def build_failed_result(component: Component, error: UnreadableFile) -> ScanResult:
    return ScanResult(failures=(Problem(component.template, error.reason, error.line),))


def collect_file_warnings(component: Component, results: Sequence[FileResult]) -> list[Problem]:
    """Return the warnings about the template of a monolingual component, and about each translation file."""
    of_template = dict.fromkeys(warning for result in results for warning in result.counts.template_warnings)
    return [
        warning._replace(path=component.path_for_messages(path))
        for path, warnings in [
            (component.template, of_template),
            *((each.file.path, each.counts.warnings) for each in results),
        ]
        for warning in warnings
    ]


def _build_record(language: Language, path: str, statistics: Statistics, last_change: str | None) -> Record:
    """Return the record of one language. If the language has no strings, `last_change` is None."""
    return Record(language, path, statistics, last_change if statistics.total.strings else None)


def _check_all_files(
    component: Component, options: ScanOptions, results: Sequence[FileResult], source: Translation | None
) -> ComponentOutcome:
    """Run the checks that compare files, and the checks of the source language.

    Return the findings of these checks together with the findings in the results.
    """
    outcomes = [result.check_outcome for result in results if result.check_outcome is not None]
    unchecked = sum(outcome.unchecked_strings for outcome in outcomes)
    if source is None:
        return ComponentOutcome(combine_translation_findings(outcomes), {}, unchecked_strings=unchecked)
    checker = build_checker(component, explain=options.needs_units, budget=options.budget)
    combined = checker.combine_outcomes(outcomes, source.units)
    return combined._replace(unchecked_strings=unchecked + combined.unchecked_strings)


def _combine_sources(
    batches: Sequence[BatchResult], reader: ComponentReader, failures: list[Problem], warnings: list[Problem]
) -> tuple[Translation, Sequence[str]]:
    """Return the source strings of a component, from its template and its translations, and the path of each string.

    If a gettext template cannot be read, a failure is added to `failures`, but no language is left out. The warnings
    about a gettext template are added to `warnings`.
    """
    component = reader.component
    template = None
    try:
        template = reader.read_template()
    except UnreadableFile as error:
        if component.template:
            raise
        failures.append(Problem(component.new_base, error.reason, error.line))
    if template is not None and component.template:
        return template, [template.path] * len(template.units)
    sources: StringsByIdentity = {}
    if template is not None:
        warnings += [each._replace(path=component.path_for_messages(template.path)) for each in template.warnings]
        reader.add_strings(sources, "", template.units)
    for batch in batches:
        new = {key: each for key, each in batch.source_strings.items() if replaces_string(sources, key, each[0])}
        sources.update(new)
    source = template or Translation(reader.source_language, "", ())
    units = [to_source_unit(unit) for _, unit in sources.values()]
    return source._replace(units=units), [path or source.path for path, _ in sources.values()]
