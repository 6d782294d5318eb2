"""Reports of many components. Callbacks receive errors and progress."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice, tee
from typing import NamedTuple

from transtats_cli import changes
from transtats_cli.caching.store import keep_database_open
from transtats_cli.changes.lookup import ChangeLookup
from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError
from transtats_cli.report import Report
from transtats_cli.scanning.filemask.folders import FolderListings
from transtats_cli.scanning.pipeline.component_batches import scan_components
from transtats_cli.scanning.pipeline.options import ScanOptions
from transtats_cli.scanning.pipeline.scan import outline_component

_BATCH_SIZES = (16, 128, 1000)
"""Numbers of components in the first batches. All other batches have the last size.

The changes of the files of a batch are looked up together in git.
"""


class RunCallbacks(NamedTuple):
    """Callbacks of a run over many components."""

    on_component_failed: Callable[[Component, TranstatsError], None]
    """Function that is called with each component that has no report, and with the error."""
    on_report_scanned: Callable[[Report], None]
    """Function that is called with each report of a scan before the report is yielded.

    The report may contain failures.
    """
    on_component_done: Callable[[Component], None]
    """Function that is called with each completed component after the component's report was used."""


def report_components(
    components: Iterable[Component], options: ScanOptions, callbacks: RunCallbacks, *, with_git_dates: bool = True
) -> Iterator[Report]:
    """Yield the report of each component. Components without a report are left out.

    If `with_git_dates`, the dates of last changes are read from git. If `components` is an iterator, it is read in
    batches, so that the first reports are yielded early.
    """
    lookup = ChangeLookup(options.cache_directory)
    batches = [components] if isinstance(components, Sequence) else _read_in_batches(components)
    options = options._replace(languages_must_exist=False)
    with keep_database_open(options.cache_directory):
        found, ahead = tee(_announce(batches, lookup))
        for component, outcome in zip(found, scan_components(ahead, options), strict=True):
            if isinstance(outcome, TranstatsError):
                callbacks.on_component_failed(component, outcome)
            else:
                report = changes.with_git_dates(outcome, lookup=lookup) if with_git_dates else outcome
                callbacks.on_report_scanned(report)
                yield report
                callbacks.on_component_done(component)
            lookup.withdraw_component(component)


def _read_in_batches(components: Iterable[Component]) -> Iterator[Sequence[Component]]:
    """Yield the components in batches. The first batches are small, so that they are yielded early."""
    left = iter(components)
    sizes = iter(_BATCH_SIZES)
    while batch := [*islice(left, next(sizes, _BATCH_SIZES[-1]))]:
        yield batch


def _announce(batches: Iterable[Sequence[Component]], lookup: ChangeLookup) -> Iterator[Component]:
    """Yield the components of all batches. The changes of the files of a batch are looked up together."""
    for batch in batches:
        lookup.announce_components(batch)
        yield from batch


def outline_components(components: Iterable[Component], callbacks: RunCallbacks) -> Iterator[Report]:
    """Yield a short report of each component: its languages, without statistics.

    Components without a report are left out.
    """
    for batch in _read_in_batches(components):
        folders = FolderListings()
        for component in batch:
            try:
                report = outline_component(component, folders)
            except TranstatsError as error:
                callbacks.on_component_failed(component, error)
                continue
            callbacks.on_report_scanned(report)
            yield report
            callbacks.on_component_done(component)
