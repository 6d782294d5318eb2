"""Scan a component: select its files, scan the files that have no cached result, and return the report."""

from collections.abc import Callable, Sequence

from transtats_cli.component import Component
from transtats_cli.errors import UnreadableFile
from transtats_cli.formats.table import FILE_FORMATS
from transtats_cli.languages import language_by_code
from transtats_cli.limits import CheckTimeBudget
from transtats_cli.report import Record, Report
from transtats_cli.scanning.filemask.files import TranslationFile
from transtats_cli.scanning.filemask.folders import FolderListings
from transtats_cli.scanning.pipeline.combining import (
    ScanResult,
    build_failed_result,
    collect_file_warnings,
    combine_results,
)
from transtats_cli.scanning.pipeline.completeness import measure_report
from transtats_cli.scanning.pipeline.file_scanner import BatchResult, scan_batch
from transtats_cli.scanning.pipeline.language_selection import find_translations, select_languages
from transtats_cli.scanning.pipeline.options import DEFAULT_OPTIONS, MapInWorkers, ScanOptions
from transtats_cli.scanning.pipeline.result_cache import ResultCache, open_result_cache
from transtats_cli.scanning.reading import safe_reading
from transtats_cli.scanning.reading.reader import ComponentReader
from transtats_cli.statistics import Statistics

PARALLEL_MIN_BYTES = 8_000_000
"""Minimum total size of translation files, in bytes, for which worker processes are started.

For smaller files, starting processes takes more time than it saves.
"""
_BATCHES_PER_JOB = 2
"""Number of batches for each worker process.

With more than one batch for each process, all processes finish at about the same time. With many batches, the scan
would be slower, because each batch has to process the source strings again.
"""

CacheOpener = Callable[[Component, ScanOptions], ResultCache]
"""Function that returns the cache of the results of a component. The caller of the scan has to save the cache."""


def scan_component(
    component: Component,
    options: ScanOptions = DEFAULT_OPTIONS,
    listings: FolderListings | None = None,
    open_cache: CacheOpener | None = None,
) -> Report:
    """Return the report of a component. A file that cannot be read affects only its own language.

    If the template of a monolingual component cannot be read, the report has no records. `listings` caches the folder
    listings of a run that scans several components. `open_cache` is used instead of `options.cache_directory`. Raises
    TranstatsError if there are no files. With `languages_must_exist`, also raises TranstatsError for a language without
    a file.
    """
    options = options._replace(budget=options.budget or CheckTimeBudget())
    must_exist = options.languages_must_exist
    selection = select_languages(component, options.languages, listings or FolderListings(), must_exist=must_exist)
    if options.languages and must_exist and not options.with_source:
        selection.refuse_source(language_by_code(component.source_language).code)
    # The source is built from all files, some checks compare each language with the others, and so does completeness.
    needs_all = options.with_source or options.runs_checks or options.compares_with_reference(component)
    files = selection.select_files(all_languages=needs_all)
    reader = ComponentReader(component)
    try:
        result = _scan_files(files, reader, options, open_cache)
    except UnreadableFile as error:
        result = build_failed_result(component, error)
    report = result.build_report(component, selection)
    return measure_report(report, options, reader, result.file_results, selection.language_codes)


def outline_component(component: Component, listings: FolderListings | None = None) -> Report:
    """Return a report of the component's languages, without statistics. No file is read."""
    found = find_translations(component, listings)
    records = tuple(Record(file.language, file.path, Statistics()) for file in found.translations)
    return Report(component, records, None, found.failures, found.warnings, found.notes, left_out=found.left_out)


def _scan_files(
    files: Sequence[TranslationFile], reader: ComponentReader, options: ScanOptions, open_cache: CacheOpener | None
) -> ScanResult:
    """Scan the files without a cached result, and combine the results of all files.

    Raises UnreadableFile if the template of a monolingual component cannot be read.
    """
    component = reader.defined_component
    # The strings of the source are too large for the cache, so the files have to be read to list them, and so do those
    # that `where` selects. The stamp of a folder does not change if a file in it is written again.
    is_folder = FILE_FORMATS[component.file_format].is_folder
    is_cached = (options.cache_directory or open_cache) and not is_folder
    if options.with_source or options.where is not None or not is_cached:
        return combine_results(options, _scan_without_cache(files, reader, options), reader)
    cache = open_cache(component, options) if open_cache else open_result_cache(component, options, files)
    results = cache.get_all_results(files)
    if results is not None:
        warnings = collect_file_warnings(component, results)
        return ScanResult(results, warnings=tuple(warnings))
    cached = [cache.get_result(file) for file in files]
    new = [file for file, result in zip(files, cached, strict=True) if result is None]
    # Invalid settings of checks raise an error even if there is no file to read.
    scanned = _scan_without_cache(new, reader, options) if new or not files else []
    for batch in scanned:
        for result in batch.file_results:
            cache.add_result(result)
    batches = [BatchResult([result for result in cached if result is not None]), *scanned]
    combined = combine_results(options, batches, reader)
    if open_cache is None:
        cache.save(files, combined.file_results)
    return combined


def _scan_without_cache(
    files: Sequence[TranslationFile], reader: ComponentReader, options: ScanOptions
) -> Sequence[BatchResult]:
    """Scan files without using the cache. If there is enough work, worker processes are used."""
    if reader.component.template and files:
        reader.read_template()
    component = reader.defined_component
    # All units are needed in one process to select strings.
    if options.jobs > 1 and options.map_in_workers is not None and options.where is None:
        sizes = [safe_reading.file_size(component, file.path) for file in files]
        if sum(sizes) >= PARALLEL_MIN_BYTES:
            shares = divide_files(files, sizes, options.jobs * _BATCHES_PER_JOB)
            return _scan_in_batches(component, options, shares, options.map_in_workers)
    return [scan_batch((component, options, files), reader)]


def _scan_in_batches(
    component: Component,
    options: ScanOptions,
    shares: Sequence[Sequence[TranslationFile]],
    map_in_workers: MapInWorkers,
) -> list[BatchResult]:
    """Scan each share of the files in a worker process.

    The processor time of the checks is added to the spent time in the budget of the options.
    """
    budget = options.budget or CheckTimeBudget()
    own = options._replace(progress=None, map_in_workers=None)
    batches = [(component, own._replace(budget=budget.share_for_task(len(shares))), files) for files in shares]
    found: list[BatchResult] = []
    for files, result in zip(shares, map_in_workers(scan_batch, batches, options.jobs), strict=True):
        found.append(result)
        budget.seconds_spent += result.budget_seconds_spent
        if options.progress is not None:
            for file in files:
                options.progress(file.path)
    return found


def divide_files(
    files: Sequence[TranslationFile], file_sizes: Sequence[int], share_count: int
) -> list[list[TranslationFile]]:
    """Divide files into at most `share_count` shares of about equal size. `file_sizes` are the sizes in bytes.

    The files are sorted by size, the largest file first, and dealt out in turn.
    """
    by_size = sorted(zip(file_sizes, files, strict=True), key=lambda pair: (-pair[0], pair[1].path))
    shares = ([file for _, file in by_size[start::share_count]] for start in range(share_count))
    return [share for share in shares if share]
