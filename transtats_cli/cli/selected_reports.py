"""Read the reports of the selected components, with a progress bar and messages."""

import sys
from typing import NamedTuple

from transtats_cli.cli.messages import Messages, RunLog
from transtats_cli.output.terminal import ProgressBar
from transtats_cli.report import Report
from transtats_cli.reporting import report_component
from transtats_cli.reporting.many_components import RunCallbacks, report_components
from transtats_cli.scanning.pipeline.options import ScanOptions
from transtats_cli.selection.selector import ComponentSelection


class SelectedReports(NamedTuple):
    """Reports of the selected components."""

    reports: tuple[Report, ...]
    is_complete: bool
    """False if a component or a file could not be read."""


def read_reports(
    selection: ComponentSelection, options: ScanOptions, messages: Messages, *, with_git_dates: bool
) -> SelectedReports:
    """Return the reports of the selected components and languages, and print the messages of the reports.

    Raises TranstatsError if a single component cannot be read.
    """
    options = options._replace(languages=selection.languages)
    if not selection.has_several_components:
        with ProgressBar(sys.stderr) as progress:
            (component,) = selection.components
            report = report_component(component, options, progress.advance, with_git_dates=with_git_dates)
        messages.print_report(report)
        return SelectedReports((report,), not report.failures)
    with (
        ProgressBar(sys.stderr, len(selection.components)) as progress,
        RunLog(messages, progress, selection.problems) as log,
    ):
        callbacks = RunCallbacks(log.add_component_error, log.add_report, log.advance_progress)
        reports = tuple(report_components(selection.components, options, callbacks, with_git_dates=with_git_dates))
    return SelectedReports(reports, log.is_complete)
