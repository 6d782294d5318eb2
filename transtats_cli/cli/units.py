"""`transtats units`: the strings of components."""

import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

import click

from transtats_cli.budget import CheckTimeBudget
from transtats_cli.cli.component_selection import ComponentSelection, select_components
from transtats_cli.cli.exit_codes import DONE_IN_PART
from transtats_cli.cli.left_out import print_files_of_run
from transtats_cli.cli.messages import Messages, RunLog
from transtats_cli.cli.options import (
    ComponentArguments,
    Outputs,
    all_option,
    budget_option,
    completer,
    component_arguments,
    component_options,
    examples,
    language_option,
    message_options,
    option_group,
    output_options,
    repository_top,
    root_option,
    step_summary_option,
)
from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError
from transtats_cli.model import State
from transtats_cli.output import View
from transtats_cli.output.terminal import Progress
from transtats_cli.output.units import RENDERERS
from transtats_cli.output.units.result import UnitSearchResult
from transtats_cli.output.writing import render_all, write
from transtats_cli.report import FoundUnit, Report
from transtats_cli.scanning.discovery.assembly import Overrides
from transtats_cli.scanning.pipeline.findings import Search, Wanted

if TYPE_CHECKING:
    from transtats_cli.scanning.pipeline.reference import MissingSearch

STATES = {state.display_name: state for state in State}


class Filters(NamedTuple):
    """Options that select the strings to print."""

    failing: bool
    checks: tuple[str, ...]
    states: tuple[str, ...]
    with_source: bool
    missing: bool
    runs_checks: bool

    def search(
        self, component: Component, wanted: Wanted, progress: Callable[[str], None], budget: CheckTimeBudget
    ) -> "Search | MissingSearch":
        """Return the search that these options select."""
        if self.missing:
            # Imported late, because most searches do not need the reference.
            from transtats_cli.scanning.pipeline.reference import MissingSearch

            return MissingSearch(
                component, wanted.languages, progress, languages_must_exist=wanted.languages_must_exist
            )
        return Search(component, wanted._replace(progress=progress, budget=budget))

    def search_options(self, languages: tuple[str, ...]) -> Wanted:
        if not self.runs_checks and (self.failing or self.checks):
            option = "--failing" if self.failing else "--check"
            raise click.UsageError(f"{option} needs the checks, which --no-checks turns off.")
        others = {"--failing": self.failing, "--check": self.checks, "--state": self.states}
        for option, given in {**others, "--with-source": self.with_source}.items():
            if self.missing and given:
                raise click.UsageError(
                    f"--missing cannot be combined with {option}: a missing string has no translation."
                )
        return Wanted(
            self.failing,
            self.checks,
            frozenset(STATES[word] for word in self.states),
            languages,
            self.with_source,
            self.runs_checks,
        )


filter_options = option_group(
    "filters",
    Filters,
    click.option("--failing", is_flag=True, help="Only strings that fail a check."),
    click.option(
        "--check",
        "checks",
        multiple=True,
        metavar="ID",
        shell_complete=completer("checks"),
        help="Only strings that fail this check (see `transtats checks`). Can be given several times.",
    ),
    click.option(
        "--state",
        "states",
        multiple=True,
        type=click.Choice(list(STATES)),
        help="Only strings in this state. Can be given several times.",
    ),
    click.option(
        "--with-source",
        is_flag=True,
        help="Also the strings of the source language. Not needed with a --check of source strings.",
    ),
    click.option(
        "--missing",
        is_flag=True,
        help="Only strings that the file of a language lacks, with their place in the template.",
    ),
    click.option(
        "--checks/--no-checks",
        "runs_checks",
        default=True,
        help="Run the quality checks (default), or only list strings.",
    ),
)


@click.command(
    epilog=examples(
        "transtats units shop app --failing",
        "transtats units --all --failing",
        "transtats units shop app --language de --state fuzzy",
    )
)
@component_arguments
@all_option
@filter_options
@language_option
@output_options(RENDERERS.names, "text")
@step_summary_option
@budget_option
@component_options
@root_option
@message_options
def units(
    names: ComponentArguments,
    select_all: bool,
    root: str,
    messages: Messages,
    overrides: Overrides,
    filters: Filters,
    languages: tuple[str, ...],
    outputs: Outputs,
    step_summary: bool,
    budget: CheckTimeBudget,
) -> int:
    """Print the strings of components.

    Each string is printed with its file and line, its texts and the checks that it fails, file by file. The check
    `reused` compares all strings, so its findings come after the last file, and so do strings of the source language.
    A string that fails `reused` and another check is printed twice, except in the format json.

    With --missing, each string is printed that the template has and the file of a language lacks. Without a template,
    each file is compared with all languages together.

    PROJECT and COMPONENT can be patterns: 'shop/*'. The path of a file or a directory can replace the names.
    """
    filters.search_options(languages)
    destinations = outputs.destinations(RENDERERS.names, "text")
    selection = select_components(names, select_all, root, overrides, "units")
    wanted = filters.search_options(selection.only(languages))
    selection.print_problems(messages)
    with Progress(sys.stderr) as progress:
        log = RunLog(messages, progress, is_complete=not selection.problems)
        searches = _Searches(selection, filters, wanted._replace(languages_must_exist=not selection.several), log)
        found: Iterable[FoundUnit] = progress.clear_before_each(searches.units(progress.advance, budget))
        if step_summary:
            from transtats_cli.output.step_summary import add_to_summary
            from transtats_cli.output.units.tables import markdown_of

            found = list(found)
            add_to_summary(markdown_of(found))
        owner = "" if selection.several else _owner(selection.components[0])
        result = UnitSearchResult(found, owner, repository_top(root), searches.reports)
        write(render_all(result.copies(len(destinations)), View(), destinations, RENDERERS))
    for report in searches.reports():
        log.component_read(report)
    print_files_of_run(messages, log.left_out, selection.discovery)
    return 0 if log.is_complete else DONE_IN_PART


class _Searches:
    """Searches for the strings of the selected components, one after the other."""

    def __init__(self, selection: ComponentSelection, filters: Filters, options: Wanted, log: RunLog) -> None:
        self._selection = selection
        self._filters = filters
        self._options = options
        self._log = log
        self._reports: list[Report] = []

    def units(self, progress: Callable[[str], None], budget: CheckTimeBudget) -> Iterator[FoundUnit]:
        """Yield the strings that match. If several components are selected, each string has its component.

        If only one component is selected, raises the errors of its search. Errors of several components are printed.
        """
        for component in self._selection.components:
            try:
                search = self._filters.search(component, self._options, progress, budget)
            except TranstatsError as error:
                if not self._selection.several:
                    raise
                self._log.component_failed(component, error)
                continue
            if self._selection.several:
                owner = _owner(component)
                yield from (unit._replace(owner=owner) for unit in search.units())
            else:
                yield from search.units()
            self._reports.append(search.report())

    def reports(self) -> list[Report]:
        """Return the report of each component whose strings were all read."""
        return self._reports


def _owner(component: Component) -> str:
    return f"{component.project}/{component.slug}"
