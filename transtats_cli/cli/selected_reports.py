"""Read the reports of the selected components, with a progress bar and messages."""

from collections.abc import Iterable, Iterator

from transtats_cli.cli.messages import RunLog
from transtats_cli.cli.run import Run
from transtats_cli.component import Component
from transtats_cli.report import Report
from transtats_cli.reporting import report_component
from transtats_cli.reporting.many_components import RunCallbacks, outline_components, report_components
from transtats_cli.scanning.pipeline.options import ScanOptions
from transtats_cli.selection.selector import ComponentSelection


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
            report = report_component(component, options, log.progress.advance, with_git_dates=with_git_dates)
            log.add_report(report)
        return (report,), log.exit_status
    with RunLog(run.messages, selection.problems, len(selection.components)) as log:
        reports = tuple(iterate_reports(selection.components, options, log, with_git_dates=with_git_dates))
    return reports, log.exit_status


def iterate_reports(
    components: Iterable[Component], options: ScanOptions | None, log: RunLog, *, with_git_dates: bool = False
) -> Iterator[Report]:
    """Yield the report of each component, without statistics if `options` is None. The log gets the messages."""
    callbacks = RunCallbacks(log.add_component_error, log.add_report, log.advance_progress)
    if options is None:
        return outline_components(components, callbacks)
    return report_components(components, options, callbacks, with_git_dates=with_git_dates)
