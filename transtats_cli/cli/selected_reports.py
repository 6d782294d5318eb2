"""Read the reports of the components that the arguments of a command select.

If the only argument is a project, all components of the project are selected.
"""

import sys
from typing import NamedTuple

import click

from transtats_cli.cli.component_selection import (
    find_project_argument,
    select_components,
    select_project,
)
from transtats_cli.cli.messages import Messages, RunLog
from transtats_cli.cli.options import ComponentArguments
from transtats_cli.output.terminal import ProgressBar
from transtats_cli.output.text import format_count
from transtats_cli.report import Report
from transtats_cli.reporting import ReportOptions, report_component
from transtats_cli.reporting.many_components import RunCallbacks, report_components
from transtats_cli.scanning.discovery.assembly import list_one_component_options
from transtats_cli.settings.layers import Overrides


class SelectedReports(NamedTuple):
    """Reports of the selected components."""

    reports: tuple[Report, ...]
    project: str = ""
    """Name of the project if a project is selected, otherwise empty."""
    has_several_components: bool = False
    """True if all components, a pattern, or a directory with several components is selected.

    False if a project is selected.
    """
    is_complete: bool = True
    """False if a component or a file could not be read."""
    languages: tuple[str, ...] = ()
    """Languages that an option or the path of their files selects. If empty, all languages are selected."""

    @property
    def name(self) -> str:
        """Name of the project or of the component, or the number of components."""
        if self.project:
            return self.project
        if len(self.reports) != 1:
            return format_count(len(self.reports), "component")
        component = self.reports[0].component
        return component.full_name


class ReportRequest(NamedTuple):
    """Options of a command that reads reports, without the names of the components."""

    root: str
    overrides: Overrides
    options: ReportOptions
    messages: Messages

    def read_reports(self, names: ComponentArguments, select_all: bool, command: str) -> SelectedReports:
        """Return the reports of the components that the arguments select, and print the messages of the reports.

        Raises TranstatsError if no component is selected.
        """
        project = "" if select_all else find_project_argument(names, self.root)
        if project:
            if given := list_one_component_options(self.overrides):
                raise click.UsageError(f"{given[0]} applies to one component and cannot be combined with a project.")
            selection = select_project(project, self.root, self.overrides, command)
        else:
            selection = select_components(names, select_all, self.root, self.overrides, command)
        options = self.options._replace(languages=selection.choose_languages(self.options.languages))
        if not selection.has_several_components:
            with ProgressBar(sys.stderr) as progress:
                report = report_component(selection.components[0], options, progress.advance)
            self.messages.print_report(report)
            return SelectedReports((report,), is_complete=not report.failures, languages=options.languages)

        with (
            ProgressBar(sys.stderr, len(selection.components)) as progress,
            RunLog(self.messages, progress, selection.problems) as log,
        ):
            callbacks = RunCallbacks(log.add_component_error, log.add_report, log.advance_progress)
            reports = tuple(report_components(selection.components, options, callbacks))
        return SelectedReports(reports, project, not project, log.is_complete, options.languages)
