"""`transtats stats`: statistics of one component or of all components."""

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

import click

from transtats_cli.cli.command import OWN_HEADING, command, files_option, flag, option, output_option
from transtats_cli.cli.messages import RunLog, print_left_out_files
from transtats_cli.cli.options import (
    FILE_OPTIONS,
    RESOURCE_OPTIONS,
    OutputOptions,
    base_url_option,
    create_component_arguments,
    create_option_group,
    create_output_options,
    git_timeout_option,
    language_option,
    measure_option,
)
from transtats_cli.cli.reports import CompleteReport, open_log, scan_selection
from transtats_cli.cli.run import Run, create_run_options
from transtats_cli.cli.slices import select_slice, watch_matches, where_option
from transtats_cli.cli.table_options import reject_ineffective_options, table_options
from transtats_cli.envelope import MAX_PAGE_SIZE, PAGE_SIZE, ResponsePage
from transtats_cli.errors import TranstatsError
from transtats_cli.output import View
from transtats_cli.output.formats import Output, require_format
from transtats_cli.output.selection import TableOptions
from transtats_cli.output.stats import OUTPUTS
from transtats_cli.output.terminal import is_terminal
from transtats_cli.output.text import escape_controls
from transtats_cli.output.writing import write_text
from transtats_cli.report import NO_COMPONENT, Report, create_total_report
from transtats_cli.scanning.discovery.lookup import LocatedComponent
from transtats_cli.scanning.pipeline.options import StringSlice
from transtats_cli.selection.arguments import ComponentArguments
from transtats_cli.selection.selector import ComponentSelection, ComponentSelector
from transtats_cli.settings import format_toml
from transtats_cli.settings.layers import Setting

_FORMAT_VARIABLE = "TRANSTATS_FORMAT"
_IGNORED_BY_SHOW_SETTINGS = (
    OWN_HEADING,
    *("--all", "--totals", "--format", "--json", "--output", "--color"),
    *("--jobs", "--no-cache", "--cache-dir", "--check-time", "--git-timeout"),
)
"""Options that have no effect together with --show-settings."""


class RecordOptions(NamedTuple):
    """Options that select the records to print, and the keys of the records."""

    with_source: bool
    extended: bool
    completeness: bool
    checks: bool
    file_notes: bool
    history: bool
    """True to take the dates of the last changes from git."""
    page: int | None
    page_size: int | None
    outdated: bool
    lived: bool
    """True for the numbers of a server that has lived through the history of the files."""

    @property
    def requested_page(self) -> ResponsePage | None:
        return ResponsePage(self.page or 1, self.page_size or PAGE_SIZE) if self.page or self.page_size else None

    def create_view(self, languages: Sequence[str], table: TableOptions) -> View:
        query = [
            (name, "true") for name in ("completeness", "extended", "file_notes", "with_source") if getattr(self, name)
        ]
        query += [("language", language) for language in languages]
        query += [("page_size", str(self.page_size))] if self.page_size else []
        return View(
            self.extended,
            self.completeness,
            self.outdated,
            self.requested_page,
            query,
            table=table,
        )


record_options = create_option_group(
    "records",
    RecordOptions,
    flag("--with-source", help="The source language first, as on a server."),
    flag("--extended", help="37 keys of a Weblate 2026.10 record, not 25."),
    flag("--completeness", help="Add the strings of the template that each file lacks."),
    option("--checks/--no-checks", default=True, help="Run the quality checks (default); they take most time."),
    flag("--file-notes", help="Count the suggestions and comments in the files."),
    option("--history/--no-history", default=True, help="Dates of changes from git (default), or from the files only."),
    option("--page", metavar="N", type=click.IntRange(min=1), help=f"Only this page of {PAGE_SIZE} records."),
    option(
        "--page-size",
        metavar="N",
        type=click.IntRange(1, MAX_PAGE_SIZE),
        help="Records on a page; prints page 1 without --page.",
    ),
    flag("--outdated", help="Count strings whose source changed, from git."),
    flag("--lived", help="Outdated strings as fuzzy, as on a server."),
)


