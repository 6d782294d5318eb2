"""`transtats units`: the strings of one component."""

import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple

import click

from transtats_cli.budget import CheckTimeBudget
from transtats_cli.cli.exit_codes import DONE_IN_PART
from transtats_cli.cli.left_out import print_left_out
from transtats_cli.cli.messages import Messages
from transtats_cli.cli.options import (
    ComponentArguments,
    Outputs,
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
    resolve_component,
    root_option,
    step_summary_option,
)
from transtats_cli.component import Component
from transtats_cli.model import State
from transtats_cli.output import View
from transtats_cli.output.terminal import Progress
from transtats_cli.output.units import RENDERERS
from transtats_cli.output.units.result import UnitSearchResult
from transtats_cli.output.writing import render_all, write
from transtats_cli.report import FoundUnit
from transtats_cli.scanning.discovery.assembly import Overrides
from transtats_cli.scanning.discovery.lookup import locate
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
        self, component: Component, languages: tuple[str, ...], progress: Callable[[str], None], budget: CheckTimeBudget
    ) -> "Search | MissingSearch":
        """Return the search that these options select."""
        options = self.search_options(languages)
        if self.missing:
            # Imported late, because most searches do not need the reference.
            from transtats_cli.scanning.pipeline.reference import MissingSearch

            return MissingSearch(component, languages, progress)
        return Search(component, options._replace(progress=progress, budget=budget))

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
    epilog=examples("transtats units shop app --failing", "transtats units shop app --language de --state fuzzy")
)
@component_arguments
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
    root: str,
    messages: Messages,
    overrides: Overrides,
    filters: Filters,
    languages: tuple[str, ...],
    outputs: Outputs,
    step_summary: bool,
    budget: CheckTimeBudget,
) -> int:
    """Print the strings of a component.

    Each string is printed with its file and line, its texts and the checks that it fails, file by file. The check
    `reused` compares all strings, so its findings come after the last file, and so do strings of the source language.
    A string that fails `reused` and another check is printed twice, except in the format json.

    With --missing, each string is printed that the template has and the file of a language lacks. Without a template,
    each file is compared with all languages together.
    """
    filters.search_options(languages)
    destinations = outputs.destinations(RENDERERS.names, "text")
    with resolve_component(names, root, "units") as named:
        component = locate(root, *named, overrides)
    with Progress(sys.stderr) as progress:
        search = filters.search(component, languages, progress.advance, budget)
        found: Iterable[FoundUnit] = progress.clear_before_each(search.units())
        if step_summary:
            from transtats_cli.output.step_summary import add_to_summary
            from transtats_cli.output.units.tables import markdown_of

            found = list(found)
            add_to_summary(markdown_of(found))
        result = UnitSearchResult(found, f"{component.project}/{component.slug}", repository_top(root), search.report)
        write(render_all(result.copies(len(destinations)), View(), destinations, RENDERERS))
    report = search.report()
    messages.print_report(report)
    print_left_out(messages, report.files_left_out())
    return DONE_IN_PART if report.failures else 0
