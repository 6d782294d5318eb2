"""`transtats stats`: statistics of one component or of all components."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import repeat, tee
from typing import Any, NamedTuple

import click
from click.core import ParameterSource

from transtats_cli.cli.component_selection import (
    ComponentSelection,
    one_component_options,
    project_argument,
    select_components,
    select_project,
)
from transtats_cli.cli.exit_codes import DONE_IN_PART
from transtats_cli.cli.hints import print_hints
from transtats_cli.cli.left_out import print_files_of_run, print_left_out
from transtats_cli.cli.messages import Messages, RunLog
from transtats_cli.cli.options import (
    ComponentArguments,
    Outputs,
    RunResources,
    component_arguments,
    component_options,
    examples,
    git_timeout_option,
    language_option,
    message_options,
    option_group,
    output_options,
    resource_options,
    root_option,
)
from transtats_cli.cli.table_options import TableOptions, table_options
from transtats_cli.component import Component
from transtats_cli.envelope import LARGEST_PAGE, PAGE_SIZE, ResponsePage
from transtats_cli.errors import TranstatsError
from transtats_cli.output import View
from transtats_cli.output.renderers import Destination
from transtats_cli.output.stats import ALL_KEYS, COMPARED, INDEPENDENT, RENDERERS
from transtats_cli.output.terminal import Progress, is_terminal
from transtats_cli.output.text import escape_controls
from transtats_cli.output.writing import render_all, view_for, write
from transtats_cli.report import Report
from transtats_cli.reporting import ReportOptions, report_of
from transtats_cli.scanning.discovery.assembly import Overrides
from transtats_cli.scanning.discovery.lookup import settings_of
from transtats_cli.totals import NO_COMPONENT, total_report

_WITH_SHOW_SETTINGS = {
    *ComponentArguments._fields,
    *Overrides._fields,
    *Messages._fields,
    "root",
    "debug",
    "show_settings",
}
"""Names of parameters that can be combined with --show-settings."""


class RecordOptions(NamedTuple):
    """Options that select the records to print, and the keys of the records."""

    with_source: bool
    extended: bool
    completeness: bool
    checks: bool
    file_notes: bool
    history: bool
    page: int | None
    page_size: int | None

    def view(self, languages: Sequence[str]) -> View:
        query = [
            (name, "true") for name in ("completeness", "extended", "file_notes", "with_source") if getattr(self, name)
        ]
        query += [("language", language) for language in languages]
        query += [("page_size", str(self.page_size))] if self.page_size else []
        return View(self.extended, self.completeness, self.requested_page(), query)

    def requested_page(self) -> ResponsePage | None:
        return ResponsePage(self.page or 1, self.page_size or PAGE_SIZE) if self.page or self.page_size else None

    def reject_absent_page(self, report: Report) -> None:
        page = self.requested_page()
        if page is not None and page.number > page.count_pages(len(report.records)):
            raise TranstatsError(
                f"there is no page {page.number}: {len(report.records)} records with {page.size} on a page make"
                f" {page.count_pages(len(report.records))}"
            )


record_options = option_group(
    "records",
    RecordOptions,
    click.option(
        "--with-source", is_flag=True, help="Print the record of the source language first, as a server does."
    ),
    click.option(
        "--extended", is_flag=True, help="Print all 37 keys of a Weblate 2026.10 record instead of the usual 25."
    ),
    click.option(
        "--completeness",
        is_flag=True,
        help="Add the strings that each file lacks, compared with the template or with all languages together.",
    ),
    click.option(
        "--checks/--no-checks", default=True, help="Run the quality checks (default), which take most of the time."
    ),
    click.option("--file-notes", is_flag=True, help="Count the suggestions and comments that the files contain."),
    click.option(
        "--history/--no-history",
        default=True,
        help="Take the dates of changes from git (default), or only from the files.",
    ),
    click.option(
        "--page",
        type=click.IntRange(min=1),
        help=f"Print only this page ({PAGE_SIZE} records without --page-size).",
    ),
    click.option(
        "--page-size",
        type=click.IntRange(1, LARGEST_PAGE),
        help="Number of records on a page; prints page 1 without --page.",
    ),
)


@click.command(
    epilog=examples(
        "transtats stats shop app --format table",
        "transtats stats shop --format table --below 100 --left --rate 300",
        "transtats stats --all --format csv:statistics.csv",
    )
)
@component_arguments
@click.option("--all", "select_all", is_flag=True, help="Print all components, and in tables the totals by language.")
@click.option("--totals", is_flag=True, help="With --all: print only the totals by language.")
@record_options
@table_options
@language_option
@output_options(RENDERERS.names, "json", ", with --all or a pattern table on a terminal and ndjson elsewhere")
@component_options
@resource_options
@click.option("--show-settings", is_flag=True, help="Print the settings of the component and their origins, and exit.")
@git_timeout_option
@root_option
@message_options
def stats(
    names: ComponentArguments, select_all: bool, show_settings: bool, root: str, messages: Messages, **options: Any
) -> int:
    """Print statistics of a component or project.

    The output is the JSON that a Weblate server returns for the component, or one of the other formats. PROJECT and
    COMPONENT are the names that `transtats components` lists; they can be written as PROJECT/COMPONENT. PROJECT alone
    prints the total of each language over the components of the project.
    """
    if show_settings:
        _reject_ignored_by_show_settings(click.get_current_context())
    request = _Request(root, messages, **options)
    if select_all or names.is_pattern():
        request.reject_one_component_options(names)
    project = "" if select_all or show_settings else project_argument(names, root)
    if project:
        return request.print_totals(project)
    if not (select_all or names.project):
        request.reject_totals()
    selection = select_components(names, select_all, root, request.overrides, "stats")
    request = request._replace(languages=selection.only(request.languages))
    if selection.several:
        request.reject_one_component_options(names)
        if show_settings:
            raise click.UsageError("--show-settings shows one component.")
        return request.print_all(selection)
    request.reject_totals()
    (component,) = selection.components
    return request.print_settings(component) if show_settings else request.print_one(component)


def _reject_ignored_by_show_settings(ctx: click.Context) -> None:
    """Raise UsageError for an option that --show-settings would ignore."""
    for parameter in ctx.command.params:
        name = str(parameter.name)
        if name not in _WITH_SHOW_SETTINGS and ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            option = "/".join([*parameter.opts, *parameter.secondary_opts])
            raise click.UsageError(f"{option} cannot be combined with --show-settings.")


class _Request(NamedTuple):
    """Options of one `stats` invocation, without the component name."""

    root: str
    messages: Messages
    overrides: Overrides
    records: RecordOptions
    table: TableOptions
    languages: tuple[str, ...]
    outputs: Outputs
    resources: RunResources
    totals: bool

    def print_one(self, component: Component) -> int:
        destinations = self.outputs.destinations(RENDERERS.names, self.table.default_format("json"))
        self._reject_ineffective_options(destinations)
        with Progress(sys.stderr) as progress:
            report = report_of(component, self._report_options(destinations), progress.advance)
        self.records.reject_absent_page(report)
        self.messages.print_report(report)
        print_left_out(self.messages, report.files_left_out())
        print_hints(self.messages, [report.component])
        write(render_all(repeat([report]), self._view(), destinations, RENDERERS))
        return DONE_IN_PART if report.failures else 0

    def print_all(self, selection: ComponentSelection) -> int:
        default = "table" if is_terminal(sys.stdout) else "ndjson"
        view = self._view()._replace(several=not self.totals, totals=NO_COMPONENT if self.totals else "")
        return self._print_several(selection, view, default)

    def print_totals(self, project: str) -> int:
        """Print the total of each language over the components of a project."""
        self.reject_one_component_options(ComponentArguments(None, None))
        selection = select_project(project, self.root, self.overrides, "stats")
        return self._print_several(selection, self._view()._replace(totals=project), "json")

    def _print_several(self, selection: ComponentSelection, view: View, default: str) -> int:
        destinations = self.outputs.destinations(RENDERERS.names, self.table.default_format(default))
        self._reject_ineffective_options(destinations)
        selection.print_problems(self.messages)
        with Progress(sys.stderr, len(selection.components)) as progress:
            log = RunLog(self.messages, progress, is_complete=not selection.problems)
            self._write_several(selection.components, view, destinations, progress, log)
        print_files_of_run(self.messages, log.left_out, selection.discovery)
        print_hints(self.messages, selection.components)
        return 0 if log.is_complete else DONE_IN_PART

    def _write_several(
        self,
        components: Sequence[Component],
        view: View,
        destinations: list[Destination],
        progress: Progress,
        log: RunLog,
    ) -> None:
        from transtats_cli.reporting.every import Callbacks, component_reports, component_texts

        callbacks = Callbacks(log.component_failed, log.component_read, log.component_done)
        options = self._report_options(destinations)
        if self._is_text_cacheable(destinations) and not view.totals:
            (destination,) = destinations
            view = view_for(destination.file, view)
            key = repr((destination.format, view, self.languages, self.records))
            render = partial(_render_one, destination.format, view)
            texts = component_texts(components, render, key, options, callbacks)
            write([(destination.file, progress.clear_before_each(texts))])
        else:
            reports = component_reports(components, options, callbacks)
            shown = progress.clear_before_each(_total_of(reports, view.totals) if view.totals else reports)
            write(render_all(tee(shown, len(destinations)), view, destinations, RENDERERS))

    def print_settings(self, component: Component) -> int:
        rows = settings_of(self.root, component.project, component.slug, self.overrides)
        write([("", iter([escape_controls(f"{key} = {value}  # {origin}") + "\n" for key, value, origin in rows]))])
        return 0

    def _is_text_cacheable(self, destinations: list[Destination]) -> bool:
        """Return True if the text of each component can be cached, and no other output depends on the reports."""
        # Completeness also depends on the template.
        has_other_output = (
            self.messages.verbose or self.records.with_source or self._needs_completeness or len(destinations) > 1
        )
        return bool(self.resources.cache) and not has_other_output and destinations[0].format in INDEPENDENT

    def _report_options(self, destinations: list[Destination]) -> ReportOptions:
        is_compared = self.messages.verbose or any(each.format in COMPARED for each in destinations)
        return ReportOptions(
            languages=self.languages,
            with_source=self.records.with_source,
            checks=self.records.checks,
            file_notes=self.records.file_notes,
            git_dates=self.records.history,
            jobs=self.resources.jobs,
            cache=self.resources.cache,
            budget=self.resources.budget,
            completeness=self._needs_completeness or is_compared,
        )

    def _view(self) -> View:
        return self.table.on(self.records.view(self.languages))

    @property
    def _needs_completeness(self) -> bool:
        return self.records.completeness or self.table.needs_completeness

    def reject_totals(self) -> None:
        """Raise UsageError if --totals is given for one component."""
        if self.totals:
            raise click.UsageError("--totals needs several components: --all, or a PROJECT without a component.")

    def _reject_ineffective_options(self, destinations: list[Destination]) -> None:
        formats = {each.format for each in destinations}
        other_keys = [f"--{name}" for name in ("extended", "completeness") if getattr(self.records, name)]
        has_page = self.records.requested_page() is not None
        self.table.reject_ineffective(formats, other_keys=other_keys, has_page=has_page)
        if self.records.extended and not formats & {*ALL_KEYS}:
            raise click.UsageError(
                f"--extended has no effect on the format {destinations[0].format}; use json, csv or ndjson."
            )
        if self.records.completeness and not formats & {*ALL_KEYS, *COMPARED}:
            raise click.UsageError(f"--completeness has no effect on the format {destinations[0].format}.")

    def reject_one_component_options(self, names: ComponentArguments) -> None:
        given = one_component_options(self.overrides)
        given += ["--page"] if self.records.requested_page() else []
        if given:
            pattern = "a pattern" if names.is_pattern() else "--all"
            raise click.UsageError(
                f"{given[0]} applies to one component and cannot be combined with {pattern} or a project."
            )


def _render_one(name: str, view: View, report: Report) -> str:
    return "".join(RENDERERS.load(name)([report], view))


def _total_of(reports: Iterable[Report], project: str) -> Iterator[Report]:
    """Yield the report of the totals over all components of a project, or of all projects for NO_COMPONENT."""
    report = total_report(reports, project)
    if report is not None:
        yield report
