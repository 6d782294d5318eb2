"""Read the reports of components, with the dates of their last changes from git, a progress bar and messages."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, tee

from transtats_cli import changes
from transtats_cli.caching.store import keep_database_open
from transtats_cli.changes.lookup import ChangeLookup
from transtats_cli.cli.messages import RunLog
from transtats_cli.cli.run import Run
from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError
from transtats_cli.report import Report
from transtats_cli.scanning.filemask.folders import FolderListings
from transtats_cli.scanning.pipeline.component_batches import scan_components
from transtats_cli.scanning.pipeline.options import ScanOptions
from transtats_cli.scanning.pipeline.scan import outline_component, scan_component
from transtats_cli.selection.selector import ComponentSelection

_BATCH_SIZES = (16, 128, 1000)
"""Numbers of components in the first batches. All other batches have the last size.

The changes of the files of a batch are looked up together in git.
"""


def read_reports(
    selection: ComponentSelection, options: ScanOptions, run: Run, *, with_git_dates: bool
) -> tuple[tuple[Report, ...], int]:
    """Return the reports of the selected components and languages, and the exit status. Print the messages.

    Raises TranstatsError if a single component cannot be read.
    """
    options = options._replace(languages=selection.languages)
    if not selection.has_several_components:
        (component,) = selection.components
        with RunLog(run.messages) as log:
            report = report_component(component, options, log, with_git_dates=with_git_dates)
            log.add_report(report)
        return (report,), log.exit_status
    with RunLog(run.messages, selection.problems, len(selection.components)) as log:
        reports = tuple(report_components(selection.components, options, log, with_git_dates=with_git_dates))
    return reports, log.exit_status


def report_component(component: Component, options: ScanOptions, log: RunLog, *, with_git_dates: bool) -> Report:
    """Scan a component, and return its report. The log shows the progress, and the caller adds the report to it."""
    report = scan_component(component, options._replace(progress=log.progress.advance))
    return changes.with_git_dates(report, cache=options.cache_directory) if with_git_dates else report


def report_components(
    components: Iterable[Component], options: ScanOptions, log: RunLog, *, with_git_dates: bool
) -> Iterator[Report]:
    """Yield the report of each component. Components without a report are left out, and the log contains the errors.

    If `components` is an iterator, it is read in batches, so that the first reports are yielded early.
    """
    lookup = ChangeLookup(options.cache_directory)
    batches = [components] if isinstance(components, Sequence) else _read_in_batches(components)
    options = options._replace(languages_must_exist=False)
    with keep_database_open(options.cache_directory):
        found, ahead = tee(_announce(batches, lookup))
        for component, outcome in zip(found, scan_components(ahead, options), strict=True):
            if isinstance(outcome, TranstatsError):
                log.add_component_error(component, outcome)
            else:
                report = changes.with_git_dates(outcome, lookup=lookup) if with_git_dates else outcome
                log.add_report(report)
                yield report
                log.advance_progress(component)
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


def outline_components(components: Iterable[Component], log: RunLog) -> Iterator[Report]:
    """Yield a short report of each component: its languages, without statistics.

    Components without a report are left out, and the log contains the errors.
    """
    for batch in _read_in_batches(components):
        folders = FolderListings()
        for component in batch:
            try:
                report = outline_component(component, folders)
            except TranstatsError as error:
                log.add_component_error(component, error)
                continue
            log.add_report(report)
            yield report
            log.advance_progress(component)
