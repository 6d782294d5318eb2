"""Scan components: distribute files to processes, use the cache, and combine the results into reports."""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING, NamedTuple

from transtats_cli.budget import Budget
from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError, UnreadableFile
from transtats_cli.languages import by_code
from transtats_cli.report import Failure, Record, Report
from transtats_cli.scanning.filemask import files
from transtats_cli.scanning.filemask.folders import Folders
from transtats_cli.scanning.pipeline.file_scanner import (
    Batch,
    BatchResult,
    FileResult,
    FileTask,
    Memory,
    Plan,
    divide,
    scan_batch,
)
from transtats_cli.scanning.pipeline.pool import WORTHWHILE, Pool, workers
from transtats_cli.scanning.reading import safe_reading
from transtats_cli.scanning.reading.counting import count
from transtats_cli.scanning.reading.reader import Reader, Sources, Translation
from transtats_cli.statistics import Statistics

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from transtats_cli.checks.runner import Outcome


class ScanOptions(NamedTuple):
    """Options of a scan."""

    with_source: bool = False
    checks: bool = True
    """Find failing checks. If False, no string counts as failing."""
    file_notes: bool = False
    """Count suggestions and comments in the files."""
    languages: tuple[str, ...] = ()
    """Languages to scan, in any spelling. If empty, all."""
    languages_must_exist: bool = True
    progress: Callable[[str], None] | None = None
    """Callback that receives the path of each file that has been read."""
    jobs: int = 1
    """Maximum number of processes. One is used if there is little work."""
    executor: "Executor | None" = None
    """Executor that does the work instead. The work is divided into `jobs` pieces."""
    cache: str = ""
    """Cache directory. If empty, nothing is cached."""
    memory: Callable[[Plan], Memory] | None = None
    """Function that returns the cache for a plan. Replaces `cache`."""
    budget: Budget | None = None
    """Processor time of the checks, which several scans may share. By default each scan has its own."""


DEFAULT_OPTIONS = ScanOptions()
PIECES_PER_JOB = 2
"""Number of pieces for each process.

More than one, so that the processes finish at about the same time. Few, because each piece has to process the source
strings again.
"""
COMPONENTS_WORTHWHILE = 16
"""Minimum number of components for which whole components, instead of files, are distributed to processes."""


def scan_component(
    component: Component, options: ScanOptions = DEFAULT_OPTIONS, folders: Folders | None = None
) -> Report:
    """Return the report of a component. A file that cannot be read affects only its own language.

    If the template of a monolingual component cannot be read, the report has no records. Raises TranstatsError if
    there are no files, or for a language that must exist and does not. `folders` are the listings of a run that scans
    several components.
    """
    found = files.find(component, folders)
    source_language = by_code(component.source_language)
    wanted = found.choose(options.languages, source_language, must_exist=options.languages_must_exist)
    if options.languages and options.languages_must_exist and not options.with_source:
        files.refuse_source(wanted, source_language)
    # The source is built from all files, and some checks compare each language with the others.
    needed = found if options.with_source or options.checks else found.only(wanted)
    failures = [failure for failure in found.failures if found.concerns(failure.path, wanted)]
    options = options._replace(budget=options.budget or Budget())
    try:
        told = _told(component, needed, options)
    except UnreadableFile as error:
        failures.append(Failure(component.template, error.reason, error.line))
        return Report(component, (), None, tuple(failures), found.warnings, found.notes)
    failures += [failure for failure in told.failures if found.concerns(failure.path, wanted)]
    records = (_record(needed.translations[result.place], result) for result in told.results)
    return Report(
        component,
        tuple(record for record in records if record.language.code in wanted),
        told.source if source_language.code in wanted else None,
        tuple(failures),
        (*found.warnings, *_warnings(component, needed, told.results), *told.warnings),
        found.notes,
        told.unchecked,
    )


def outline(component: Component, folders: Folders | None = None, *, count_strings: bool) -> Report:
    """Return a report of the component's languages. With `count_strings` all files are read and counted."""
    if count_strings:
        return scan_component(component, ScanOptions(with_source=True, checks=False), folders)
    found = files.find(component, folders)
    records = tuple(Record(file.language, file.path, Statistics()) for file in found.translations)
    return Report(component, records, None, found.failures, found.warnings, found.notes)


