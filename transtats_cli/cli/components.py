"""`transtats components`: list the components that are found."""

import sys
from collections.abc import Iterator
from itertools import tee

import click

from transtats_cli import settings
from transtats_cli.cli.declared_options import option
from transtats_cli.cli.exit_codes import PARTLY_DONE
from transtats_cli.cli.group import TranstatsCommand
from transtats_cli.cli.left_out import (
    add_files_in_no_component,
    describe_hidden_components,
    describe_left_out_files,
    print_left_out_files_of_run,
)
from transtats_cli.cli.messages import Messages, RunLog
from transtats_cli.cli.options import (
    OutputOptions,
    ResourceOptions,
    create_output_options,
    format_examples,
    message_options,
    resource_options_without_checks,
    root_option,
)
from transtats_cli.errors import TranstatsError
from transtats_cli.output import View
from transtats_cli.output.components import LEFT_OUT_OUTPUTS, OUTPUTS, LeftOutRow, create_component_row
from transtats_cli.output.formats import Destination
from transtats_cli.output.terminal import ProgressBar
from transtats_cli.output.writing import render_to_destinations, write_outputs, write_value
from transtats_cli.report import Report
from transtats_cli.reporting.many_components import (
    RunCallbacks,
    outline_components,
    report_components,
)
from transtats_cli.scanning.discovery import lookup
from transtats_cli.scanning.discovery.lookup import DiscoveryResult
from transtats_cli.scanning.pipeline.options import ScanOptions
from transtats_cli.selection.selector import describe_missing_components


@click.command(
    cls=TranstatsCommand,
    epilog=format_examples("transtats components", "transtats components --root ~/src --no-strings"),
)
@create_output_options(OUTPUTS)
@option("--strings/--no-strings", default=True, help="Count the strings, for which files are read (default).")
@option("--all-folders", is_flag=True, help="Also list components in folders such as tests, examples and node_modules.")
@option(
    "--ignored",
    is_flag=True,
    excludes=("--strings", "--no-strings"),
    help="List the translation files that are left out, with the reasons, instead.",
)
@resource_options_without_checks
@root_option
@message_options
def components(
    root: str,
    strings: bool,
    all_folders: bool,
    ignored: bool,
    outputs: OutputOptions,
    messages: Messages,
    resources: ResourceOptions,
) -> int:
    """List the components that are found.

    The first two columns are the names PROJECT and COMPONENT of other commands.
    """
    destinations = outputs.parse_destinations()
    discovery = lookup.survey_components(root, settings.load_settings(root), all_folders=all_folders)
    if ignored:
        return _print_ignored_files(discovery, resources, messages, destinations)
    if not discovery.components:
        nothing = describe_missing_components(root, discovery)
        files = describe_left_out_files(
            add_files_in_no_component({}, discovery), verbose=messages.verbose, names_masks=True
        )
        lines = [nothing, *describe_hidden_components(discovery), *files]
        raise TranstatsError(*(discovery.problems or lines))
    with (
        ProgressBar(sys.stderr, len(discovery.components)) as progress,
        RunLog(messages, progress, discovery.problems) as log,
    ):
        callbacks = RunCallbacks(log.add_component_error, log.add_report, log.advance_progress)
        reports = (
            report_components(discovery.components, _create_scan_options(resources), callbacks, with_git_dates=False)
            if strings
            else outline_components(discovery.components, callbacks)
        )
        # NDJSON is written line by line while the components are read.
        shown = tee(progress.clear_before_each(map(create_component_row, reports)), len(destinations))
        write_outputs(render_to_destinations(shown, View(), destinations, OUTPUTS))
    print_left_out_files_of_run(messages, log.left_out_files, discovery, names_masks=True)
    return 0 if log.is_complete else PARTLY_DONE


def _print_ignored_files(
    discovery: DiscoveryResult, resources: ResourceOptions, messages: Messages, destinations: list[Destination]
) -> int:
    """Print the files that are left out. All files are read, because files that cannot be read are left out, too."""
    with (
        ProgressBar(sys.stderr, len(discovery.components)) as progress,
        RunLog(messages, progress, discovery.problems) as log,
    ):
        callbacks = RunCallbacks(log.add_component_error, log.add_report, log.advance_progress)
        options = _create_scan_options(resources)
        rows = {
            row.file: row
            for report in report_components(discovery.components, options, callbacks, with_git_dates=False)
            for row in _list_ignored_files(report)
        }
    for path, each in add_files_in_no_component(log.left_out_files, discovery).items():
        rows[path] = rows.get(path, LeftOutRow(path, ""))._replace(reason=each.description)
    write_value([row for _, row in sorted(rows.items())], LEFT_OUT_OUTPUTS, destinations)
    return 0 if log.is_complete else PARTLY_DONE


def _list_ignored_files(report: Report) -> Iterator[LeftOutRow]:
    """Yield the files of a component that are left out, and those that cannot be read."""
    names = report.component.project, report.component.slug
    for path, each in report.files_left_out().items():
        yield LeftOutRow(path, each.reason, *names)
    for failure in report.failures:
        place = "" if failure.line is None else f"line {failure.line}: "
        yield LeftOutRow(report.component.path_for_messages(failure.path), place + failure.reason, *names)


def _create_scan_options(resources: ResourceOptions) -> ScanOptions:
    """Return the options of a scan that only counts the strings."""
    return ScanOptions(
        with_source=True,
        runs_checks=False,
        with_statistics=False,
        jobs=resources.jobs,
        cache_directory=resources.cache_directory,
    )
