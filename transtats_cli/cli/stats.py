"""`transtats stats`: statistics of one component or of all components."""

import sys
from collections.abc import Iterator, Sequence
from itertools import tee
from typing import NamedTuple

import click

from transtats_cli.cli.command import COMPONENTS_HEADING, OUTPUT_HEADING, OWN_HEADING, command, option
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
)
from transtats_cli.cli.reports import report_component, report_components
from transtats_cli.cli.run import Run, create_run_options
from transtats_cli.cli.table_options import TableOptions, reject_ineffective_options, table_options
from transtats_cli.component import Component
from transtats_cli.envelope import MAX_PAGE_SIZE, PAGE_SIZE, ResponsePage
from transtats_cli.errors import TranstatsError
from transtats_cli.output import View
from transtats_cli.output.formats import Destination
from transtats_cli.output.stats import OUTPUTS
from transtats_cli.output.terminal import is_terminal
from transtats_cli.output.text import escape_controls
from transtats_cli.output.writing import render_to_destinations, write_outputs, write_text, write_value
from transtats_cli.report import NO_COMPONENT, Report, create_total_report
from transtats_cli.scanning.discovery.lookup import LocatedComponent
from transtats_cli.scanning.pipeline.options import ScanOptions
from transtats_cli.selection.arguments import ComponentArguments
from transtats_cli.selection.selector import ComponentSelection
from transtats_cli.settings import format_toml
from transtats_cli.settings.layers import Setting

_IGNORED_BY_SHOW_SETTINGS = (
    OWN_HEADING,
    *("--all", "--totals", "--format", "--output", "--color"),
    *("--jobs", "--no-cache", "--cache-dir", "--check-time", "--git-timeout"),
)
"""Options that have no effect together with --show-settings."""
_TOTALS_OF_COMPONENT = "--totals needs several components: --all, or a PROJECT without a component."


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

    def create_view(self, languages: Sequence[str]) -> View:
        query = [
            (name, "true") for name in ("completeness", "extended", "file_notes", "with_source") if getattr(self, name)
        ]
        query += [("language", language) for language in languages]
        query += [("page_size", str(self.page_size))] if self.page_size else []
        return View(self.extended, self.completeness, self.create_requested_page(), query)

    def create_requested_page(self) -> ResponsePage | None:
        return ResponsePage(self.page or 1, self.page_size or PAGE_SIZE) if self.page or self.page_size else None

    def reject_absent_page(self, report: Report) -> None:
        page = self.create_requested_page()
        if page is not None and page.number > page.count_pages(len(report.records)):
            raise TranstatsError(
                f"there is no page {page.number}: {len(report.records)} records with {page.size} on a page make"
                f" {page.count_pages(len(report.records))}"
            )


record_options = create_option_group(
    "records",
    RecordOptions,
    option("--with-source", is_flag=True, help="The source language first, as a server prints it."),
    option("--extended", is_flag=True, help="All 37 keys of a Weblate 2026.10 record instead of 25."),
    option("--completeness", is_flag=True, help="Add the strings of the template that each file lacks."),
    option("--checks/--no-checks", default=True, help="Run the quality checks (default); they take most time."),
    option("--file-notes", is_flag=True, help="Count the suggestions and comments in the files."),
    option("--history/--no-history", default=True, help="Dates of changes from git (default), or from the files only."),
    option("--page", metavar="N", type=click.IntRange(min=1), help=f"Only this page of {PAGE_SIZE} records."),
    option(
        "--page-size",
        metavar="N",
        type=click.IntRange(1, MAX_PAGE_SIZE),
        help="Records on a page; prints page 1 without --page.",
    ),
)


