"""`transtats badge`: an image of the share that is translated, for a README or a web page."""

from collections.abc import Sequence

import click

from transtats_cli.cli.command import command, option
from transtats_cli.cli.options import (
    CACHE_OPTIONS,
    FILE_OPTIONS,
    FileName,
    component_arguments,
    language_option,
    measure_option,
)
from transtats_cli.cli.reports import read_reports
from transtats_cli.cli.run import Run, create_run_options
from transtats_cli.errors import TranstatsError
from transtats_cli.output import View
from transtats_cli.output.badge import OUTPUTS, BadgeFigures, collect_figures
from transtats_cli.output.text import format_count
from transtats_cli.output.writing import write_outputs
from transtats_cli.report import Report
from transtats_cli.selection.arguments import ComponentArguments
from transtats_cli.selection.selector import ComponentSelection


@command(
    "transtats badge shop app --output translated.svg",
    "transtats badge shop app --kind bars --output languages.svg",
)
@component_arguments
@option(
    "--kind",
    type=click.Choice(tuple(OUTPUTS)),
    default="badge",
    show_default=True,
    help="A badge with the translated share, an image with a bar for each language, or JSON for shields.io.",
)
@language_option
@option(
    "--output",
    type=FileName(),
    default="-",
    metavar="FILE",
    help="Write to this file instead of standard output.",
)
@create_run_options(measure_option, *FILE_OPTIONS, *CACHE_OPTIONS)
def badge(arguments: ComponentArguments, kind: str, languages: tuple[str, ...], output: str, run: Run) -> int:
    """Draw a badge with the translated share.

    The badge of a component or a PROJECT counts all its languages, without the source language. It says `complete` if a
    file lists all strings. Percentages are rounded down. `transtats serve` returns the same images.
    """
    options = run.scan_options._replace(with_source=True, runs_checks=False, with_shares=True)
    selection = run.create_selector().select(arguments, languages, accepts_project=True)
    reports, status = read_reports(selection, options, run, with_git_dates=False)
    if status:
        run.messages.print(f"{'the badge' if output == '-' else output}: not written, because it would be incomplete")
        return status
    figures = _collect_figures(selection, reports)
    write_outputs([("" if output == "-" else output, OUTPUTS[kind].render(figures, View()))])
    return status


def _collect_figures(selection: ComponentSelection, reports: Sequence[Report]) -> BadgeFigures:
    """Return the figures of the selected languages, or of all languages if none is selected.

    Raises TranstatsError if there is no file of the selected languages.
    """
    names = [each.full_name for each in selection.components]
    name = selection.project or (names[0] if len(names) == 1 else format_count(len(names), "component"))
    languages = selection.languages
    if not languages:
        return collect_figures(name, reports)
    records = [record for report in reports for record in report.translations]
    if not records:
        raise TranstatsError(f"there is no translation into {' or '.join(languages)} in {name}")
    codes = sorted({record.language.code for record in records})
    return collect_figures(f"{name}/{','.join(codes)}", reports)
