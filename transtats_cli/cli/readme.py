"""`transtats readme`: keep a table of the translations in a file up to date.

The table is between two lines with markers. The first marker can contain arguments and options.
"""

import shlex
from collections.abc import Sequence
from typing import Any, NamedTuple

import click

from transtats_cli.cli.command import TranstatsCommand, command, flag
from transtats_cli.cli.options import (
    FILE_OPTIONS,
    RESOURCE_OPTIONS,
    FileName,
    component_arguments,
    language_option,
    measure_option,
)
from transtats_cli.cli.reports import read_reports
from transtats_cli.cli.run import Run, create_run_options
from transtats_cli.cli.table_options import reject_ineffective_options, table_options
from transtats_cli.errors import TranstatsError
from transtats_cli.output import View
from transtats_cli.output.marked_block import MarkedBlock, read_marked_block
from transtats_cli.output.selection import TableOptions
from transtats_cli.output.stats import OUTPUTS
from transtats_cli.output.text import escape_controls
from transtats_cli.output.writing import replace_file
from transtats_cli.report import NO_COMPONENT, Report, create_total_report
from transtats_cli.selection.arguments import ComponentArguments
from transtats_cli.selection.selector import ComponentSelection

_OUTDATED_EXIT_CODE = 1
"""Exit code of `--check` if the table is not up to date."""
_TABLE_FORMAT = "markdown"


class _TableRequest(NamedTuple):
    """Arguments and options in the first marker."""

    arguments: ComponentArguments
    languages: tuple[str, ...]
    table: TableOptions
    totals: bool


@command("transtats readme README.md", "transtats readme --check README.md shop app")
@click.argument("file", type=FileName())
@component_arguments
@flag("--check", help="Change nothing, and exit with 1 if the table is not up to date.")
@create_run_options(measure_option, *FILE_OPTIONS, *RESOURCE_OPTIONS)
def readme(file: str, arguments: ComponentArguments, check: bool, run: Run) -> int:
    """Update the table of languages in a file.

    The lines between <!-- transtats --> and <!-- /transtats --> in FILE become the table of `transtats stats --format
    markdown`, for several components with the totals by language. The first marker can contain names and options of the
    table: <!-- transtats shop --> or <!-- transtats shop app --sort name -->.
    Names on the command line replace those in the marker. If nothing changed, the file is not written.
    """
    block = read_marked_block(file)
    request = _parse_arguments(block, file)
    if any(arguments):
        request = request._replace(arguments=arguments)
    selection = run.create_selector().select(request.arguments, request.languages, accepts_project=True)
    # Dates are only in tables with chosen fields.
    has_dates = bool(request.table.fields)
    options = run.scan_options._replace(with_shares=True)
    reports, status = read_reports(selection, options, run, with_git_dates=has_dates)
    if status:
        run.messages.print(f"{file}: not changed, because the table would be incomplete")
        return status
    content = block.replace(_render_table(selection, reports, request))
    if content == block.content:
        return 0
    if check:
        run.messages.print(
            f"{file}:{block.line}: the table is not up to date; `transtats readme` without --check updates it"
        )
        return _OUTDATED_EXIT_CODE
    with replace_file(file) as write:
        write(content)
    return 0


@click.command(cls=TranstatsCommand, add_help_option=False)
@component_arguments
@language_option
@table_options
@flag("--totals")
def _parse_table_request(**values: Any) -> _TableRequest:
    return _TableRequest(**values)


def _parse_arguments(block: MarkedBlock, file: str) -> _TableRequest:
    """Return the arguments and options in the first marker. Raises TranstatsError with the line of the marker."""
    try:
        with _parse_table_request.make_context("transtats", shlex.split(block.arguments)) as context:
            request: _TableRequest = _parse_table_request.invoke(context)
            reject_ineffective_options(context, (_TABLE_FORMAT,))
    except (click.ClickException, ValueError) as error:
        reason = error.format_message() if isinstance(error, click.ClickException) else str(error)
        raise TranstatsError(f"{escape_controls(file)}:{block.line}: {reason}") from error
    return request


def _render_table(selection: ComponentSelection, reports: Sequence[Report], request: _TableRequest) -> str:
    has_totals = request.totals or selection.has_several_components
    project = selection.project or (NO_COMPONENT if has_totals else "")
    total = create_total_report(reports, project) if project else None
    reports = reports if total is None else (total,)
    view = View(totals_project=project, table=request.table)
    return "".join(OUTPUTS[_TABLE_FORMAT].render(reports, view))