def scan_components(
    components: Sequence[Component], options: ScanOptions = DEFAULT_OPTIONS
) -> Iterator[Report | TranstatsError]:
    """Yield the report of each component in order, or the error that prevented the scan."""
    if options.jobs > 1 and len(components) >= COMPONENTS_WORTHWHILE:
        # With so many components each one is scanned in a single process.
        alone = options._replace(jobs=1)
        size = COMPONENTS_WORTHWHILE // 4
        batches = [components[start : start + size] for start in range(0, len(components), size)]
        with workers(options.jobs) as pool:
            yield from _scan_elsewhere(pool, batches, alone)
    else:
        options, folders = options._replace(budget=options.budget or Budget()), Folders()
        for component in components:
            yield from _scan_batch([component], options, folders)[0]


def _scan_elsewhere(
    pool: Pool, batches: Iterable[Sequence[Component]], options: ScanOptions
) -> Iterator[Report | TranstatsError]:
    """Scan batches in other processes. Each batch gets its share of the budget that is left when it starts."""
    budget = options.budget or Budget()
    run = time.monotonic_ns()
    shared = ((batch, options._replace(budget=budget.share(pool.jobs)), run) for batch in batches)
    for reports, spent in pool.map(_scan_shared, shared):
        budget.spent += spent
        yield from reports


def _scan_shared(batch: tuple[Sequence[Component], ScanOptions, int]) -> tuple[list[Report | TranstatsError], float]:
    components, options, run = batch
    return _scan_batch(components, options, _folders_of(run))


@lru_cache(maxsize=1)
def _folders_of(run: int) -> Folders:
    """Return the listings of this process for one call of `scan_components`, which is what `run` identifies."""
    return Folders()


def _scan_batch(
    components: Sequence[Component], options: ScanOptions, folders: Folders
) -> tuple[list[Report | TranstatsError], float]:
    """Return the reports, and the seconds of the budget that the checks have used."""
    reports: list[Report | TranstatsError] = []
    for component in components:
        try:
            reports.append(scan_component(component, options, folders))
        except TranstatsError as error:
            reports.append(error)
    return reports, options.budget.spent if options.budget else 0.0


class ScanResult(NamedTuple):
    """Combined results of all files of a component."""

    results: list[FileResult]
    """Results of the readable files in the order of their paths, with the failing strings counted."""
    source: Record | None = None
    failures: tuple[Failure, ...] = ()
    warnings: tuple[str, ...] = ()
    unchecked: int = 0


def _told(component: Component, needed: files.Files, options: ScanOptions) -> ScanResult:
    """Return the results of the files. Only files without a cached result are read.

    Raises UnreadableFile if the template of a monolingual component cannot be read.
    """
    plan = Plan(component, options.checks, options.with_source, options.file_notes)
    numbered = [
        FileTask(place, path, language, status) for place, (path, _, language, status) in enumerate(needed.translations)
    ]
    # The strings of the source are too large for the cache, so the files have to be read to list them.
    if options.with_source or not (options.cache or options.memory):
        return _judged(component, _work_anew(plan, numbered, options), options)
    memory = options.memory(plan) if options.memory else _document(options.cache, plan, numbered)
    judged = memory.all_results(numbered)
    if judged is not None:
        return ScanResult(judged)
    known = [memory.get(file) for file in numbered]
    new = [file for file, result in zip(numbered, known, strict=True) if result is None]
    # Invalid settings of checks raise an error even if there is no file to read.
    worked = _work_anew(plan, new, options) if new or not numbered else []
    for piece in worked:
        for result in piece.results:
            if result.is_complete:
                memory.add(numbered[result.place], result)
    told = _judged(component, [BatchResult([result for result in known if result is not None]), *worked], options)
    memory.save(numbered, told.results)
    return told


def _document(directory: str, plan: Plan, numbered: Sequence[FileTask]) -> Memory:
    from transtats_cli.scanning.pipeline.result_cache import ResultCache

    return ResultCache(directory, plan, numbered)


def _work_anew(plan: Plan, numbered: Sequence[FileTask], options: ScanOptions) -> list[BatchResult]:
    """Read, check and count the files in this process, or in others if there is enough work."""
    reader = Reader(plan.component)
    if plan.component.template and numbered:
        reader.template()
    here = partial(scan_batch, Batch(plan, tuple(numbered), options.budget), options.progress, reader)
    if options.executor is None and options.jobs == 1:
        return [here()]
    sizes = [safe_reading.size(plan.component, file.path) for file in numbered]
    if options.executor is not None:
        return _work_elsewhere(options.executor, divide(plan, numbered, sizes, options.jobs), options)
    if sum(sizes) < WORTHWHILE:
        return [here()]
    with workers(options.jobs) as pool:
        return _work_elsewhere(pool, divide(plan, numbered, sizes, options.jobs * PIECES_PER_JOB), options)


