"""Scan several components, in this process or in worker processes."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice

from transtats_cli.caching.store import keep_database_open
from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError
from transtats_cli.limits import CheckTimeBudget
from transtats_cli.report import Report
from transtats_cli.scanning.filemask.folders import FolderListings
from transtats_cli.scanning.pipeline.options import DEFAULT_OPTIONS, MapInWorkers, ScanOptions
from transtats_cli.scanning.pipeline.scan import scan_component

CALLS_PER_JOB = 2
"""Number of calls that run or wait for a process, for each process, so that no process waits for its next call."""
COMPONENTS_PER_CALL = 16
"""Maximum number of components that a worker process scans in one call.

With fewer components, more time would be needed for calls. With more, the processes would finish at different times.
"""
PARALLEL_MIN_COMPONENTS = 2 * COMPONENTS_PER_CALL
"""Minimum number of components that are divided among worker processes.

For fewer small components, starting processes takes more time than it saves. The files of few large components are
divided instead.
"""

_COMPONENTS_PER_LISTINGS = 1000
"""Number of components after which the listings of folders are removed from memory."""

ScanOutcome = Report | TranstatsError
"""Report of a component, or error of a failed scan."""


def scan_components(components: Iterable[Component], options: ScanOptions = DEFAULT_OPTIONS) -> Iterator[ScanOutcome]:
    """Yield the report of each component, in the order of `components`. If a scan fails, yield the error instead.

    With several jobs, components are read ahead while worker processes are busy. If there are few components, the files
    of each component are divided among the processes. The listings of folders are renewed after each thousand
    components, and in worker processes for each call.
    """
    options = options._replace(budget=options.budget or CheckTimeBudget())
    components = iter(components)
    if options.jobs > 1 and options.map_in_workers is not None:
        first = [*islice(components, PARALLEL_MIN_COMPONENTS)]
        if len(first) == PARALLEL_MIN_COMPONENTS:
            yield from _scan_in_workers(chain(first, components), options, options.map_in_workers)
            return
        components = iter(first)
    listings = FolderListings()
    for number, component in enumerate(components):
        if number % _COMPONENTS_PER_LISTINGS == 0:
            listings = FolderListings()
        yield _scan(component, options, listings)


def _scan_in_workers(
    components: Iterator[Component], options: ScanOptions, map_in_workers: MapInWorkers
) -> Iterator[ScanOutcome]:
    """Scan components in worker processes. Each call gets a share of the time budget that remains when it is made."""
    budget = options.budget or CheckTimeBudget()

    def create_calls() -> Iterator[tuple[Sequence[Component], ScanOptions]]:
        for group in group_components(components, options.jobs):
            # With so many components each one is scanned in a single process.
            share = budget.share_for_task(options.jobs * CALLS_PER_JOB)
            yield group, options._replace(budget=share, jobs=1, map_in_workers=None)

    for outcomes, seconds_spent in map_in_workers(_scan_in_worker, create_calls(), options.jobs):
        budget.seconds_spent += seconds_spent
        yield from outcomes


def group_components(components: Iterator[Component], jobs: int) -> Iterator[list[Component]]:
    """Yield groups of components for the calls of worker processes, in order.

    The first groups are small, so that the first results come soon, and large components are divided among the
    processes.
    """
    size = 1
    while True:
        for _ in range(jobs):
            group = [*islice(components, size)]
            if not group:
                return
            yield group
        size = min(2 * size, COMPONENTS_PER_CALL)


def _scan_in_worker(call: tuple[Sequence[Component], ScanOptions]) -> tuple[list[ScanOutcome], float]:
    """Scan components. Return the outcomes, and the seconds of the time budget that were used."""
    components, options = call
    listings = FolderListings()
    # The documents of all components are written together.
    with keep_database_open(options.cache_directory):
        outcomes = [_scan(component, options, listings) for component in components]
    return outcomes, options.budget.seconds_spent if options.budget else 0.0


def _scan(component: Component, options: ScanOptions, listings: FolderListings) -> ScanOutcome:
    try:
        return scan_component(component, options, listings)
    except TranstatsError as error:
        return error
