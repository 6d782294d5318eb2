"""`transtats gate`: fail if a component does not meet its limits."""

import sys
from itertools import repeat
from typing import Any, NamedTuple

import click

from transtats_cli.cli.declared_options import option
from transtats_cli.cli.exit_codes import LIMIT_NOT_MET, PARTLY_DONE
from transtats_cli.cli.gate_options import GateArguments, limit_options
from transtats_cli.cli.group import TranstatsCommand
from transtats_cli.cli.left_out import print_left_out_files_of_run
from transtats_cli.cli.messages import Messages, RunLog
from transtats_cli.cli.options import (
    OutputOptions,
    ResourceOptions,
    component_arguments,
    component_options,
    create_output_options,
    create_selector,
    find_repository_top,
    format_examples,
    git_timeout_option,
    language_option,
    message_options,
    resource_options,
    root_option,
    step_summary_option,
)
from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError
from transtats_cli.gate.earlier_states import EarlierStates
from transtats_cli.gate.evaluation import GateOptions, GateResult, check_overall_limit
from transtats_cli.gate.run import GateCallbacks, complete_gate_run, evaluate_components
from transtats_cli.gate.shipping import render_linguas_files
from transtats_cli.output import View
from transtats_cli.output.gate import OUTPUTS, GateResults
from transtats_cli.output.step_summary import append_to_step_summary
from transtats_cli.output.terminal import ProgressBar
from transtats_cli.output.text import format_count
from transtats_cli.output.writing import render_to_destinations, write_outputs
from transtats_cli.problems import Problem
from transtats_cli.scanning.filemask.folders import FolderListings
from transtats_cli.scanning.pipeline.options import ScanOptions
from transtats_cli.selection.arguments import ComponentArguments
from transtats_cli.selection.selector import ComponentSelection
from transtats_cli.settings.layers import Overrides


@click.command(
    cls=TranstatsCommand,
    epilog=format_examples(
        "transtats gate shop app --fail-under 90 --fail-under fr=95",
        "transtats gate --all --max-failing 0 --base main...",
        "transtats gate --all --fail-under overall=80",
    ),
)
@component_arguments
@limit_options
@option("--exit-zero", is_flag=True, help="Exit with 0 instead of 1 if a limit is not met.")
@language_option
@create_output_options(OUTPUTS)
@step_summary_option
@component_options
@resource_options
@git_timeout_option
@root_option
@message_options
def gate(arguments: ComponentArguments, root: str, overrides: Overrides, messages: Messages, **options: Any) -> int:
    """Fail if a component does not meet its limits.

    PROJECT and COMPONENT can be patterns: 'shop/*'. Limits are options, or settings in the table [gate] of
    transtats.toml. The exit status is 1 if a limit is not met, and 2 if there is no limit.

    Limits that are not met are printed first, and the others are summed up in one line. -v prints all limits, and -q
    only those that are not met.
    """
    request = _GateInvocation(root, overrides, messages, **options)
    request.outputs.parse_destinations()
    selection = create_selector(root, overrides).select(arguments, request.languages)
    return request.run(selection, is_all_selected=arguments.select_all)


class _GateInvocation(NamedTuple):
    """Options of one `gate` invocation, without the component names."""

    root: str
    overrides: Overrides
    messages: Messages
    gate_arguments: GateArguments
    exit_zero: bool
    languages: tuple[str, ...]
    outputs: OutputOptions
    step_summary: bool
    resources: ResourceOptions

    def run(self, selection: ComponentSelection, *, is_all_selected: bool) -> int:
        is_single_component = len(selection.components) == 1
        earlier_states = EarlierStates(
            self.gate_arguments.ratchet,
            self.root,
            self.overrides,
            must_exist=is_single_component,
            budget=self.resources.budget,
        )
        with (
            ProgressBar(sys.stderr, 0 if is_single_component else len(selection.components)) as progress,
            earlier_states,
            RunLog(self.messages, progress, selection.problems) as log,
        ):
            try:
                evaluated = evaluate_components(
                    selection.components,
                    self._create_gate_options(selection, earlier_states, progress),
                    self._create_callbacks(earlier_states, log, is_single_component=is_single_component),
                    stop_at_error=is_single_component,
                )
            finally:
                # If an error ends the run, the warnings about its component are not added yet.
                _add_warnings(earlier_states, log)
        overall = tuple(check_overall_limit(evaluated, is_all_selected=is_all_selected))
        print_left_out_files_of_run(self.messages, log.left_out_files, selection.discovery)
        shipped = complete_gate_run(
            evaluated, overall, earlier_states, self.gate_arguments.limits, self.gate_arguments.linguas_file
        )
        results = GateResults(tuple(evaluated), find_repository_top(self.root), self.exit_zero, shipped, overall)
        self._write_results(results, earlier_states, is_complete=log.is_complete)
        if not log.is_complete:
            return PARTLY_DONE
        return 0 if self.exit_zero or results.is_met else LIMIT_NOT_MET

    def _create_gate_options(
        self, selection: ComponentSelection, earlier_states: EarlierStates, progress: ProgressBar
    ) -> GateOptions:
        is_single_component = len(selection.components) == 1
        scan = ScanOptions(
            languages=selection.languages,
            languages_must_exist=is_single_component,
            progress=progress.advance if is_single_component else None,
            jobs=self.resources.jobs,
            cache_directory=self.resources.cache_directory,
            budget=self.resources.budget,
        )
        return GateOptions(self.gate_arguments.limits, earlier_states.find_state, scan, FolderListings())

    def _create_callbacks(
        self, earlier_states: EarlierStates, log: RunLog, *, is_single_component: bool
    ) -> GateCallbacks:
        def add_messages_of_result(result: GateResult) -> None:
            component, unchecked = result.component, result.report.unchecked_strings
            log.add_report(result.report)
            if unchecked:
                # A string that is not checked might fail, so a limit that depends on it cannot be evaluated.
                reason = "limits on failing strings cannot be checked, for lack of time; --check-time sets the limit"
                log.add_failure(Problem(component.full_name, reason, detail=format_count(unchecked, "string")))
            _add_warnings(earlier_states, log)
            if not is_single_component:
                log.advance_progress(component)

        def add_messages_of_error(component: Component, error: TranstatsError) -> None:
            _add_warnings(earlier_states, log)
            log.add_component_error(component, error)

        return GateCallbacks(add_messages_of_error, add_messages_of_result)

    def _write_results(self, results: GateResults, earlier_states: EarlierStates, *, is_complete: bool) -> None:
        destinations = self.outputs.parse_destinations()
        view = View(
            has_several_components=results.has_several_components,
            is_verbose=self.messages.verbose,
            is_quiet=self.messages.quiet,
        )
        texts = render_to_destinations(repeat(results), view, destinations, OUTPUTS)
        # An incomplete result must not replace a complete one.
        if is_complete:
            texts += earlier_states.render_baseline_files(results.results, results.shipped_languages)
            texts += render_linguas_files(results.shipped_languages, self.gate_arguments.linguas_file)
        if self.step_summary:
            append_to_step_summary(OUTPUTS["markdown"].render(results, view._replace(is_step_summary=True)))
        write_outputs(texts)


def _add_warnings(earlier_states: EarlierStates, log: RunLog) -> None:
    for warning in earlier_states.take_warnings():
        log.add_warning(warning)
