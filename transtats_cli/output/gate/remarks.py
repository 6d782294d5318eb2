"""Remarks for CI systems: one for the file of each verdict, and one for the line of each of its strings."""

import os
from collections.abc import Iterator

from transtats_cli.gate.evaluation import GateResult
from transtats_cli.gate.verdicts import Verdict
from transtats_cli.output.gate.results import GateResults, case, owner_of, sentence
from transtats_cli.output.remarks.remark import Level, Remark, Rule, from_top, unreadable
from transtats_cli.output.units.one_line import beginning

_RULES = {
    "fail-under": "A language is translated as far as it has to be.",
    "max-failing": "No more strings of a language fail checks than may.",
    "max-failing-percent": "No larger share of a language fails checks than may.",
    "max-fuzzy": "No more strings of a language are fuzzy than may be.",
    "max-check": "No more strings of a language fail this check than may.",
    "require": "A language that must be there has a file.",
    "base": "What was translated at that revision still is.",
    "baseline": "What was translated when the baseline was written still is.",
}


def remarks_of(answer: GateResults) -> Iterator[Remark]:
    """Yield a remark for each verdict, for each string of an unmet verdict, and for each unreadable file."""
    unmet = Level.WARNING if answer.is_advisory else Level.ERROR
    for judgement in answer.judgements:
        for verdict in judgement.verdicts:
            whole = _of_verdict(answer, judgement, verdict, Level.PASSED if verdict.is_met else unmet)
            yield whole
            if not verdict.is_met:
                yield from _of_strings(answer, whole, verdict)
        for failure in judgement.report.failures:
            yield unreadable(judgement.component, failure, answer.top)


def _of_verdict(answer: GateResults, judgement: GateResult, verdict: Verdict, level: Level) -> Remark:
    component, language = judgement.component, verdict.language
    # For a language without a file, the expected path.
    path = verdict.path or os.path.join(component.root, component.filemask.replace("*", language.code))
    rule = Rule(f"gate/{verdict.rule}", _RULES[verdict.rule])
    title = f"{owner_of(judgement)}: {language.name} ({language.code})"
    message = f"{sentence(verdict)} ({verdict.limit.origin})"
    place = from_top(path, answer.top)
    return Remark(
        level, rule, place, 0, title, message, owner_of(judgement), case(verdict), ("verdict", verdict.subject)
    )


def _of_strings(answer: GateResults, whole: Remark, verdict: Verdict) -> Iterator[Remark]:
    for found in verdict.strings:
        messages = [finding.message for finding in found.findings] or [found.unit.state.word]
        yield whole._replace(
            path=from_top(found.path, answer.top),
            line=found.unit.line,
            message=f"{beginning(found.unit.source)}: {'; '.join(messages)}",
            key=(verdict.subject, found.unit.context, found.unit.source),
            weight=0,
            is_detail=True,
        )
