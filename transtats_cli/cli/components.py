"""`transtats components`: list the components that are found."""

from collections.abc import Iterator

import click

from transtats_cli import settings
from transtats_cli.cli.command import command, flag, option
from transtats_cli.cli.messages import (
    RunLog,
    add_files_in_no_component,
    describe_hidden_components,
    describe_left_out_files,
    print_left_out_files,
)
from transtats_cli.cli.options import CACHE_OPTIONS, OutputOptions, create_output_options, name_arguments
from transtats_cli.cli.reports import outline_components, report_components
from transtats_cli.cli.run import Run, create_run_options
from transtats_cli.errors import TranstatsError
from transtats_cli.output.components import LEFT_OUT_OUTPUTS, OUTPUTS, LeftOutRow, create_component_row
from transtats_cli.report import Report
from transtats_cli.scanning.discovery import lookup
from transtats_cli.scanning.discovery.lookup import DiscoveryResult
from transtats_cli.selection.arguments import ComponentArguments
from transtats_cli.selection.selector import describe_missing_components


@command(
    "transtats components",
    "transtats components 'shop/*' --format json",
    "transtats components --root ~/src --no-strings",
)
@name_arguments
@create_output_options(OUTPUTS)
@option("--strings/--no-strings", default=True, help="Count the strings, for which files are read (default).")
@flag("--all-folders", help="Also list components in folders such as tests, examples and node_modules.")
@flag(
    "--ignored",
    excludes=("--strings", "--no-strings"),
    help="List the translation files that are left out, with the reasons, instead.",
)
@create_run_options(*CACHE_OPTIONS)
def components(
    arguments: ComponentArguments, strings: bool, all_folders: bool, ignored: bool, outputs: OutputOptions, run: Run
) -> int:
    """List the components that are found.

    The first two columns are the names PROJECT and COMPONENT of other commands. Names, patterns such as 'shop/*' and
    paths choose components here as there.
    """
    if arguments.project is None:
        discovery = lookup.survey_components(run.root, settings.load_settings(run.root), all_folders=all_folders)
        for warning in discovery.warnings:
            run.messages.print_warning(warning)
    elif all_folders:
        raise click.UsageError("--all-folders lists all components; give no PROJECT.")
    else:
        selection = run.create_selector().select(arguments)
        discovery = DiscoveryResult([*selection.components], [*selection.problems])
    if ignored:
        return _print_ignored_files(discovery, run, outputs)
    if not discovery.components:
        nothing = describe_missing_components(run.root, discovery)
        files = describe_left_out_files(
            add_files_in_no_component({}, discovery), verbose=run.messages.verbose, names_masks=True
        )
        lines = [nothing, *describe_hidden_components(discovery), *files]
        raise TranstatsError(*(discovery.problems or lines))
    with RunLog(run.messages, discovery.problems, len(discovery.components)) as log:
        reports = _count_strings(discovery, run, log) if strings else outline_components(discovery.components, log)
        # NDJSON is written line by line while the components are read.
        outputs.write(log.progress.clear_before_each(map(create_component_row, reports)))
    print_left_out_files(run.messages, log.left_out_files, discovery, names_masks=True)
    return log.exit_status


def _print_ignored_files(discovery: DiscoveryResult, run: Run, outputs: OutputOptions) -> int:
    """Print the files that are left out. All files are read, because files that cannot be read are left out, too."""
    with RunLog(run.messages, discovery.problems, len(discovery.components)) as log:
        rows = {row.file: row for report in _count_strings(discovery, run, log) for row in _list_ignored_files(report)}
    for path, each in add_files_in_no_component(log.left_out_files, discovery).items():
        rows[path] = rows.get(path, LeftOutRow(path, ""))._replace(reason=each.description)
    outputs.write([row for _, row in sorted(rows.items())], outputs=LEFT_OUT_OUTPUTS)
    return log.exit_status


def _list_ignored_files(report: Report) -> Iterator[LeftOutRow]:
    """Yield the files of a component that are left out, and those that cannot be read."""
    names = report.component.project, report.component.slug
    for path, each in report.files_left_out().items():
        yield LeftOutRow(path, each.reason, *names)
    for failure in report.failures:
        place = "" if failure.line is None else f"line {failure.line}: "
        yield LeftOutRow(report.component.path_for_messages(failure.path), place + failure.reason, *names)


def _count_strings(discovery: DiscoveryResult, run: Run, log: RunLog) -> Iterator[Report]:
    options = run.scan_options._replace(with_source=True, runs_checks=False, with_shares=True)
    return report_components(discovery.components, options, log, with_git_dates=False)
