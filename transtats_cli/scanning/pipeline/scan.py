"""Scan a component: select its files, scan the files that have no cached result, and return the report."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from transtats_cli.budget import CheckTimeBudget
from transtats_cli.component import Component
from transtats_cli.errors import UnreadableFile
from transtats_cli.languages import language_by_code
from transtats_cli.report import Report
from transtats_cli.scanning.filemask.folders import FolderListings
from transtats_cli.scanning.filemask.matching import matches_folders
from transtats_cli.scanning.pipeline.combining import (
    ScanResult,
    build_empty_records,
    build_failed_result,
    build_records,
    collect_file_warnings,
    combine_results,
)
from transtats_cli.scanning.pipeline.completeness import add_completeness, compare_with_union
from transtats_cli.scanning.pipeline.file_scanner import (
    PARALLEL_MIN_BYTES,
    BatchResult,
    FileBatch,
    FileTask,
    ScanPlan,
    build_file_tasks,
    scan_batch,
)
from transtats_cli.scanning.pipeline.language_selection import find_translations, select_languages
from transtats_cli.scanning.pipeline.result_cache import ResultCache, StampIdentities
from transtats_cli.scanning.reading import safe_reading
from transtats_cli.scanning.reading.reader import ComponentReader

if TYPE_CHECKING:
    from concurrent.futures import Executor


class ScanOptions(NamedTuple):
    """Options for scanning a component."""

    with_source: bool = False
    runs_checks: bool = True
    """True to run the checks. If False, no string counts as failing."""
    with_file_notes: bool = False
    """True to count suggestions and comments in the files."""
    with_statistics: bool = True
    """True to count the strings of each language. If False, only the strings of the source language are counted."""
    languages: tuple[str, ...] = ()
    """Languages that the report contains, in any spelling. If empty, the report contains all languages."""
    languages_must_exist: bool = True
    progress: Callable[[str], None] | None = None
    """Function that is called with the path of each file after the file was read."""
    jobs: int = 1
    """Maximum number of worker processes. If there is little work, the files are scanned in this process."""
    executor: "Executor | None" = None
    """Executor that scans the files, divided into `jobs` batches. If None, the scan starts its own worker processes."""
    cache_directory: str = ""
    """Cache directory. If '', nothing is cached."""
    open_result_cache: Callable[[ScanPlan], ResultCache] | None = None
    """Function that returns the cache for a plan. This cache is used instead of `cache_directory`.

    The caller of the scan has to save the cache.
    """
    with_completeness: bool = False
    """True to compare the file of each language with the reference."""
    budget: CheckTimeBudget | None = None
    """Limit of the processor time of checks, which several scans may share.

    If None, each scan starts with a new budget.
    """


DEFAULT_OPTIONS = ScanOptions()


def scan_component(
    component: Component, options: ScanOptions = DEFAULT_OPTIONS, listings: FolderListings | None = None
) -> Report:
    """Return the report of a component. A file that cannot be read affects only its own language.

    If the template of a monolingual component cannot be read, the report has no records. `listings` caches the folder
    listings of a run that scans several components. Raises TranstatsError if there are no files. With
    `languages_must_exist`, also raises TranstatsError for a language without a file.
    """
    listings = listings or FolderListings()
    source = language_by_code(component.source_language).code
    must_exist = options.languages_must_exist
    selection = select_languages(component, options.languages, listings, must_exist=must_exist)
    if options.languages and must_exist and not options.with_source:
        selection.refuse_source(source)
    # The source is built from all files, some checks compare each language with the others, and so does completeness.
    needs_all = options.with_source or options.runs_checks or options.with_completeness
    tasks = build_file_tasks(selection.select_files(all_languages=needs_all))
    plan = ScanPlan(
        component,
        options.runs_checks,
        options.with_source,
        options.with_file_notes,
        with_statistics=options.with_statistics,
        with_completeness=options.with_completeness,
    )
    reader = ComponentReader(component)
    try:
        if component.template and not plan.with_statistics:
            # The template has all strings of the source, so no other file is read.
            result = _scan_files(plan, (), reader, options)._replace(records=build_empty_records(tasks))
        else:
            result = _scan_files(plan, tasks, reader, options._replace(budget=options.budget or CheckTimeBudget()))
    except UnreadableFile as error:
        result = build_failed_result(plan, error)
    found, codes = selection
    report = Report(
        component,
        tuple(record for record in result.records if record.language.code in codes),
        result.source_result.record if result.source_result is not None and source in codes else None,
        selection.select_failures((*found.failures, *result.failures)),
        (*found.warnings, *result.warnings),
        found.notes,
        result.unchecked_strings,
        left_out=found.left_out,
    )
    if not (options.with_completeness and report.records):
        return report
    return add_completeness(report, reader, tasks, result.file_results, codes)


def outline_component(component: Component, listings: FolderListings | None = None) -> Report:
    """Return a report of the component's languages, without statistics. No file is read."""
    found = find_translations(component, listings)
    records = build_empty_records(build_file_tasks(found.translations))
    return Report(component, records, None, found.failures, found.warnings, found.notes, left_out=found.left_out)


