"""Scan many components, in one process or several."""

import time
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from transtats_cli.budget import Budget
from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError
from transtats_cli.report import Report
from transtats_cli.scanning.filemask.folders import Folders
from transtats_cli.scanning.pipeline.pool import Pool, workers
from transtats_cli.scanning.pipeline.scan import DEFAULT_OPTIONS, ScanOptions, scan_component

COMPONENTS_WORTHWHILE = 16
"""Minimum number of components for which whole components, instead of files, are distributed to processes."""


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
