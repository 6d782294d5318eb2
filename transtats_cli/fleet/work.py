"""Run one work item: open its roots, scan their components, and return rows or failures.

The result of a root depends only on the root and on the options, not on the other roots of the item.
"""

import gc
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from functools import cache, partial
from hashlib import blake2b
from tempfile import gettempdir

from transtats_cli import settings
from transtats_cli.component import Component
from transtats_cli.envelope import record_fields
from transtats_cli.errors import TranstatsError
from transtats_cli.fleet.items import (
    FINDINGS_TABLE,
    RECORDS_TABLE,
    TABLES,
    ItemOutcome,
    ItemResult,
    ItemSupplier,
    Root,
    RootFailure,
    RootInPart,
    Row,
    WorkItem,
    WorkOptions,
)
from transtats_cli.fleet.plan import divide_components
from transtats_cli.fleet.roots.addresses import escape_surrogates
from transtats_cli.fleet.roots.opening import open_root
from transtats_cli.fleet.roots.selection import compute_content_key
from transtats_cli.git.repository import find_repository
from transtats_cli.git_directory import read_text
from transtats_cli.paths import path_for_messages, replace_folder_in_text
from transtats_cli.report import Report
from transtats_cli.scanning.discovery.lookup import survey_components
from transtats_cli.scanning.filemask.folders import FolderListings
from transtats_cli.scanning.pipeline.findings import StringFilters, StringSearch
from transtats_cli.scanning.pipeline.options import ScanOptions
from transtats_cli.scanning.pipeline.scan import scan_component
from transtats_cli.worker import WorkerError

_SECONDS_BETWEEN_COUNTS = 2.0


def run_item(item: WorkItem, options: WorkOptions) -> ItemResult:
    """Return the result of a work item. A root that cannot be read is a failure in the result."""
    result = ItemResult()
    try:
        for root in item.roots:
            _run_root(root, item, options, result)
    finally:
        # The automatic collection rarely visits objects from before a scan, such as the folder listings of older items.
        gc.collect()
    return result


def run_concurrently(
    take_item: ItemSupplier, submit: Callable[[WorkItem], Future[ItemResult]], count_slots: Callable[[], int]
) -> Iterator[ItemOutcome]:
    """Submit items, and yield the outcome of each item when it has finished: the main loop of an Engine.

    If the future of an item has a WorkerError, the item is lost. `count_slots` returns the maximum number of submitted
    items. It is called again after some seconds, because workers may be added and lost during a run.
    """
    running: dict[Future[ItemResult], WorkItem] = {}
    while True:
        slots = count_slots()
        while len(running) < slots and (item := take_item()):
            running[submit(item)] = item
        if not running:
            return
        for future in wait(running, _SECONDS_BETWEEN_COUNTS, FIRST_COMPLETED).done:
            error = future.exception()
            yield running.pop(future), str(error) if isinstance(error, WorkerError) else future.result()