def _scan_files(plan: ScanPlan, tasks: Sequence[FileTask], reader: ComponentReader, options: ScanOptions) -> ScanResult:
    """Scan the files without a cached result, and combine the results of all files.

    Raises UnreadableFile if the template of a monolingual component cannot be read.
    """
    # The strings of the source are too large for the cache, so the files have to be read to list them.
    is_cached = (options.cache_directory or options.open_result_cache) and not matches_folders(plan.component)
    if options.with_source or not is_cached:
        return _combine(plan, tasks, _scan_without_cache(plan, tasks, reader, options), reader, options)
    cache = (
        options.open_result_cache(plan)
        if options.open_result_cache
        else ResultCache(options.cache_directory, plan, StampIdentities(plan, tasks))
    )
    results = cache.get_all_results(tasks)
    if results is not None:
        return ScanResult(
            results, build_records(tasks, results), warnings=tuple(collect_file_warnings(plan, tasks, results))
        )
    cached = [cache.get_result(task) for task in tasks]
    new = [task for task, result in zip(tasks, cached, strict=True) if result is None]
    # Invalid settings of checks raise an error even if there is no file to read.
    scanned = _scan_without_cache(plan, new, reader, options) if new or not tasks else []
    for batch in scanned:
        for result in batch.file_results:
            if result.is_complete:
                cache.add_result(tasks[result.file_index], result)
    batches = [BatchResult([result for result in cached if result is not None]), *scanned]
    combined = _combine(plan, tasks, batches, reader, options)
    if not options.open_result_cache:
        cache.save(tasks, combined.file_results)
    return combined


def _combine(
    plan: ScanPlan,
    tasks: Sequence[FileTask],
    batches: Sequence[BatchResult],
    reader: ComponentReader,
    options: ScanOptions,
) -> ScanResult:
    combined = combine_results(plan, tasks, batches, reader, options.budget)
    if not plan.with_completeness or reader.has_reference:
        return combined
    return combined._replace(file_results=compare_with_union(reader, tasks, combined.file_results))


def _scan_without_cache(
    plan: ScanPlan, tasks: Sequence[FileTask], reader: ComponentReader, options: ScanOptions
) -> list[BatchResult]:
    """Scan files without using the cache. If there is enough work, worker processes are used."""
    if plan.component.template and tasks:
        reader.read_template()
    batch = FileBatch(plan, tuple(tasks), options.budget)
    if options.executor is not None or options.jobs > 1:
        sizes = [safe_reading.file_size(plan.component, task.path) for task in tasks]
        if options.executor is not None or sum(sizes) >= PARALLEL_MIN_BYTES:
            # Imported late, because most components are scanned in this process.
            from transtats_cli.scanning.pipeline.batches import scan_in_batches

            return scan_in_batches(batch, sizes, options.jobs, options.executor, options.progress)
    return [scan_batch(batch, options.progress, reader)]
