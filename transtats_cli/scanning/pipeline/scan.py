"""Scan a component: select its files, scan the files that have no cached result, and return the report."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from transtats_cli.budget import CheckTimeBudget
from transtats_cli.component import Component
from transtats_cli.errors import UnreadableFile
from transtats_cli.languages import language_by_code
from transtats_cli.report import Report
from transtats_cli.scanning.filemask.folders import Folders
from transtats_cli.scanning.pipeline.combining import (
    ScanResult,
    combine_results,
    empty_records,
    failed_scan,
    file_warnings,
    records_of,
)
from transtats_cli.scanning.pipeline.file_scanner import (
    PARALLEL_MIN_BYTES,
    Batch,
    BatchResult,
    FileTask,
    Plan,
    file_tasks,
    scan_batch,
)
from transtats_cli.scanning.pipeline.language_selection import LanguageSelection, find_translations, select
from transtats_cli.scanning.reading import safe_reading
from transtats_cli.scanning.reading.reader import Reader

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from transtats_cli.scanning.pipeline.completeness import ReferenceComparison
    from transtats_cli.scanning.pipeline.file_comparison import ComparedFiles
    from transtats_cli.scanning.pipeline.result_cache import ResultCache


class ScanOptions(NamedTuple):
    """Options for scanning a component."""

    with_source: bool = False
    checks: bool = True
    """True to run the checks. If False, no string counts as failing."""
    file_notes: bool = False
    """Count suggestions and comments in the files."""
    statistics: bool = True
    """Count the strings of each language. If False, only those of the source language are counted."""
    languages: tuple[str, ...] = ()
    """Languages that the report contains, in any spelling. If empty, the report contains all languages."""
    languages_must_exist: bool = True
    progress: Callable[[str], None] | None = None
    """Function that is called with the path of each file after the file was read."""
    jobs: int = 1
    """Maximum number of worker processes. If there is little work, the files are scanned in this process."""
    executor: "Executor | None" = None
    """Executor that scans the files, divided into `jobs` batches. If None, the scan starts its own worker processes."""
    cache: str = ""
    """Cache directory. If '', nothing is cached."""
    result_cache: "Callable[[Plan], ResultCache] | None" = None
    """Function that returns the cache for a plan, which the caller saves. Replaces `cache`."""
    completeness: bool = False
    """Compare the file of each language with the reference."""
    budget: CheckTimeBudget | None = None
    """Limit of the processor time of checks, which several scans may share.

    If None, each scan starts with a new budget.
    """


DEFAULT_OPTIONS = ScanOptions()


def scan_component(
    component: Component, options: ScanOptions = DEFAULT_OPTIONS, folders: Folders | None = None
) -> Report:
    """Return the report of a component. A file that cannot be read affects only its own language.

    If the template of a monolingual component cannot be read, the report has no records. `folders` caches the folder
    listings of a run that scans several components. Raises TranstatsError if there are no files. With
    `languages_must_exist`, also raises TranstatsError for a language without a file.
    """
    source = language_by_code(component.source_language).code
    must_exist = options.languages_must_exist
    selection = select(component, options.languages, folders, must_exist=must_exist)
    if options.languages and must_exist and not options.with_source:
        selection.refuse_source(source)
    # The source is built from all files, and some checks compare each language with the others.
    tasks = file_tasks(selection.files(all_languages=options.with_source or options.checks))
    plan = Plan(component, options.checks, options.with_source, options.file_notes, statistics=options.statistics)
    reader = Reader(component)
    # The stamps of the files are computed before the files are read.
    comparison = _open_comparison(reader, selection, options) if options.completeness else None
    try:
        if component.template and not plan.statistics:
            # The template has all strings of the source, so no other file is read.
            result = _scan_files(plan, (), reader, options)._replace(records=empty_records(tasks))
        else:
            result = _scan_files(plan, tasks, reader, options._replace(budget=options.budget or CheckTimeBudget()))
    except UnreadableFile as error:
        result = failed_scan(plan, error)
    found, codes = selection
    report = Report(
        component,
        tuple(record for record in result.records if record.language.code in codes),
        result.source.record if result.source is not None and source in codes else None,
        selection.relevant((*found.failures, *result.failures)),
        (*found.warnings, *result.warnings),
        found.notes,
        result.unchecked,
        left_out=found.left_out,
    )
    return report if comparison is None else _add_completeness(report, comparison, result.compared, options)


def with_completeness(report: Report, selection: LanguageSelection, options: ScanOptions = DEFAULT_OPTIONS) -> Report:
    """Read the files, and return the report with the completeness of the languages.

    The warnings and notes about completeness are added to the report.
    """
    return _add_completeness(report, _open_comparison(Reader(report.component), selection, options), (), options)


def _open_comparison(reader: Reader, selection: LanguageSelection, options: ScanOptions) -> "ReferenceComparison":
    # Imported late, because the JSON of a server has no completeness.
    from transtats_cli.scanning.pipeline.completeness import ReferenceComparison

    return ReferenceComparison(reader, file_tasks(selection.files(all_languages=True)), options.cache)


def _add_completeness(
    report: Report, comparison: "ReferenceComparison", scanned: "Sequence[ComparedFiles]", options: ScanOptions
) -> Report:
    if not report.records:
        return report
    codes = {record.language.code for record in report.translations}
    compared = comparison.complete(codes, scanned, options.jobs)
    return report._replace(
        completeness=compared.languages,
        reference=compared.reference,
        warnings=(*report.warnings, *compared.warnings),
        notes=(*report.notes, *compared.notes),
    )


def outline(component: Component, folders: Folders | None = None) -> Report:
    """Return a report of the component's languages, without statistics. No file is read."""
    found = find_translations(component, folders)
    records = empty_records(file_tasks(found.translations))
    return Report(component, records, None, found.failures, found.warnings, found.notes, left_out=found.left_out)


