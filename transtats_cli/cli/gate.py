"""`transtats gate`: fail if a component does not meet its limits."""

import sys
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any, NamedTuple

import click

from transtats_cli.cli.choosing import Chosen, chosen, tell
from transtats_cli.cli.examples import examples
from transtats_cli.cli.group import DONE_IN_PART
from transtats_cli.cli.limiting import Asked, limit_options
from transtats_cli.cli.options import (
    Effort,
    Names,
    Outputs,
    Voice,
    component_arguments,
    component_options,
    effort_options,
    git_timeout_option,
    language_option,
    output_options,
    root_option,
    step_summary_option,
    top_of,
    voice_options,
)
from transtats_cli.cli.remaining import say_remaining
from transtats_cli.errors import TranstatsError
from transtats_cli.gate import shipping
from transtats_cli.gate.earlier_states import EarlierStates
from transtats_cli.gate.evaluation import GateOptions, GateResult, evaluate, has_limits
from transtats_cli.gate.limits import LimitsError, reject_absent_languages
from transtats_cli.output import View
from transtats_cli.output.counted import counted
from transtats_cli.output.gate import GATE_RENDERERS, load
from transtats_cli.output.gate.results import GateResults
from transtats_cli.output.progress import Progress
from transtats_cli.output.writing import view_for, write
from transtats_cli.scanning.discovery.assembly import Overrides
from transtats_cli.scanning.filemask.folders import Folders
from transtats_cli.scanning.pipeline.scan import ScanOptions

NOT_MET = 1
_NO_LIMIT = (
    "no limit applies to any language here, so the gate could never fail: give a limit, such as --fail-under 90, or set"
    " one in the table [gate] of transtats.toml"
)


@click.command(
    epilog=examples(
        "transtats gate shop app --fail-under 90 --fail-under fr=95",
        "transtats gate --all --max-failing 0 --base main...",
    )
)
@component_arguments
@click.option("--all", "every", is_flag=True, help="Check all components.")
@limit_options
@click.option("--exit-zero", is_flag=True, help="Exit with 0 instead of 1 if a limit is not met.")
@language_option
@output_options(GATE_RENDERERS, "text")
@step_summary_option
@component_options
@effort_options
@git_timeout_option
@root_option
@voice_options
def gate(names: Names, every: bool, root: str, overrides: Overrides, voice: Voice, **said: Any) -> int:
    """Fail if a component does not meet its limits.

    PROJECT and COMPONENT can be patterns: 'shop/*'. Limits are options, or settings in the table [gate] of
    transtats.toml. The exit status is 1 if a limit is not met, and 2 if there is no limit.
    """
    request = _Request(root, overrides, voice, **said)
    request.outputs.destinations(GATE_RENDERERS, "text")
    return request.run(chosen(names, every, root, overrides, "gate"))


class _Request(NamedTuple):
    """Options of one `gate` invocation, without the component names."""

    root: str
    overrides: Overrides
    voice: Voice
    asked: Asked
    exit_zero: bool
    languages: tuple[str, ...]
    outputs: Outputs
    step_summary: bool
    effort: Effort

    def run(self, found: Chosen) -> int:
        tell(found.problems, self.voice)
        if found.found is not None:
            say_remaining(found.found, self.voice)
        is_one = len(found.components) == 1
        with ExitStack() as stack:
            progress = stack.enter_context(Progress(sys.stderr, 0 if is_one else len(found.components)))
            times = stack.enter_context(
                EarlierStates(self.asked.past, self.root, self.overrides, must_exist=is_one, budget=self.effort.budget)
            )
            judged = list(self._judged(found, times, progress, stop_at_error=is_one))
        failed = bool(found.problems) or len(judged) < len(found.components)
        # A string that is not checked might fail, so a limit that depends on it cannot be evaluated.
        failed = failed or any(judgement.report.failures or judgement.report.unchecked for judgement in judged)
        answer = self._answer(judged, times)
        self._write(answer, times, is_complete=not failed)
        if failed:
            return DONE_IN_PART
        return 0 if self.exit_zero or all(judgement.is_met for judgement in judged) else NOT_MET

    def _judged(
        self, found: Chosen, times: EarlierStates, progress: Progress, *, stop_at_error: bool
    ) -> Iterator[GateResult]:
        """Yield the result of each component. Print the error of a component without result, and continue.

        With `stop_at_error` the error is raised. LimitsError is always raised.
        """
        scan = ScanOptions(
            languages=self.languages,
            languages_must_exist=stop_at_error,
            progress=progress.advance if stop_at_error else None,
            jobs=self.effort.jobs,
            cache=self.effort.cache,
            budget=self.effort.budget,
        )
        question = GateOptions(self.asked.said, times.state_of, scan, Folders())
        for component in found.components:
            try:
                judgement = evaluate(component, question)
            except LimitsError:
                raise
            except TranstatsError as error:
                if stop_at_error:
                    raise
                progress.clear()
                self.voice.say(f"{component.project}/{component.slug}: {error}")
                continue
            progress.clear()
            self.voice.tell(judgement.report)
            if judgement.report.unchecked:
                self.voice.say(
                    f"{component.project}/{component.slug}: limits on failing strings cannot be checked:"
                    f" {counted(judgement.report.unchecked, 'string')} not checked; --check-time sets the limit"
                )
            for warning in times.take_warnings():
                if not self.voice.quiet:
                    self.voice.say(f"warning: {warning}")
            yield judgement
            if not stop_at_error:
                progress.advance(f"{component.project}/{component.slug}")

    def _answer(self, judged: list[GateResult], times: EarlierStates) -> GateResults:
        reject_absent_languages(
            self.asked.said, [(judgement.limits, judgement.languages.values()) for judgement in judged]
        )
        ships = any(shipping.is_configured(judgement.limits) for judgement in judged)
        if judged and not (ships or times.is_active or any(map(has_limits, judged))):
            raise TranstatsError(_NO_LIMIT)
        times.require_any_state()
        shipped = shipping.languages_to_ship(judged, times.shipped_languages, self.asked.linguas) if ships else None
        return GateResults(tuple(judged), top_of(self.root), self.exit_zero, shipped)

    def _write(self, answer: GateResults, times: EarlierStates, *, is_complete: bool) -> None:
        destinations = self.outputs.destinations(GATE_RENDERERS, "text")
        view = View(several=answer.several)
        texts = [(each.file, load(each.format)(answer, view_for(each.file, view))) for each in destinations]
        # An incomplete result must not replace a complete one.
        if is_complete:
            texts += times.baseline_files(answer.judgements, answer.shipped)
            texts += shipping.linguas_files(answer.shipped, self.asked.linguas)
        if self.step_summary:
            from transtats_cli.output.gate.grids import markdown_of
            from transtats_cli.output.summary import add_to_summary

            add_to_summary(markdown_of(answer))
        write(texts)
