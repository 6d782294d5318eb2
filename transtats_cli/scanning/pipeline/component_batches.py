"""Scan several components, in this process or in worker processes."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, islice
from typing import NamedTuple

from transtats_cli.budget import CheckTimeBudget
from transtats_cli.caching.store import keep_database_open
from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError
from transtats_cli.report import Report
from transtats_cli.scanning.filemask.folders import FolderListings
from transtats_cli.scanning.pipeline.options import DEFAULT_OPTIONS, ScanOptions
from transtats_cli.scanning.pipeline.parallel import CALLS_PER_JOB, map_in_workers
from transtats_cli.scanning.pipeline.scan import scan_component

COMPONENTS_PER_CALL = 16
"""Number of components that a worker process scans in one call.

With fewer components, more time would be needed for calls. With more, the processes would finish at different times.
If a run has fewer components in all, the files of each component are divided among the processes.
"""

_COMPONENTS_PER_LISTINGS = 1000
"""Number of components after which the listings of folders are removed from memory."""

ScanOutcome = Report | TranstatsError
"""Report of a component, or error of a failed scan."""


class _Call(NamedTuple):
    """Arguments of a call that scans consecutive components in a worker process."""

    components: Sequence[Component]
    options: ScanOptions
    listings_key: int
    """Number that identifies the listings of folders that a worker process may use for several calls."""


class _CallResult(NamedTuple):
    """Result of a call that scans components."""

    outcomes: list[ScanOutcome]
    seconds_spent: float
    """Seconds of the time budget that the call has used."""


def scan_components(components: Iterable[Component], options: ScanOptions = DEFAULT_OPTIONS) -> Iterator[ScanOutcome]:
    """Yield the report of each component, in the order of `components`. If a scan fails, yield the error instead.

    With several jobs, components are read ahead while worker processes are busy. If there are few components, the files
    of each component are divided among the processes. The listings of folders are renewed after each thousand
    components.
    """
    options = options._replace(budget=options.budget or CheckTimeBudget())
    listings = FolderListings()
    components = _clear_repeatedly(components, listings)
    if options.jobs > 1:
        first = [*islice(components, COMPONENTS_PER_CALL)]
        if len(first) == COMPONENTS_PER_CALL:
            yield from _scan_in_workers(chain(first, components), options, listings)
            return
        components = iter(first)
    for component in components:
        yield _scan(component, options, listings)


def _clear_repeatedly(components: Iterable[Component], listings: FolderListings) -> Iterator[Component]:
    """Yield the components, and clear the listings regularly."""
    for number, component in enumerate(components, 1):
        yield component
        if number % _COMPONENTS_PER_LISTINGS == 0:
            listings.clear()


def _scan_in_workers(
    components: Iterator[Component], options: ScanOptions, listings: FolderListings
) -> Iterator[ScanOutcome]:
    """Scan components in worker processes. Each call gets a share of the time budget that remains when it is made."""
    budget = options.budget or CheckTimeBudget()

    def create_calls() -> Iterator[_Call]:
        while group := [*islice(components, COMPONENTS_PER_CALL)]:
            # With so many components each one is scanned in a single process.
            shared = options._replace(budget=budget.share_for_task(options.jobs * CALLS_PER_JOB), jobs=1)
            yield _Call(group, shared, listings.created_at)

    for result in map_in_workers(_scan_in_worker, create_calls(), options.jobs):
        budget.seconds_spent += result.seconds_spent
        yield from result.outcomes


def _scan_in_worker(call: _Call) -> _CallResult:
    """Scan the components of a call."""
    options = call.options
    listings = _create_listings(call.listings_key)
    # The documents of all components are written together.
    with keep_database_open(options.cache_directory):
        outcomes = [_scan(component, options, listings) for component in call.components]
    return _CallResult(outcomes, options.budget.seconds_spent if options.budget else 0.0)


@lru_cache(maxsize=1)
def _create_listings(key: int) -> FolderListings:
    """Return the listings of folders that this process uses for calls with the same key."""
    return FolderListings()


def _scan(component: Component, options: ScanOptions, listings: FolderListings) -> ScanOutcome:
    try:
        return scan_component(component, options, listings)
    except TranstatsError as error:
        return error
