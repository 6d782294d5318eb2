"""Scan several components, in this process or in worker processes."""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from operator import attrgetter
from typing import NamedTuple

from transtats_cli.budget import CheckTimeBudget
from transtats_cli.caching.store import keep_database_open
from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError
from transtats_cli.report import Report
from transtats_cli.scanning.filemask.folders import FolderListings
from transtats_cli.scanning.pipeline.pool import ProcessPool, open_process_pool
from transtats_cli.scanning.pipeline.scan import DEFAULT_OPTIONS, ScanOptions, scan_component

COMPONENTS_PER_CALL = 16
"""Number of components that a worker process scans in one call.

With fewer components, more time would be needed for calls. With more, the processes would finish at different times.
If a run has fewer components in all, the files of each component are divided among the processes.
"""

_MAX_COMPONENTS_AHEAD = 1000
"""Number of components from which no more groups are read ahead."""
_COMPONENTS_PER_LISTINGS = 1000
"""Number of components after which the listings of folders are removed from memory."""

ScanOutcome = Report | TranstatsError
"""Report of a component, or error of a failed scan."""


class _Group(NamedTuple):
    """Consecutive components, which are scanned in one call."""

    components: Sequence[Component]
    runs_in_this_process: bool
    """True if the components are scanned in this process."""


class _Call(NamedTuple):
    """Arguments of a call that scans a group."""

    group: _Group
    options: ScanOptions
    listings_key: int
    """Number that identifies the listings of folders that a worker process may use for several calls."""
    listings: FolderListings | None
    """Listings of this process. None if the call runs in a worker process."""


class _CallResult(NamedTuple):
    """Result of a call that scans a group."""

    outcomes: list[ScanOutcome]
    seconds_spent: float
    """Seconds of the time budget that the call has used."""


def scan_components(
    components: Iterable[Component],
    options: ScanOptions = DEFAULT_OPTIONS,
) -> Iterator[ScanOutcome]:
    """Yield the report of each component, in the order of `components`. If a scan fails, yield the error instead.

    With several jobs, components are read ahead while worker processes are busy. The
    listings of folders are renewed after each thousand components.
    """
    options = options._replace(budget=options.budget or CheckTimeBudget())
    listings = FolderListings()
    components = _clear_repeatedly(components, listings)
    if options.jobs > 1:
        with open_process_pool(options.jobs) as pool:
            yield from _scan_in_workers(pool, components, options, listings)
    else:
        for component in components:
            yield _scan(component, options, listings)


def _clear_repeatedly(components: Iterable[Component], listings: FolderListings) -> Iterator[Component]:
    """Yield the components, and clear the listings regularly."""
    for number, component in enumerate(components, 1):
        yield component
        if number % _COMPONENTS_PER_LISTINGS == 0:
            listings.clear()


def _scan_in_workers(
    pool: ProcessPool, components: Iterable[Component], options: ScanOptions, listings: FolderListings
) -> Iterator[ScanOutcome]:
    """Scan components in worker processes, or in this process if there are few.

    Each call gets a share of the time budget that remains when the call starts.
    """
    budget = options.budget or CheckTimeBudget()
    groups = _GroupReader(_group_components(components))
    calls = (
        _Call(group, options._replace(budget=budget.share_for_task(1)), listings.created_at, listings)
        if group.runs_in_this_process
        # With so many components each one is scanned in a single process.
        else _Call(group, options._replace(budget=budget.share_for_task(pool.jobs), jobs=1), listings.created_at, None)
        for group in groups
    )
    for result in pool.map(
        _scan_group, calls, runs_in_this_process=attrgetter("group.runs_in_this_process"), work_ahead=groups.read_ahead
    ):
        budget.seconds_spent += result.seconds_spent
        yield from result.outcomes


def _group_components(components: Iterable[Component]) -> Iterator[_Group]:
    """Divide components into groups for worker processes.

    While there are too few components for worker processes, each group contains one component.
    """
    components = iter(components)
    is_first = True
    while group := [*islice(components, COMPONENTS_PER_CALL)]:
        if is_first and len(group) < COMPONENTS_PER_CALL:
            for component in group:
                yield _Group([component], runs_in_this_process=True)
        else:
            yield _Group(group, runs_in_this_process=False)
        is_first = False


class _GroupReader(Iterator[_Group]):
    """Iterator over groups, which can be read ahead."""

    def __init__(self, groups: Iterator[_Group]) -> None:
        self._groups = groups
        self._read_groups: deque[_Group] = deque()
        self._component_count = 0
        """Number of components in `_read_groups`."""

    def __next__(self) -> _Group:
        if not self._read_groups:
            return next(self._groups)
        self._component_count -= len(self._read_groups[0].components)
        return self._read_groups.popleft()

    def read_ahead(self) -> bool:
        """Read one group ahead. Return False if there is no other group, or if many have been read."""
        group = next(self._groups, None) if self._component_count < _MAX_COMPONENTS_AHEAD else None
        if group is not None:
            self._read_groups.append(group)
            self._component_count += len(group.components)
        return group is not None


def _scan_group(call: _Call) -> _CallResult:
    """Scan the components of a call."""
    options = call.options
    # The documents of all components are written together.
    with keep_database_open(options.cache_directory):
        outcomes = _scan_each(call, call.listings or _create_listings(call.listings_key))
    return _CallResult(outcomes, options.budget.seconds_spent if options.budget else 0.0)


def _scan_each(call: _Call, listings: FolderListings) -> list[ScanOutcome]:
    return [_scan(component, call.options, listings) for component in call.group.components]


@lru_cache(maxsize=1)
def _create_listings(key: int) -> FolderListings:
    """Return the listings of folders that this process uses for calls with the same key."""
    return FolderListings()


def _scan(component: Component, options: ScanOptions, listings: FolderListings) -> ScanOutcome:
    try:
        return scan_component(component, options, listings)
    except TranstatsError as error:
        return error
