"""`transtats readme`: keep a table of the translations in a file up to date.

The table is between two lines with markers. The first marker can contain arguments and options.
"""

import shlex
from typing import Any, NamedTuple

import click

from transtats_cli.cli.declared_options import option
from transtats_cli.cli.exit_codes import PARTLY_DONE
from transtats_cli.cli.group import TranstatsCommand
from transtats_cli.cli.messages import Messages
from transtats_cli.cli.options import (
    FileName,
    ResourceOptions,
    component_arguments,
    component_options,
    create_selector,
    format_examples,
    language_option,
    message_options,
    resource_options,
    root_option,
)
from transtats_cli.cli.selected_reports import SelectedReports, read_reports
from transtats_cli.cli.table_options import TableOptions, reject_ineffective_options, table_options
from transtats_cli.errors import TranstatsError
from transtats_cli.output import View
from transtats_cli.output.files import replace_file
from transtats_cli.output.marked_block import MarkedBlock, read_marked_block
from transtats_cli.output.stats import OUTPUTS
from transtats_cli.output.text import escape_controls
from transtats_cli.scanning.pipeline.options import ScanOptions
from transtats_cli.selection.arguments import ComponentArguments
from transtats_cli.selection.selector import ComponentSelection
from transtats_cli.settings.layers import Overrides
from transtats_cli.totals import create_total_report

_OUTDATED_EXIT_CODE = 1
"""Exit code of `--check` if the table is not up to date."""
_TABLE_FORMAT = "markdown"


class _TableRequest(NamedTuple):
    """Arguments and options in the first marker."""

    arguments: ComponentArguments
    languages: tuple[str, ...]
    table: TableOptions


@click.command(
    cls=TranstatsCommand,
    epilog=format_examples("transtats readme README.md", "transtats readme --check README.md shop app"),
)
@click.argument("file", type=FileName())
@component_arguments
@option("--check", is_flag=True, help="Change nothing, and exit with 1 if the table is not up to date.")
@component_options
@resource_options
@root_option
@message_options
def readme(
    file: str,
    arguments: ComponentArguments,
    check: bool,
    overrides: Overrides,
    resources: ResourceOptions,
    root: str,
    messages: Messages,
) -> int:
    """Update the table of languages in a file.

    The lines between <!-- transtats --> and <!-- /transtats --> in FILE become the table of `transtats stats --format
    markdown`. The first marker can contain names and options of the table: <!-- transtats shop app --sort name -->.
    Names on the command line replace those in the marker. If nothing changed, the file is not written.
    """
    block = read_marked_block(file)
    request = _parse_arguments(block, file)
    if any(arguments):
        request = request._replace(arguments=arguments)
    selector = create_selector(root, overrides)
    selection = selector.select(request.arguments, request.languages, accepts_project=True)
    # Dates are only in tables with chosen fields.
    has_dates = bool(request.table.fields)
    selected = read_reports(selection, _scan_options(resources), messages, with_git_dates=has_dates)
    if not selected.is_complete:
        messages.print(f"{file}: not changed, because the table would be incomplete")
        return PARTLY_DONE
    content = block.replace(_render_table(selection, selected, request.table))
    if content == block.content:
        return 0
    if check:
        messages.print(
            f"{file}:{block.line}: the table is not up to date; `transtats readme` without --check updates it"
        )
        return _OUTDATED_EXIT_CODE
    _write_file(file, content)
    return 0


@click.command(cls=TranstatsCommand, add_help_option=False)
@component_arguments
@language_option
@table_options
def _parse_table_request(**values: Any) -> _TableRequest:
    return _TableRequest(**values)


def _parse_arguments(block: MarkedBlock, file: str) -> _TableRequest:
    """Return the arguments and options in the first marker. Raises TranstatsError with the line of the marker."""
    try:
        with _parse_table_request.make_context("transtats", shlex.split(block.arguments)) as context:
            request: _TableRequest = _parse_table_request.invoke(context)
        reject_ineffective_options(request.table.given_options, (_TABLE_FORMAT,))
    except (click.ClickException, ValueError) as error:
        reason = error.format_message() if isinstance(error, click.ClickException) else str(error)
        raise TranstatsError(f"{escape_controls(file)}:{block.line}: {reason}") from error
    return request


def _scan_options(resources: ResourceOptions) -> ScanOptions:
    return ScanOptions(
        jobs=resources.jobs,
        cache_directory=resources.cache_directory,
        budget=resources.budget,
        with_completeness=True,
    )


def _render_table(selection: ComponentSelection, selected: SelectedReports, table: TableOptions) -> str:
    project = selection.project
    view = View(has_several_components=selection.has_several_components and not project, totals_project=project)
    total = create_total_report(selected.reports, project) if project else None
    reports = selected.reports if total is None else (total,)
    return "".join(OUTPUTS[_TABLE_FORMAT].render(reports, table.apply_to_view(view)))


def _write_file(file: str, content: bytes) -> None:
    try:
        with replace_file(file) as opened:
            opened.write(content)
    except OSError as error:
        raise TranstatsError(f"{escape_controls(file)} cannot be written: {error.strerror or error}") from error
