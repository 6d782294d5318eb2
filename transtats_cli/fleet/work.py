"""Run one work item: open its roots, scan their components, and return rows or failures.

The result of a root depends only on the root and on the options, not on the other roots of the item.
"""

import gc
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, partial
from tempfile import gettempdir

from transtats_cli import settings
from transtats_cli.component import Component
from transtats_cli.envelope import record_fields
from transtats_cli.errors import TranstatsError
from transtats_cli.fleet.items import (
    ComponentBatch,
    ItemResult,
    Root,
    RootFailure,
    RootInPart,
    WorkItem,
    WorkOptions,
)
from transtats_cli.fleet.plan import compute_division_key, divide_components
from transtats_cli.fleet.roots.limits import RootError
from transtats_cli.fleet.roots.opening import RootFolder, open_root
from transtats_cli.fleet.schema import (
    FINDINGS_TABLE,
    RECORDS_TABLE,
    TABLES,
    CellValue,
    Row,
    Rows,
    escape_surrogates,
)
from transtats_cli.paths import path_for_messages, replace_folder_in_text
from transtats_cli.report import LocatedUnit, Report
from transtats_cli.scanning.discovery.lookup import survey_components
from transtats_cli.scanning.filemask.folders import FolderListings
from transtats_cli.scanning.pipeline.findings import StringFilters, StringSearch
from transtats_cli.scanning.pipeline.options import ScanOptions
from transtats_cli.scanning.pipeline.scan import scan_component


def run_item_in_worker(item: WorkItem, options: WorkOptions) -> ItemResult:
    """Run a work item in a process that runs many work items.

    A garbage collection frees the memory of the item before the next item is run.
    """
    try:
        return run_item(item, options)
    finally:
        # The automatic collection rarely visits objects from before a scan, such as the folder listings of older items.
        gc.collect()


def run_item(item: WorkItem, options: WorkOptions) -> ItemResult:
    """Return the result of a work item. A root that cannot be read is a failure in the result."""
    if isinstance(item, ComponentBatch):
        return _run_and_catch_errors(item.result.root, item.folder, partial(_scan_batch, item, options))
    scan = partial(_scan_root, batch_bytes=item.batch_bytes, options=options)
    return _join_results([_run_and_catch_errors(root.name, root.address, partial(scan, root)) for root in item.roots])


def _run_and_catch_errors(name: str, address: str, run: Callable[[], ItemResult]) -> ItemResult:
    """Return the result of a function for one root. If the function raises an exception, the root is a failure."""
    try:
        return run()
    except TranstatsError as error:
        reason = "; ".join(error.lines)
    except MemoryError:
        reason = "memory ran out"
    except OSError as error:
        reason = f"cannot be read: {error.strerror or error}"
    except Exception as error:
        reason = f"a bug of transtats ({type(error).__name__}: {error})"
    return ItemResult(failed=(_create_failure(name, address, reason),))


def _join_results(results: Sequence[ItemResult]) -> ItemResult:
    return ItemResult(
        scanned=tuple(each for result in results for each in result.scanned),
        rows={table: [row for result in results for row in result.rows.get(table, ())] for table in TABLES},
        unchanged=tuple(each for result in results for each in result.unchanged),
        failed=tuple(each for result in results for each in result.failed),
        batches=tuple(each for result in results for each in result.batches),
    )


def _scan_root(root: Root, batch_bytes: int, options: WorkOptions) -> ItemResult:
    """Return the results of a root, or its batches if `batch_bytes` is not 0."""
    with _open_root(root, options) as opened:
        if opened.content_key in root.known_keys:
            return ItemResult(unchanged=((root.name, opened.content_key),))
        folder = os.path.abspath(opened.folder)
        found = survey_components(folder, settings.load_settings(folder))
        failures = tuple(_create_failure(root.name, folder, str(problem)) for problem in found.problems)
        result = RootInPart(root.name, opened.content_key, failures=failures)
        whole = ComponentBatch(folder, tuple(found.components), result)
        return _divide_batch(whole, batch_bytes) if batch_bytes else _scan_batch(whole, options)


@contextmanager
def _open_root(root: Root, options: WorkOptions) -> Iterator[RootFolder]:
    """Open a root. Errors that are raised in the `with` block contain paths relative to the root."""
    with open_root(root.address, options.scratch or gettempdir(), options.limits) as opened:
        try:
            yield opened
        except TranstatsError as error:
            raise RootError(*(_make_paths_relative(line, opened.folder, root.name) for line in error.lines)) from error


