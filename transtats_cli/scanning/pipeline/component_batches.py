"""Scan several components, in this process or in worker processes."""

import time
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from transtats_cli.budget import CheckTimeBudget
from transtats_cli.caching.store import use_database
from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError
from transtats_cli.report import Report
from transtats_cli.scanning.filemask.folders import FolderListings
from transtats_cli.scanning.pipeline.pool import ProcessPool, open_process_pool
from transtats_cli.scanning.pipeline.scan import DEFAULT_OPTIONS, ScanOptions, scan_component

MIN_COMPONENTS_FOR_WORKERS = 16
"""Minimum number of components for which each worker process scans whole components.

For fewer components, the files of each component are divided among the processes.
"""

_BATCHES_PER_JOB = 16
_MIN_BATCH_SIZE, _MAX_BATCH_SIZE = 4, 32


def scan_components(
    components: Sequence[Component], options: ScanOptions = DEFAULT_OPTIONS, listings: FolderListings | None = None
) -> Iterator[Report | TranstatsError]:
    """Yield the report of each component, in the order of `components`. If a scan fails, yield the error instead.

    `listings` caches the folder listings of this run. Worker processes have their own listings.
    """
    if options.jobs > 1 and len(components) >= MIN_COMPONENTS_FOR_WORKERS:
        # With so many components each one is scanned in a single process.
        alone = options._replace(jobs=1)
        size = choose_batch_size(len(components), options.jobs)
        batches = [components[start : start + size] for start in range(0, len(components), size)]
        with open_process_pool(options.jobs) as pool:
            yield from _scan_in_workers(pool, batches, alone)
    else:
        options = options._replace(budget=options.budget or CheckTimeBudget())
        listings = listings or FolderListings()
        for component in components:
            yield from _scan_batch([component], options, listings)[0]


def choose_batch_size(component_count: int, jobs: int) -> int:
    """Return the number of components that a worker process scans in one call.

    The number is between 4 and 32. With many components for each call, less time is needed for calls and for opening
    the database of the cache. With about 16 calls for each process, all processes finish at about the same time.
    """
    return min(_MAX_BATCH_SIZE, max(_MIN_BATCH_SIZE, component_count // (_BATCHES_PER_JOB * jobs)))


def _scan_in_workers(
    pool: ProcessPool, batches: Iterable[Sequence[Component]], options: ScanOptions
) -> Iterator[Report | TranstatsError]:
    """Scan batches of components in worker processes.

    Each batch gets a share of the time budget that remains when the batch starts.
    """
    budget = options.budget or CheckTimeBudget()
    run = time.monotonic_ns()
    shared = ((batch, options._replace(budget=budget.share_for_task(pool.jobs)), run) for batch in batches)
    for reports, spent in pool.map(_scan_batch_in_worker, shared):
        budget.seconds_spent += spent
        yield from reports


def _scan_batch_in_worker(
    batch: tuple[Sequence[Component], ScanOptions, int],
) -> tuple[list[Report | TranstatsError], float]:
    components, options, run = batch
    with use_database(options.cache_directory):
        return _scan_batch(components, options, _listings_of_run(run))


@lru_cache(maxsize=1)
def _listings_of_run(run_number: int) -> FolderListings:
    """Return the cache of folder listings that this worker process uses for one call of `scan_components`.

    `run_number` is a number that identifies the call.
    """
    return FolderListings()


def _scan_batch(
    components: Sequence[Component], options: ScanOptions, listings: FolderListings
) -> tuple[list[Report | TranstatsError], float]:
    """Return the reports of components, and the seconds of the time budget that the checks have used."""
    reports: list[Report | TranstatsError] = []
    for component in components:
        try:
            reports.append(scan_component(component, options, listings))
        except TranstatsError as error:
            reports.append(error)
    return reports, options.budget.seconds_spent if options.budget else 0.0
