"""`transtats components`: list the components that are found."""

import json
import os
import sys
from collections.abc import Iterator, Sequence
from itertools import repeat

import click
from click.core import ParameterSource

from transtats_cli import settings
from transtats_cli.cli.exit_codes import DONE_IN_PART
from transtats_cli.cli.hints import print_hints
from transtats_cli.cli.left_out import (
    hidden_components,
    left_out_lines,
    print_files_of_run,
    with_files_in_no_component,
)
from transtats_cli.cli.messages import Messages, RunLog
from transtats_cli.cli.options import (
    Outputs,
    RunResources,
    examples,
    message_options,
    output_options,
    reading_options,
    root_option,
)
from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError
from transtats_cli.output import View
from transtats_cli.output.components import RENDERERS, ComponentRow, row_of
from transtats_cli.output.left_out import RENDERERS as IGNORED_RENDERERS
from transtats_cli.output.left_out import LeftOutRow
from transtats_cli.output.renderers import Destination
from transtats_cli.output.terminal import Progress
from transtats_cli.output.writing import render_all, write
from transtats_cli.report import Report
from transtats_cli.reporting import ReportOptions
from transtats_cli.reporting.every import RunCallbacks, outline_components, render_components, report_components
from transtats_cli.scanning.discovery import lookup
from transtats_cli.scanning.discovery.lookup import DiscoveryResult


@click.command(epilog=examples("transtats components", "transtats components --root ~/src --no-strings"))
@output_options(RENDERERS.names, "table")
@click.option("--strings/--no-strings", default=True, help="Count the strings, for which files are read (default).")
@click.option(
    "--all-folders", is_flag=True, help="Also list components in folders such as tests, examples and node_modules."
)
@click.option(
    "--ignored", is_flag=True, help="List the translation files that are left out, with the reasons, instead."
)
@reading_options
@root_option
@message_options
def components(
    root: str,
    strings: bool,
    all_folders: bool,
    ignored: bool,
    outputs: Outputs,
    messages: Messages,
    resources: RunResources,
) -> int:
    """List the components that are found.

    The first two columns are the names PROJECT and COMPONENT of other commands.
    """
    if ignored and click.get_current_context().get_parameter_source("strings") is ParameterSource.COMMANDLINE:
        raise click.UsageError("--strings/--no-strings cannot be combined with --ignored.")
    destinations = outputs.destinations(RENDERERS.names, "table")
    discovery = lookup.survey_components(root, settings.load_settings(root), all_folders=all_folders)
    if ignored:
        return _print_ignored(discovery, messages, destinations)
    if not discovery.components:
        nothing = f"no translation files are found in {os.path.abspath(root)}"
        files = left_out_lines(with_files_in_no_component({}, discovery), verbose=messages.verbose)
        raise TranstatsError(*(discovery.problems or [nothing, *hidden_components(discovery), *files]))
    for problem in discovery.problems:
        messages.print(problem)
    with Progress(sys.stderr, len(discovery.components)) as progress:
        log = RunLog(messages, progress, is_complete=not discovery.problems)
        callbacks = RunCallbacks(lambda _, error: log.print_failure(str(error)), log.component_read, log.component_done)
        if strings:
            rows = [*_counted(discovery.components, resources, callbacks, with_notes=messages.verbose)]
        else:
            rows = [*map(row_of, outline_components(discovery.components, callbacks))]
    print_files_of_run(messages, log.left_out, discovery)
    print_hints(messages, discovery.components)
    write(render_all(repeat(rows), View(), destinations, RENDERERS))
    return 0 if log.is_complete else DONE_IN_PART


def _print_ignored(discovery: DiscoveryResult, messages: Messages, destinations: list[Destination]) -> int:
    """Print the files that are left out. The files of the components are found, but not read."""
    for problem in discovery.problems:
        messages.print(problem)
    with Progress(sys.stderr, len(discovery.components)) as progress:
        log = RunLog(messages, progress, is_complete=not discovery.problems)
        callbacks = RunCallbacks(log.component_failed, log.component_read, log.component_done)
        rows = {
            path: LeftOutRow(path, each.reason, report.component.project, report.component.slug)
            for report in outline_components(discovery.components, callbacks)
            for path, each in report.files_left_out().items()
        }
    for path, each in with_files_in_no_component({}, discovery).items():
        rows[path] = rows.get(path, LeftOutRow(path, ""))._replace(reason=each.reason)
    write(render_all(repeat([row for _, row in sorted(rows.items())]), View(), destinations, IGNORED_RENDERERS))
    return 0 if log.is_complete else DONE_IN_PART


def _counted(
    components: Sequence[Component], resources: RunResources, callbacks: RunCallbacks, *, with_notes: bool
) -> Iterator[ComponentRow]:
    """Yield the rows with the number of strings. They are cached, except `with_notes`, because notes are not."""
    options = ReportOptions(
        with_source=True,
        runs_checks=False,
        with_statistics=False,
        with_git_dates=False,
        jobs=resources.jobs,
        cache_directory=resources.cache,
    )
    if with_notes or not resources.cache:
        yield from map(row_of, report_components(components, options, callbacks))
        return
    for text in render_components(components, _row_text, "components", options, callbacks):
        if text:
            yield ComponentRow(*json.loads(text))


def _row_text(report: Report) -> str:
    return json.dumps(row_of(report))