def _add_history(content_key: str, folder: str) -> str:
    """Return a digest of the contents of a root, of its newest commit, and of the commits that do not count."""
    # Imported late, as below: most data sets do not count outdated strings.
    from transtats_cli.outdated.finder import IGNORED_COMMITS_FILE, MAX_IGNORED_BYTES

    repository = find_repository(folder)
    if repository is None:
        return content_key
    ignored = read_text(os.path.join(repository.top, IGNORED_COMMITS_FILE), MAX_IGNORED_BYTES)
    facts = repr((content_key, repository.read_head_position(), ignored)).encode("utf-8", "surrogatepass")
    return blake2b(facts, digest_size=len(content_key) // 2).hexdigest()


def _run_root(root: Root, item: WorkItem, options: WorkOptions, result: ItemResult) -> None:
    """Add the rows of a root or of a batch, its failure, or its batches to the result of an item."""
    folder = root.address.location
    try:
        if item.result:
            _scan_components(folder, item.components, item.result, options, result)
            return
        with open_root(root.address, options.scratch or gettempdir(), options.limits) as folder:
            content_key = compute_content_key(folder)
            if options.with_outdated:
                content_key = _add_history(content_key, folder)
            if content_key in root.known_keys:
                result.unchanged[root.name] = content_key
                return
            found = survey_components(folder, settings.load_settings(folder))
            failures = tuple(_create_failure(root.name, folder, str(problem)) for problem in found.problems)
            whole = RootInPart(root.name, content_key, failures=failures)
            if item.batch_bytes:
                divided = divide_components(found.components, item.batch_bytes) or [()]
                names = repr([[(component.project, component.slug) for component in batch] for batch in divided])
                division = blake2b(names.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
                first = whole._replace(part_count=len(divided), division=division)
                parts = [first, *(first._replace(part=part, failures=()) for part in range(1, len(divided)))]
                result.batches += [WorkItem((root,), 0, *each) for each in zip(divided, parts, strict=True)]
            else:
                _scan_components(folder, found.components, whole, options, result)
            return
    except TranstatsError as error:
        reason = "; ".join(error.lines)
    except MemoryError:
        reason = "memory ran out"
    except OSError as error:
        reason = f"cannot be read: {error.strerror or error}"
    except Exception as error:
        reason = f"a bug of transtats ({type(error).__name__}: {error})"
    result.failed.append(_create_failure(root.name, folder, reason))


def _scan_components(
    folder: str, components: Iterable[Component], part: RootInPart, options: WorkOptions, result: ItemResult
) -> None:
    """Scan components of a root, each with a time limit of its own for the checks."""
    rows: dict[str, list[Row]] = {table: [] for table in TABLES}
    root, failures = part.root, [*part.failures]
    listings = FolderListings()
    key_cells = (part.content_key, options.version)
    scan_options = ScanOptions(runs_checks=options.runs_checks, with_shares=True, languages_must_exist=False)

    components = tuple(components)
    count_outdated = _create_outdated_counter(components) if options.with_outdated else None

    @cache
    def relative_path(path: str) -> str:
        return escape_surrogates(os.path.relpath(os.path.abspath(path), folder).replace(os.sep, "/"))

    for component in components:
        names = (root, component.project, component.slug)
        try:
            if options.with_findings:
                search = StringSearch(component, scan_options, StringFilters(only_failing=True), listings)
                units = list(search.find_units())
                report = search.build_report()
            else:
                units, report = [], scan_component(component, scan_options, listings)
            report = count_outdated(report) if count_outdated else report
            for record in report.records:
                outdated = None if record.outdated is None else record.outdated.strings
                cells = record_fields(record, report.component).values()
                rows[RECORDS_TABLE].append(
                    (*names, *cells, report.measure, outdated, *record.share, *key_cells, options.runs_checks)
                )
            for failure in report.failures:
                path = relative_path(os.path.join(component.root, failure.path))
                failures.append(_create_failure(root, folder, failure.reason, path, failure.line))
            if report.unchecked_strings:
                reason = f"{'/'.join(names[1:])}: {report.unchecked_strings} strings were not checked in time"
                failures.append(_create_failure(root, folder, reason))
            for found in units:
                unit = found.unit
                for finding in found.findings:
                    place = (found.language.code, relative_path(found.path), unit.line)
                    texts = (finding.check, finding.message, unit.context, unit.source, unit.target)
                    rows[FINDINGS_TABLE].append((*names, *place, *texts, *key_cells))
        except TranstatsError as error:
            reason = f"{'/'.join(names[1:])}: {'; '.join(error.lines)}"
            failures.append(_create_failure(root, folder, reason))
    for table, added in rows.items():
        result.rows[table].extend(
            tuple(escape_surrogates(cell) if isinstance(cell, str) else cell for cell in row) for row in added
        )
    result.scanned.append(part._replace(failures=tuple(failures)))


def _create_outdated_counter(components: Sequence[Component]) -> Callable[[Report], Report]:
    """Return a function that adds the outdated strings to a report. They are unknown if a root has no history."""
    # A border like that of a command: most runs do not read the history of the strings.
    from transtats_cli.outdated.finder import OutdatedFinder
    from transtats_cli.outdated.records import with_outdated

    return partial(with_outdated, finder=OutdatedFinder(components))


def _create_failure(root: str, folder: str, reason: str, file: str = "", line: int | None = None) -> RootFailure:
    """Return a failure. In its reason, the paths below the folder of the root are relative to this folder.

    The reason must be the same in each run, so it must not contain the names of temporary folders. It may contain the
    folder as an absolute path, or relative to the current directory; both are replaced by the name of the root.
    `folder` may be a URL, of which the reason contains at most the name of the root.
    """
    for place in (folder, path_for_messages(folder)) if os.path.isabs(folder) else ():
        reason = replace_folder_in_text(reason, place, root)
    return RootFailure(root, file, line, escape_surrogates(reason.removeprefix(f"{root}: ")))
