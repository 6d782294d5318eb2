"""Remarks on the results of `gate` for CI systems.

Each verdict has a remark on its file. Each string that breaks a limit has a remark on its line.
"""

import os
from collections.abc import Iterator

from transtats_cli.gate.evaluation import GateResult
from transtats_cli.gate.verdicts import Verdict
from transtats_cli.output.gate.results import GateResults, case_name, describe, language_title, owner_of
from transtats_cli.output.remarks.remark import Level, Remark, Rule, relative_to_top, unreadable_file_remark
from transtats_cli.output.units.one_line import short_source

_RULES = {
    "fail-under": "A language is translated as far as it has to be.",
    "fail-under-total": "All languages of a component together are translated as far as they have to be.",
    "fail-under-overall": "All components together are translated as far as they have to be.",
    "max-failing": "No more strings of a language fail checks than may.",
    "max-failing-percent": "No larger share of a language fails checks than may.",
    "max-fuzzy": "No more strings of a language are fuzzy than may be.",
    "max-missing": "No more strings of the template are missing from a file than may be.",
    "max-check": "No more strings of a language fail this check than may.",
    "require": "A language that must be there has a file.",
    "base": "What was translated at that revision still is.",
    "baseline": "What was translated when the baseline was written still is.",
}


def remarks_of(results: GateResults) -> Iterator[Remark]:
    """Yield a remark for each verdict, for each string of an unmet verdict, and for each unreadable file."""
    unmet = Level.WARNING if results.is_advisory else Level.ERROR
    for result in results.results:
        for verdict in result.verdicts:
            verdict_remark = _verdict_remark(results.top, result, verdict, Level.PASSED if verdict.is_met else unmet)
            yield verdict_remark
            if not verdict.is_met:
                yield from _string_remarks(results, verdict_remark, verdict)
        for failure in result.report.failures:
            yield unreadable_file_remark(result.component, failure, results.top)
    for verdict in results.overall:
        # A remark needs a file, and no file is that of all components.
        remark = _verdict_remark(results.top, results.results[0], verdict, Level.PASSED if verdict.is_met else unmet)
        yield remark._replace(title=verdict.language.name, owner=verdict.language.name)


def _verdict_remark(top: str, result: GateResult, verdict: Verdict, level: Level) -> Remark:
    path = verdict.path or _expected_path(result, verdict)
    rule = Rule(f"gate/{verdict.rule}", _RULES[verdict.rule])
    title = f"{owner_of(result)}: {language_title(verdict.language)}"
    message = f"{describe(verdict)} ({verdict.limit.origin})"
    place = relative_to_top(path, top)
    return Remark(
        level, rule, place, 0, title, message, owner_of(result), case_name(verdict), ("verdict", verdict.subject)
    )


def _expected_path(result: GateResult, verdict: Verdict) -> str:
    """Return the path of the file that a language should have, or, for a total, of the first file of the component."""
    component = result.component
    if verdict.language.code or not result.report.translations:
        return os.path.join(component.root, component.filemask.replace("*", verdict.language.code))
    return component.path_for_messages(result.report.translations[0].path)


def _string_remarks(results: GateResults, verdict_remark: Remark, verdict: Verdict) -> Iterator[Remark]:
    for found in verdict.counted_strings:
        messages = [finding.message for finding in found.findings] or [found.state_name]
        yield verdict_remark._replace(
            path=relative_to_top(found.path, results.top),
            line=found.unit.line,
            message=f"{short_source(found.unit.source)}: {'; '.join(messages)}",
            key=(verdict.subject, found.unit.context, found.unit.source),
            weight=0,
            is_detail=True,
        )
