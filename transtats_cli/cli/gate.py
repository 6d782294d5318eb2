"""`transtats gate`: fail if a component does not meet its limits."""

import sys
from itertools import repeat
from typing import Any, NamedTuple

import click

from transtats_cli.cli.component_selection import ComponentSelection, select_components
from transtats_cli.cli.exit_codes import DONE_IN_PART, LIMIT_NOT_MET
from transtats_cli.cli.gate_options import GateArguments, limit_options
from transtats_cli.cli.left_out import print_files_of_run
from transtats_cli.cli.messages import Messages, RunLog
from transtats_cli.cli.options import (
    ComponentArguments,
    Outputs,
    RunResources,
    all_option,
    component_arguments,
    component_options,
    examples,
    git_timeout_option,
    language_option,
    message_options,
    output_options,
    repository_top,
    resource_options,
    root_option,
    step_summary_option,
)
from transtats_cli.gate.earlier_states import EarlierStates
from transtats_cli.gate.evaluation import GateOptions, GateResult
from transtats_cli.gate.run import GateCallbacks, complete_run, evaluate_components
from transtats_cli.gate.shipping import linguas_files
from transtats_cli.gate.totals import check_overall
from transtats_cli.output import View
from transtats_cli.output.gate import RENDERERS
from transtats_cli.output.gate.results import GateResults
from transtats_cli.output.terminal import Progress
from transtats_cli.output.text import format_count
from transtats_cli.output.writing import render_all, write
from transtats_cli.scanning.discovery.assembly import Overrides
from transtats_cli.scanning.filemask.folders import FolderListings
from transtats_cli.scanning.pipeline.scan import ScanOptions


@click.command(
    epilog=examples(
        "transtats gate shop app --fail-under 90 --fail-under fr=95",
        "transtats gate --all --max-failing 0 --base main...",
        "transtats gate --all --fail-under overall=80",
    )
)
@component_arguments
@all_option
@limit_options
@click.option("--exit-zero", is_flag=True, help="Exit with 0 instead of 1 if a limit is not met.")
@language_option
@output_options(RENDERERS.names, "text")
@step_summary_option
@component_options
@resource_options
@git_timeout_option
@root_option
@message_options
def gate(
    names: ComponentArguments, select_all: bool, root: str, overrides: Overrides, messages: Messages, **options: Any
) -> int:
    """Fail if a component does not meet its limits.

    PROJECT and COMPONENT can be patterns: 'shop/*'. Limits are options, or settings in the table [gate] of
    transtats.toml. The exit status is 1 if a limit is not met, and 2 if there is no limit.

    Limits that are not met are printed first, and the others are summed up in one line. -v prints all limits, and -q
    only those that are not met.
    """
    request = _Request(root, overrides, messages, **options)
    request.outputs.destinations(RENDERERS.names, "text")
    selection = select_components(names, select_all, root, overrides, "gate")
    return request._replace(languages=selection.only(request.languages)).run(selection, is_all=select_all)


class _Request(NamedTuple):
    """Options of one `gate` invocation, without the component names."""

    root: str
    overrides: Overrides
    messages: Messages
    arguments: GateArguments
    exit_zero: bool
    languages: tuple[str, ...]
    outputs: Outputs
    step_summary: bool
    resources: RunResources

    def run(self, selection: ComponentSelection, *, is_all: bool) -> int:
        selection.print_problems(self.messages)
        is_one = len(selection.components) == 1
        states = EarlierStates(
            self.arguments.ratchet, self.root, self.overrides, must_exist=is_one, budget=self.resources.budget
        )
        with Progress(sys.stderr, 0 if is_one else len(selection.components)) as progress, states:
            log = RunLog(self.messages, progress, is_complete=not selection.problems)
            evaluated = evaluate_components(
                selection.components,
                self._gate_options(states, progress, is_one=is_one),
                self._callbacks(states, log, is_one=is_one),
                stop_at_error=is_one,
            )
        overall = tuple(check_overall(evaluated, is_all=is_all))
        print_files_of_run(self.messages, log.left_out, selection.discovery)
        shipped = complete_run(evaluated, overall, states, self.arguments.limits, self.arguments.linguas_file)
        results = GateResults(tuple(evaluated), repository_top(self.root), self.exit_zero, shipped, overall)
        # A string that is not checked might fail, so a limit that depends on it cannot be evaluated.
        is_complete = log.is_complete and not any(result.report.unchecked for result in evaluated)
        self._write(results, states, is_complete=is_complete)
        if not is_complete:
            return DONE_IN_PART
        return 0 if self.exit_zero or results.is_met else LIMIT_NOT_MET

    def _gate_options(self, states: EarlierStates, progress: Progress, *, is_one: bool) -> GateOptions:
        scan = ScanOptions(
            languages=self.languages,
            languages_must_exist=is_one,
            progress=progress.advance if is_one else None,
            jobs=self.resources.jobs,
            cache_directory=self.resources.cache,
            budget=self.resources.budget,
        )
        return GateOptions(self.arguments.limits, states.state_of, scan, FolderListings())

    def _callbacks(self, states: EarlierStates, log: RunLog, *, is_one: bool) -> GateCallbacks:
        def evaluated(result: GateResult) -> None:
            component, unchecked = result.component, result.report.unchecked
            log.component_read(result.report)
            if unchecked:
                log.print(
                    f"{component.project}/{component.slug}: limits on failing strings cannot be checked:"
                    f" {format_count(unchecked, 'string')} not checked; --check-time sets the limit"
                )
            for warning in states.take_warnings():
                if not self.messages.quiet:
                    log.print(f"warning: {warning}")
            if not is_one:
                log.component_done(component)

        return GateCallbacks(log.component_failed, evaluated)

    def _write(self, results: GateResults, states: EarlierStates, *, is_complete: bool) -> None:
        destinations = self.outputs.destinations(RENDERERS.names, "text")
        view = View(several=results.several, verbose=self.messages.verbose, quiet=self.messages.quiet)
        texts = render_all(repeat(results), view, destinations, RENDERERS)
        # An incomplete result must not replace a complete one.
        if is_complete:
            texts += states.baseline_files(results.results, results.shipped)
            texts += linguas_files(results.shipped, self.arguments.linguas_file)
        if self.step_summary:
            from transtats_cli.output.gate.tables import markdown_of
            from transtats_cli.output.step_summary import add_to_summary

            add_to_summary(markdown_of(results))
        write(texts)