def _scan_files(plan: Plan, tasks: Sequence[FileTask], reader: Reader, options: ScanOptions) -> ScanResult:
    """Scan the files without a cached result, and combine the results of all files.

    Raises UnreadableFile if the template of a monolingual component cannot be read.
    """
    # The strings of the source are too large for the cache, so the files have to be read to list them.
    if options.with_source or not (options.cache or options.result_cache):
        return combine_results(plan, tasks, _scan_anew(plan, tasks, reader, options), reader, options.budget)
    cache = options.result_cache(plan) if options.result_cache else _open_cache(options.cache, plan, tasks)
    results = cache.all_results(tasks)
    if results is not None:
        return ScanResult(results, records_of(tasks, results), warnings=tuple(file_warnings(plan, tasks, results)))
    cached = [cache.get(task) for task in tasks]
    new = [task for task, result in zip(tasks, cached, strict=True) if result is None]
    # Invalid settings of checks raise an error even if there is no file to read.
    scanned = _scan_anew(plan, new, reader, options) if new or not tasks else []
    for batch in scanned:
        for result in batch.results:
            if result.is_complete:
                cache.add(tasks[result.place], result)
    batches = [BatchResult([result for result in cached if result is not None]), *scanned]
    combined = combine_results(plan, tasks, batches, reader, options.budget)
    if not options.result_cache:
        cache.save(tasks, combined.results)
    return combined


def _open_cache(directory: str, plan: Plan, tasks: Sequence[FileTask]) -> "ResultCache":
    from transtats_cli.scanning.pipeline.result_cache import ResultCache, StampIdentities

    return ResultCache(directory, plan, StampIdentities(plan.component, tasks))


def _scan_anew(plan: Plan, tasks: Sequence[FileTask], reader: Reader, options: ScanOptions) -> list[BatchResult]:
    """Scan files without using the cache. If there is enough work, worker processes are used."""
    if plan.component.template and tasks:
        reader.template()
    batch = Batch(plan, tuple(tasks), options.budget, options.completeness)
    if options.executor is not None or options.jobs > 1:
        sizes = [safe_reading.size(plan.component, task.path) for task in tasks]
        if options.executor is not None or sum(sizes) >= PARALLEL_MIN_BYTES:
            # Imported late, because most components are scanned in this process.
            from transtats_cli.scanning.pipeline.batches import scan_divided

            return scan_divided(batch, sizes, options.jobs, options.executor, options.progress)
    return [scan_batch(batch, options.progress, reader)]