@command(
    "transtats stats shop app --format table",
    "transtats stats shop --format table --below 100 --left --rate 300",
)
@create_component_arguments("All components, as without names.")
@files_option("--totals", is_flag=True, help="Only the totals by language.")
@record_options
@table_options
@language_option
@where_option
@create_output_options(OUTPUTS, f"{', '.join(OUTPUTS)}. Repeatable.")
@output_option(
    "--show-settings",
    is_flag=True,
    excludes=_IGNORED_BY_SHOW_SETTINGS,
    help="Print the settings and their origins instead.",
)
@create_run_options(measure_option, *FILE_OPTIONS, base_url_option, *RESOURCE_OPTIONS, git_timeout_option)
def stats(
    arguments: ComponentArguments,
    totals: bool,
    records: RecordOptions,
    table: TableOptions,
    languages: tuple[str, ...],
    queries: tuple[str, ...],
    outputs: OutputOptions,
    show_settings: bool,
    run: Run,
) -> int:
    """Print statistics of a component or project.

    The output is JSON; on a terminal, a table without a COMPONENT. PROJECT alone prints totals.
    """
    selector = run.create_selector()
    selection = selector.select(arguments, languages, accepts_project=not show_settings)
    if show_settings:
        return _print_settings(selector, selection)
    if not outputs.destinations[0].format:
        is_named = arguments.project is not None and not selection.has_several_components
        is_json = is_named or outputs.destinations[0].file != "" or not is_terminal(sys.stdout)
        chosen = "table" if table.shows_work_left else _find_chosen_format(selector)
        outputs = outputs.with_default(chosen or ("json" if is_json else "table"))
    formats = outputs.list_formats()
    _reject_conflicts(records, selection, formats)
    shows_shares = outputs.shows_shares and table.has_shares
    # Without checks, a comparison with the template would take a noticeable part of the time.
    hides_shares = records.checks and not (
        outputs.shows_shares or table.fields or records.completeness or records.with_source
    )
    adds_outdated = records.outdated or records.lived or table.needs_outdated
    where = select_slice(queries, selector, has_findings=records.checks and not adds_outdated)
    options = run.scan_options._replace(
        where=where,
        with_source=records.with_source,
        runs_checks=records.checks,
        with_file_notes=records.file_notes,
        with_completeness=records.completeness or table.needs_completeness or run.messages.verbose,
        with_shares=table.needs_shares or shows_shares or hides_shares,
    )
    view = records.create_view(selection.languages, table)
    with open_log(selection, run) as log:
        log.explains_shares = shows_shares and where is None
        log.names_shares = hides_shares and where is None
        count = _create_outdated_counter(selection, run, log, records.lived, where) if adds_outdated else None
        scanned = scan_selection(selection, options, log, with_git_dates=records.history, complete_report=count)
        reports: Iterable[Report] = watch_matches(scanned, where, log)
        if totals_project := selection.project or (NO_COMPONENT if totals else ""):
            view = view._replace(totals_project=totals_project)
            reports = filter(
                None, [create_total_report(reports, totals_project, needs_completeness=options.with_completeness)]
            )
        elif selection.has_several_components:
            view = view._replace(has_several_components=True)
        outputs.write(log.progress.clear_before_each(_reject_absent_page(reports, view.page)), view)
    print_left_out_files(run.messages, log.left_out_files, selection.discovery)
    return log.exit_status


def _create_outdated_counter(
    selection: ComponentSelection, run: Run, log: RunLog, as_fuzzy: bool, where: StringSlice | None
) -> CompleteReport:
    """Return a function that adds the outdated strings to a report. The log gets a warning if there can be none."""
    # A border like that of a command: most runs do not read the history of the strings.
    from transtats_cli.outdated.finder import OutdatedFinder
    from transtats_cli.outdated.records import with_outdated

    finder = OutdatedFinder(selection.components, run.cache_directory, log.add_warning)
    return partial(with_outdated, finder=finder, as_fuzzy=as_fuzzy, where=where)


def _find_chosen_format(selector: ComponentSelector) -> str:
    """Return the format that the environment or the settings choose, or ''. Raises TranstatsError if it is unknown."""
    name, origin = os.environ.get(_FORMAT_VARIABLE, ""), _FORMAT_VARIABLE
    if not name and (setting := selector.find_setting("format")):
        name, origin = str(setting.value), f"{setting.origin}: format"
    if name:
        require_format(name, OUTPUTS, f"{origin}: ")
    return name


def _reject_conflicts(records: RecordOptions, selection: ComponentSelection, formats: Sequence[Output[Any]]) -> None:
    """Raise UsageError for options that do not apply to several components, or to any of the formats."""
    reject_ineffective_options(click.get_current_context(), [each.name for each in formats])
    if not selection.has_several_components:
        return
    if records.requested_page:
        raise click.UsageError("--page applies to one component; give its PROJECT and COMPONENT.")
    for each in formats:
        if not each.is_for_several:
            raise click.UsageError(
                f"The format {each.name} shows one component; `transtats report` writes pages of several."
            )


def _reject_absent_page(reports: Iterable[Report], page: ResponsePage | None) -> Iterator[Report]:
    """Yield the reports. Raises TranstatsError for a report without this page."""
    for report in reports:
        if page is not None and page.number > page.count_pages(len(report.records)):
            raise TranstatsError(
                f"there is no page {page.number}: {len(report.records)} records with {page.size} on a page make"
                f" {page.count_pages(len(report.records))}"
            )
        yield report


def _print_settings(selector: ComponentSelector, selection: ComponentSelection) -> int:
    if selection.has_several_components:
        raise click.UsageError("--show-settings shows one component; give its PROJECT and COMPONENT.")
    (component,) = selection.components
    located = selector.locate(ComponentArguments(component.project, component.slug))
    write_text("\n".join(map(escape_controls, _list_component_settings(located))))
    return 0


def _list_component_settings(located: LocatedComponent) -> Iterator[str]:
    """Yield all settings of a component: key with the name of its table, value in TOML notation, and origin."""
    for key, setting in located.list_settings():
        # Without a choice of checks, all checks run.
        if setting != Setting((), "default"):
            yield f"{key} = {format_toml(setting.value)}  # {setting.origin}"
    for entry in located.component.gate_settings:
        languages = f"({', '.join(entry.languages)})." if entry.languages else ""
        yield f"gate.{languages}{entry.key} = {format_toml(entry.value)}  # {entry.origin}"