@command(
    "transtats stats shop app --format table",
    "transtats stats shop --format table --below 100 --left --rate 300",
    "transtats stats --all --format csv:statistics.csv",
)
@create_component_arguments("All components; tables also have the totals by language.")
@option("--totals", heading=COMPONENTS_HEADING, is_flag=True, help="With --all: only the totals by language.")
@record_options
@table_options
@language_option
@create_output_options(OUTPUTS, " (of several components table or ndjson)")
@option(
    "--show-settings",
    heading=OUTPUT_HEADING,
    is_flag=True,
    excludes=_IGNORED_BY_SHOW_SETTINGS,
    help="Print the settings and their origins instead.",
)
@create_run_options(*FILE_OPTIONS, base_url_option, *RESOURCE_OPTIONS, git_timeout_option)
def stats(
    arguments: ComponentArguments,
    totals: bool,
    records: RecordOptions,
    table: TableOptions,
    languages: tuple[str, ...],
    outputs: OutputOptions,
    show_settings: bool,
    run: Run,
) -> int:
    """Print statistics of a component or project.

    The output is the JSON that a Weblate server returns, or another format. `transtats components` lists the names.
    PROJECT alone prints the total of each language over its components.
    """
    if totals and not any(arguments):
        raise click.UsageError(_TOTALS_OF_COMPONENT)
    selector = run.create_selector()
    selection = selector.select(arguments, languages, accepts_project=not show_settings)
    if show_settings:
        if selection.has_several_components:
            raise click.UsageError("--show-settings shows one component.")
        (component,) = selection.components
        located = selector.locate(ComponentArguments(component.project, component.slug))
        write_text("\n".join(map(escape_controls, _list_component_settings(located))))
        return 0
    request = _StatsInvocation(run, records, table, selection.languages, outputs)
    if selection.has_several_components:
        return request.print_components(selection, selection.project or (NO_COMPONENT if totals else ""))
    if totals:
        raise click.UsageError(_TOTALS_OF_COMPONENT)
    return request.print_component(selection.components[0])


class _StatsInvocation(NamedTuple):
    """Options of one `stats` invocation, without the component name."""

    run: Run
    records: RecordOptions
    table: TableOptions
    languages: tuple[str, ...]
    outputs: OutputOptions

    def print_component(self, component: Component) -> int:
        destinations = self._parse_destinations("json")
        with RunLog(self.run.messages) as log:
            options = self._create_scan_options(destinations)
            report = report_component(component, options, log, with_git_dates=self.records.history)
            self.records.reject_absent_page(report)
            log.add_report(report)
        print_left_out_files(self.run.messages, log.left_out_files)
        write_value([report], OUTPUTS, destinations, self._create_view())
        return log.exit_status

    def print_components(self, selection: ComponentSelection, totals_project: str) -> int:
        """Print the statistics of several components, or the totals of a project."""
        if self.records.create_requested_page():
            raise click.UsageError("--page applies to one component; give its PROJECT and COMPONENT.")
        view = self._create_view()._replace(has_several_components=not totals_project, totals_project=totals_project)
        several = "table" if is_terminal(sys.stdout) else "ndjson"
        destinations = self._parse_destinations("json" if selection.project else several)
        for each in destinations:
            if not OUTPUTS[each.format].is_for_several:
                raise click.UsageError(
                    f"The format {each.format} shows one component; `transtats report` writes pages of several."
                )
        with RunLog(self.run.messages, selection.problems, len(selection.components)) as log:
            options = self._create_scan_options(destinations)
            reports = report_components(selection.components, options, log, with_git_dates=self.records.history)
            if totals_project:
                reports = filter(None, [create_total_report(reports, totals_project)])
            shown = log.progress.clear_before_each(reports)
            write_outputs(render_to_destinations(tee(shown, len(destinations)), view, destinations, OUTPUTS))
        print_left_out_files(self.run.messages, log.left_out_files, selection.discovery)
        return log.exit_status

    def _parse_destinations(self, default_format: str) -> list[Destination]:
        destinations = self.outputs.parse_destinations(self.table.default_format(default_format))
        keys = [name for name in ("extended", "completeness") if getattr(self.records, name)]
        reject_ineffective_options([*self.table.given_options, *keys], [each.format for each in destinations])
        return destinations

    def _create_scan_options(self, destinations: list[Destination]) -> ScanOptions:
        is_compared = self.run.messages.verbose or any(OUTPUTS[each.format].compares_files for each in destinations)
        return self.run.scan_options._replace(
            languages=self.languages,
            with_source=self.records.with_source,
            runs_checks=self.records.checks,
            with_file_notes=self.records.file_notes,
            with_completeness=self.records.completeness or self.table.needs_completeness or is_compared,
        )

    def _create_view(self) -> View:
        return self.table.apply_to_view(self.records.create_view(self.languages))


def _list_component_settings(located: LocatedComponent) -> Iterator[str]:
    """Yield all settings of a component: key with the name of its table, value in TOML notation, and origin."""
    for key, setting in located.list_settings():
        # Without a choice of checks, all checks run.
        if setting != Setting((), "default"):
            yield f"{key} = {format_toml(setting.value)}  # {setting.origin}"
    for entry in located.component.gate_settings:
        languages = f"({', '.join(entry.languages)})." if entry.languages else ""
        yield f"gate.{languages}{entry.key} = {format_toml(entry.value)}  # {entry.origin}"
