"""Combine the results of all files of a component: run the checks that compare files, and build the source language."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from transtats_cli.budget import CheckTimeBudget
from transtats_cli.errors import UnreadableFile
from transtats_cli.languages import Language
from transtats_cli.report import Failure, Record
from transtats_cli.scanning.pipeline.file_scanner import BatchResult, FileResult, FileTask, Plan
from transtats_cli.scanning.reading.counting import count_units
from transtats_cli.scanning.reading.reader import ComponentReader, SourceStrings, Translation
from transtats_cli.statistics import Statistics

if TYPE_CHECKING:
    from transtats_cli.checks.runner import Findings
    from transtats_cli.model import Unit
    from transtats_cli.scanning.pipeline.file_comparison import ComparedFiles


class SourceResult(NamedTuple):
    """Record, strings and findings of the source language of a component."""

    record: Record
    units: "Sequence[Unit]"
    findings: "Findings"
    sources: SourceStrings

    def path_of(self, unit: "Unit", tasks: Sequence[FileTask]) -> str:
        """Return the path of the file that a source string was read from. `Unit.line` is a line of this file."""
        place = self.sources.find_file_index(unit)
        return tasks[place].path if place >= 0 else self.record.path


class ScanResult(NamedTuple):
    """Combined results of the files of a component.

    The lists contain an item for each readable file, sorted by path.
    """

    results: Sequence[FileResult] = ()
    """Results of the files, in which failing strings are counted."""
    records: Sequence[Record] = ()
    findings: "Sequence[Findings]" = ()
    """Findings of all checks in each file.

    Empty if findings were not requested, or if the results come from the cache.
    """
    source: SourceResult | None = None
    failures: tuple[Failure, ...] = ()
    warnings: tuple[str, ...] = ()
    unchecked: int = 0
    """Number of strings that were not checked because the time budget of the checks was used up."""
    compared: "Sequence[ComparedFiles]" = ()
    """Results of comparing files with the reference, batch by batch. Files with a cached result are left out."""


class _Checked(NamedTuple):
    """Findings in each translation file and in the source language, after the checks that compare all files."""

    findings: "Sequence[Findings]"
    of_source: "Findings"
    warnings: tuple[str, ...] = ()
    unchecked: int = 0


def combine_results(
    plan: Plan,
    tasks: Sequence[FileTask],
    batches: Sequence[BatchResult],
    reader: ComponentReader,
    budget: CheckTimeBudget | None = None,
) -> ScanResult:
    """Combine the results of all files of a component, and run the checks that compare files.

    Raises UnreadableFile if the template of a monolingual component cannot be read.
    """
    everything = sorted((result for batch in batches for result in batch.results), key=lambda result: result.place)
    failures = [result.failure for result in everything if result.failure is not None]
    results = [result for result in everything if result.failure is None]
    warnings = file_warnings(plan, tasks, results)
    sources = _combine_sources(batches, reader, failures, warnings) if plan.sources else None
    source = sources.to_translation() if sources is not None else None
    checked = _check_together(plan, results, source, budget) if plan.checks else _Checked([{}] * len(results), {})
    results = [_with_failing(result, len(found)) for result, found in zip(results, checked.findings, strict=True)]
    return ScanResult(
        results,
        records_of(tasks, results),
        checked.findings,
        None if source is None or sources is None else _source_result(plan, source, checked.of_source, sources),
        tuple(failures),
        (*warnings, *checked.warnings),
        checked.unchecked,
        [batch.compared for batch in batches if batch.compared is not None],
    )


def failed_scan(plan: Plan, error: UnreadableFile) -> ScanResult:
    """Return the result of a monolingual component whose template cannot be read."""
    return ScanResult(failures=(Failure(plan.component.template, error.reason, error.line),))


def file_warnings(plan: Plan, tasks: Sequence[FileTask], results: Sequence[FileResult]) -> list[str]:
    """Return the warnings about the template of a monolingual component, and about each translation file."""
    component = plan.component
    of_template = dict.fromkeys(warning for result in results for warning in result.of_template)
    return [f"{component.path_for_messages(component.template)}: {warning}" for warning in of_template] + [
        f"{component.path_for_messages(tasks[result.place].path)}: {warning}"
        for result in results
        for warning in result.warnings
    ]


def records_of(tasks: Sequence[FileTask], results: Iterable[FileResult]) -> list[Record]:
    return [
        _record(tasks[result.place].language, tasks[result.place].path, result.statistics, result.changed)
        for result in results
    ]


def empty_records(tasks: Iterable[FileTask]) -> tuple[Record, ...]:
    """Return records without statistics."""
    return tuple(Record(task.language, task.path, Statistics()) for task in tasks)


def _record(language: Language, path: str, statistics: Statistics, changed: str | None) -> Record:
    """Return the record of one language. If the language has no strings, `last_change` is None."""
    return Record(language, path, statistics, changed if statistics.total.strings else None)


def _check_together(
    plan: Plan, results: Sequence[FileResult], source: Translation | None, budget: CheckTimeBudget | None
) -> _Checked:
    """Run the checks that compare files, and the checks of the source language.

    Return the findings of these checks together with the findings in the results.
    """
    # Imported late, because a run that only counts does not need the checks.
    from transtats_cli.checks.runner import combine_translation_findings
    from transtats_cli.scanning.pipeline.checking import checker

    outcomes = [result.outcome for result in results if result.outcome is not None]
    unchecked = sum(outcome.unchecked_strings for outcome in outcomes)
    if source is None:
        return _Checked(combine_translation_findings(outcomes), {}, unchecked=unchecked)
    combined = checker(plan.component, explain=plan.units, budget=budget).combine_outcomes(outcomes, source.units)
    return _Checked(
        combined.findings_by_translation,
        combined.source_findings,
        combined.warnings,
        unchecked + combined.unchecked_strings,
    )


def _source_result(plan: Plan, source: Translation, findings: "Findings", sources: SourceStrings) -> SourceResult:
    statistics = count_units(source.units, cjk=source.language.is_cjk, file_notes=plan.file_notes)
    statistics = statistics._replace(failing=len(findings))
    record = _record(source.language, source.path, statistics, source.last_change)
    return SourceResult(record, source.units, findings, sources)


def _with_failing(result: FileResult, failing: int) -> FileResult:
    if not failing:
        return result
    return result._replace(statistics=result.statistics._replace(failing=failing))


def _combine_sources(
    batches: Sequence[BatchResult], reader: ComponentReader, failures: list[Failure], warnings: list[str]
) -> SourceStrings:
    """Return the source strings of a component, from its template and its translations.

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
        failures.append(Failure(component.new_base, error.reason, error.line))
    if template is not None and not component.template:
        warnings += [f"{component.path_for_messages(template.path)}: {warning}" for warning in template.warnings]
    sources = SourceStrings(reader.source_language, template, is_monolingual=bool(component.template))
    for batch in batches:
        if batch.sources is not None:
            sources.merge(batch.sources)
    return sources