def _work_elsewhere(executor: "Executor | Pool", pieces: Sequence[Batch], options: ScanOptions) -> list[BatchResult]:
    budget = options.budget or Budget()
    pieces = [piece._replace(budget=budget.share(len(pieces))) for piece in pieces]
    worked: list[BatchResult] = []
    for piece, results in zip(pieces, executor.map(scan_batch, pieces), strict=True):
        worked.append(results)
        budget.spent += results.spent
        if options.progress is not None:
            for file in piece.files:
                options.progress(file.path)
    return worked


def _source(
    component: Component, worked: Sequence[BatchResult], failures: list[Failure], warnings: list[str]
) -> Translation:
    """Return the source language of a component, built from its template and its translations.

    Failures and warnings of the template are added to the lists.
    """
    reader = Reader(component)
    template = None
    try:
        template = reader.template()
    except UnreadableFile as error:
        failures.append(Failure(component.new_base, error.reason, error.line))
    if template is not None and not component.template:
        warnings += [f"{component.from_here(template.path)}: {warning}" for warning in template.warnings]
    sources = Sources(reader.source_language, template, monolingual=bool(component.template))
    for piece in worked:
        if piece.sources is not None:
            sources.merge(piece.sources)
    return sources.translation()


def _judged(component: Component, worked: Sequence[BatchResult], options: ScanOptions) -> ScanResult:
    """Combine the results of all files, and add the strings that fail when files are compared."""
    everything = sorted((result for piece in worked for result in piece.results), key=lambda result: result.place)
    failures = [result.failure for result in everything if result.failure is not None]
    results = [result for result in everything if result.failure is None]
    warnings: list[str] = []
    source = _source(component, worked, failures, warnings) if options.with_source else None
    verdict = _verdict(component, results, source, options.budget) if options.checks else _Verdict([])
    unchecked = sum(result.outcome.unchecked for result in results if result.outcome is not None)
    return ScanResult(
        [_with_failing(result, number) for result, number in zip(results, verdict.failing, strict=True)]
        if verdict.failing
        else results,
        _source_record(source, verdict.in_source, options) if source else None,
        tuple(failures),
        (*warnings, *verdict.warnings),
        unchecked + verdict.unchecked,
    )


class _Verdict(NamedTuple):
    """Number of failing strings in each translation, and in the source."""

    failing: list[int]
    in_source: int = 0
    warnings: tuple[str, ...] = ()
    unchecked: int = 0


def _verdict(
    component: Component, results: Sequence[FileResult], source: Translation | None, budget: Budget | None
) -> _Verdict:
    outcomes = [result.outcome for result in results if result.outcome is not None]
    if source is None:
        return _Verdict(_failing(outcomes))
    from transtats_cli.scanning.pipeline.checking import checker

    combined = checker(component, explain=False, budget=budget).combine(outcomes, source.units)
    failing = [len(findings) for findings in combined.translations]
    return _Verdict(failing, len(combined.source), combined.warnings, combined.unchecked)


def _failing(outcomes: "Sequence[Outcome]") -> list[int]:
    """Return the number of failing strings in each translation if the source is not scanned."""
    from transtats_cli.checks.batch import reused

    counted = reused.first_groups([outcome.groups for outcome in outcomes])
    return [
        len({*outcome.findings, *(index for group in groups for index, _ in reused.problems(group))})
        for outcome, groups in zip(outcomes, counted, strict=True)
    ]


def _with_failing(result: FileResult, failing: int) -> FileResult:
    return result._replace(statistics=result.statistics._replace(failing=failing))


def _warnings(component: Component, needed: files.Files, results: Sequence[FileResult]) -> list[str]:
    of_template = dict.fromkeys(warning for result in results for warning in result.of_template)
    return [f"{component.from_here(component.template)}: {warning}" for warning in of_template] + [
        f"{component.from_here(needed.translations[result.place].path)}: {warning}"
        for result in results
        for warning in result.warnings
    ]


def _record(file: files.TranslationFile, result: FileResult) -> Record:
    return Record(file.language, file.path, result.statistics, _last_change(result.statistics, result.changed))


def _source_record(source: Translation, failing: int, options: ScanOptions) -> Record:
    statistics = count(source.units, cjk=source.language.is_cjk, file_notes=options.file_notes)
    statistics = statistics._replace(failing=failing)
    return Record(source.language, source.path, statistics, _last_change(statistics, source.changed))


def _last_change(statistics: Statistics, changed: str | None) -> str | None:
    """Return the last change, or None for a translation without strings."""
    return changed if statistics.total.strings else None