def _divide_batch(whole: ComponentBatch, batch_bytes: int) -> ItemResult:
    divided = divide_components(whole.components, batch_bytes) or [()]
    first = whole.result._replace(part_count=len(divided), division=compute_division_key(divided))
    results = [first, *(first._replace(part=part, failures=()) for part in range(1, len(divided)))]
    return ItemResult(batches=tuple(ComponentBatch(whole.folder, *each) for each in zip(divided, results, strict=True)))


def _scan_batch(batch: ComponentBatch, options: WorkOptions) -> ItemResult:
    """Scan the components of a batch, each with a time limit of its own for the checks."""
    rows: Rows = {table: [] for table in TABLES}
    root, folder, failures = batch.result.root, batch.folder, [*batch.result.failures]
    listings = FolderListings()
    last_cells = (batch.result.content_key, options.version)
    for component in batch.components:
        first_cells = (root, *map(escape_surrogates, (component.project, component.slug)))
        try:
            report, units = _scan_component(component, options, listings)
            rows[RECORDS_TABLE] += _create_record_rows(report, first_cells, (*last_cells, options.runs_checks))
            failures += _list_failures(report, root, folder)
            rows[FINDINGS_TABLE] += _create_finding_rows(units, folder, first_cells, last_cells)
        except TranstatsError as error:
            reason = f"{component.project}/{component.slug}: {'; '.join(error.lines)}"
            failures.append(_create_failure(root, folder, reason))
    return ItemResult(scanned=(batch.result._replace(failures=tuple(failures)),), rows=rows)


def _scan_component(
    component: Component, options: WorkOptions, listings: FolderListings
) -> tuple[Report, list[LocatedUnit]]:
    """Return the report of a component, and its failing strings if the options contain findings."""
    if options.with_findings:
        scan = ScanOptions(languages_must_exist=False)
        search = StringSearch(component, scan, StringFilters(only_failing=True), listings)
        units = list(search.find_units())
        return search.build_report(), units
    scan_options = ScanOptions(runs_checks=options.runs_checks, languages_must_exist=False)
    return scan_component(component, scan_options, listings), []


def _create_record_rows(
    report: Report, first_cells: tuple[CellValue, ...], last_cells: tuple[CellValue, ...]
) -> Iterator[Row]:
    for record in report.records:
        values = record_fields(record, report.component).values()
        cells = (escape_surrogates(each) if isinstance(each, str) else each for each in values)
        yield (*first_cells, *cells, *last_cells)


def _list_failures(report: Report, root: str, folder: str) -> Iterator[RootFailure]:
    component = report.component
    for failure in report.failures:
        path = _compute_relative_path(os.path.join(component.root, failure.path), folder)
        yield _create_failure(root, folder, failure.reason, path, failure.line)
    if report.unchecked_strings:
        reason = f"{component.project}/{component.slug}: {report.unchecked_strings} strings were not checked in time"
        yield _create_failure(root, folder, reason)


def _create_finding_rows(
    units: Iterable[LocatedUnit], folder: str, first_cells: tuple[CellValue, ...], last_cells: tuple[CellValue, ...]
) -> Iterator[Row]:
    """Yield a row for each finding of a check."""
    relative_path = cache(partial(_compute_relative_path, folder=folder))
    for found in units:
        unit = found.unit
        path = relative_path(found.path)
        texts = tuple(map(escape_surrogates, (unit.context, unit.source, unit.target)))
        for finding in found.findings:
            cells = (found.language.code, path, unit.line, finding.check, finding.message)
            yield (*first_cells, *cells, *texts, *last_cells)


def _create_failure(root: str, folder: str, reason: str, file: str = "", line: int | None = None) -> RootFailure:
    """Return a failure. The reason must be the same in each run, so the paths in it are made relative to the root."""
    text = _make_paths_relative(reason, folder, root).removeprefix(f"{root}: ")
    return RootFailure(root, file, line, escape_surrogates(text))


def _make_paths_relative(text: str, folder: str, root: str) -> str:
    """Return a message in which the paths below the folder of a root are relative to this folder.

    The path of the folder itself is replaced by the name of the root. The message may contain the path of the folder as
    an absolute path, or relative to the current directory. Without these replacements, the message would contain the
    names of temporary folders. `folder` may be a URL, which has no relative path.
    """
    for place in (folder, path_for_messages(folder)) if os.path.isabs(folder) else (folder,):
        text = replace_folder_in_text(text, place, root)
    return text


def _compute_relative_path(path: str, folder: str) -> str:
    """Return a path relative to the folder of a root, with slashes. Surrogates are escaped."""
    relative = os.path.relpath(os.path.abspath(path), folder)
    return escape_surrogates(relative.replace(os.sep, "/"))
