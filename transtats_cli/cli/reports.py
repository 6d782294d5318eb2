"""Read the reports of components, with the dates of their last changes from git, a progress bar and messages."""

from collections.abc import Callable, Iterable, Iterator, Sequence

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
from transtats_cli.scanning.pipeline.language_selection import refuse_absent_languages
from transtats_cli.scanning.pipeline.options import ScanOptions
from transtats_cli.scanning.pipeline.scan import outline_component, scan_component
from transtats_cli.selection.selector import ComponentSelection

CompleteReport = Callable[[Report], Report]
"""Function that returns a report with data that the scan does not read."""


def read_reports(
    selection: ComponentSelection, options: ScanOptions, run: Run, *, with_git_dates: bool
) -> tuple[tuple[Report, ...], int]:
    """Return the reports of the selected components and languages, and the exit status. Print the messages.

    Raises TranstatsError if a single component cannot be read.
    """
    with open_log(selection, run) as log:
        reports = tuple(scan_selection(selection, options, log, with_git_dates=with_git_dates))
    return reports, log.exit_status


def open_log(selection: ComponentSelection, run: Run) -> RunLog:
    """Return the log of a run over the selected components. For a single component, the steps are its files."""
    step_count = len(selection.components) if selection.has_several_components else 0
    return RunLog(run.messages, selection.problems, step_count)


def scan_selection(
    selection: ComponentSelection,
    options: ScanOptions,
    log: RunLog,
    *,
    with_git_dates: bool,
    complete_report: CompleteReport | None = None,
) -> Iterable[Report]:
    """Return the reports of the selected components and languages. The log contains their messages.

    A single component is scanned at once, and several while the reports are read. `complete_report`, if any, is
    called with each report. Raises TranstatsError if a single component cannot be read.
    """
    options = options._replace(languages=selection.languages)
    if selection.has_several_components:
        return report_components(
            selection.components, options, log, with_git_dates=with_git_dates, complete_report=complete_report
        )
    (component,) = selection.components
    report = scan_component(component, options._replace(progress=log.progress.advance))
    report = changes.with_git_dates(report, cache=options.cache_directory) if with_git_dates else report
    report = complete_report(report) if complete_report else report
    log.add_report(report)
    return [report]


def report_components(
    components: Sequence[Component],
    options: ScanOptions,
    log: RunLog,
    *,
    with_git_dates: bool,
    complete_report: CompleteReport | None = None,
) -> Iterator[Report]:
    """Yield the report of each component. Components without a report are left out, and the log contains the errors.

    The changes of the files of all components are looked up together in git.
    """
    lookup = ChangeLookup(options.cache_directory)
    # A component need not have each of the languages, but one of them must.
    refuse_absent_languages(components, options.languages, with_source=options.with_source)
    options = options._replace(languages_must_exist=False)
    with keep_database_open(options.cache_directory):
        lookup.announce_components(components)
        for component, outcome in zip(components, scan_components(components, options), strict=True):
            if isinstance(outcome, TranstatsError):
                log.add_component_error(component, outcome)
            else:
                report = changes.with_git_dates(outcome, lookup=lookup) if with_git_dates else outcome
                report = complete_report(report) if complete_report else report
                log.add_report(report)
                yield report
                log.progress.advance(component.full_name)
            lookup.withdraw_component(component)


def outline_components(components: Iterable[Component], log: RunLog) -> Iterator[Report]:
    """Yield a short report of each component: its languages, without statistics.

    Components without a report are left out, and the log contains the errors.
    """
    folders = FolderListings()
    for component in components:
        try:
            report = outline_component(component, folders)
        except TranstatsError as error:
            log.add_component_error(component, error)
            continue
        log.add_report(report)
        yield report
        log.progress.advance(component.full_name)
