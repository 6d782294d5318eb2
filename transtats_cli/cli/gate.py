"""`transtats gate`: fail if a component does not meet its limits."""

import click

from transtats_cli.cli.declared_options import option
from transtats_cli.cli.exit_codes import LIMIT_NOT_MET
from transtats_cli.cli.gate_options import GateArguments, limit_options
from transtats_cli.cli.group import TranstatsCommand
from transtats_cli.cli.left_out import print_left_out_files
from transtats_cli.cli.messages import RunLog
from transtats_cli.cli.options import (
    FILE_OPTIONS,
    RESOURCE_OPTIONS,
    OutputOptions,
    component_arguments,
    create_output_options,
    format_examples,
    git_timeout_option,
    language_option,
    step_summary_option,
)
from transtats_cli.cli.run import Run, create_run_options
from transtats_cli.errors import TranstatsError
from transtats_cli.gate.earlier_states import EarlierStates
from transtats_cli.gate.evaluation import GateOptions, GateResult
from transtats_cli.gate.limits import CliLimit
from transtats_cli.gate.run import check_overall_limit, complete_gate_run, evaluate_components
from transtats_cli.gate.shipping import render_linguas_files
from transtats_cli.output import View
from transtats_cli.output.gate import OUTPUTS, GateResults
from transtats_cli.output.text import format_count
from transtats_cli.output.writing import write_value
from transtats_cli.problems import Problem
from transtats_cli.scanning.filemask.folders import FolderListings
from transtats_cli.selection.arguments import ComponentArguments
from transtats_cli.selection.selector import ComponentSelection


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
@create_run_options(*FILE_OPTIONS, *RESOURCE_OPTIONS, git_timeout_option)
def gate(
    arguments: ComponentArguments,
    gate_arguments: GateArguments,
    exit_zero: bool,
    languages: tuple[str, ...],
    outputs: OutputOptions,
    step_summary: bool,
    run: Run,
) -> int:
    """Fail if a component does not meet its limits.

    PROJECT and COMPONENT can be patterns: 'shop/*'. Limits are options, or settings in the table [gate] of
    transtats.toml. The exit status is 1 if a limit is not met, and 2 if there is no limit.

    Limits that are not met are printed first, and the others are summed up in one line. -v prints all limits, and -q
    only those that are not met.
    """
    destinations = outputs.parse_destinations()
    selection = run.create_selector().select(arguments, languages)
    limits, messages = gate_arguments.limits, run.messages
    must_exist = len(selection.components) == 1
    ratchet, budget = gate_arguments.ratchet, run.budget
    with EarlierStates(ratchet, run.root, run.overrides, must_exist=must_exist, budget=budget) as earlier_states:
        evaluated, log = _evaluate_components(selection, limits, earlier_states, run)
    overall = tuple(check_overall_limit(evaluated, is_all_selected=arguments.select_all))
    print_left_out_files(messages, log.left_out_files, selection.discovery)
    shipped = complete_gate_run(evaluated, overall, earlier_states, limits, gate_arguments.linguas_file)
    results = GateResults(tuple(evaluated), run.repository_top, exit_zero, shipped, overall)
    view = View(is_verbose=messages.verbose, is_quiet=messages.quiet)
    texts = []
    # An incomplete result must not replace a complete one.
    if log.is_complete:
        texts += earlier_states.render_baseline_files(evaluated, shipped)
        texts += render_linguas_files(shipped, gate_arguments.linguas_file)
    write_value(results, OUTPUTS, destinations, view, has_step_summary=step_summary, other_texts=texts)
    return log.exit_status or (0 if exit_zero or results.is_met else LIMIT_NOT_MET)


def _evaluate_components(
    selection: ComponentSelection, limits: tuple[CliLimit, ...], earlier_states: EarlierStates, run: Run
) -> tuple[list[GateResult], RunLog]:
    """Return the result of each component, and the log. Raises TranstatsError if a single component has no result."""
    is_single = len(selection.components) == 1
    evaluated: list[GateResult] = []
    with RunLog(run.messages, selection.problems, 0 if is_single else len(selection.components)) as log:
        scan = run.scan_options._replace(
            languages=selection.languages,
            languages_must_exist=is_single,
            progress=log.progress.advance if is_single else None,
        )
        options = GateOptions(limits, earlier_states.find_state, scan, FolderListings())
        try:
            for component, result in evaluate_components(selection.components, options):
                if isinstance(result, GateResult):
                    _add_messages(result, log)
                    evaluated.append(result)
                elif is_single:
                    raise result
                _add_warnings(earlier_states, log)
                if isinstance(result, TranstatsError):
                    log.add_component_error(component, result)
                elif not is_single:
                    log.advance_progress(component)
        finally:
            # If an error ends the run, the warnings about its component are not added yet.
            _add_warnings(earlier_states, log)
    return evaluated, log


def _add_messages(result: GateResult, log: RunLog) -> None:
    log.add_report(result.report)
    if unchecked := result.report.unchecked_strings:
        # A string that is not checked might fail, so a limit that depends on it cannot be evaluated.
        reason = "limits on failing strings cannot be checked, for lack of time; --check-time sets the limit"
        log.add_failure(Problem(result.component.full_name, reason, detail=format_count(unchecked, "string")))


def _add_warnings(earlier_states: EarlierStates, log: RunLog) -> None:
    for warning in earlier_states.take_warnings():
        log.add_warning(warning)
