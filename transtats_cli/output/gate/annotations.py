"""Annotations on the results of `gate` for CI systems.

Each verdict has an annotation on its file. Each string that breaks a limit has an annotation on its line.
"""

import os
from collections.abc import Iterator

from transtats_cli.gate.evaluation import GateResult
from transtats_cli.gate.verdicts import Verdict
from transtats_cli.output.annotations.annotation import (
    Annotation,
    AnnotationLevel,
    AnnotationRule,
    create_unreadable_file_annotation,
    make_relative_to_top,
)
from transtats_cli.output.gate.results import (
    GateResults,
    create_test_case_name,
    describe_verdict,
    format_component_name,
    format_language_title,
)
from transtats_cli.output.units.one_line import shorten_source

_RULE_DESCRIPTIONS = {
    "fail-under": "At least the required share of a language is translated.",
    "fail-under-total": "At least the required share of all languages of a component together is translated.",
    "fail-under-overall": "At least the required share of all components together is translated.",
    "max-failing": "At most the allowed number of strings of a language fail checks.",
    "max-failing-percent": "At most the allowed share of a language fails checks.",
    "max-fuzzy": "A language has at most the allowed number of fuzzy strings.",
    "max-missing": "A file lacks at most the allowed number of strings of the template.",
    "max-check": "At most the allowed number of strings of a language fail this check.",
    "require": "A required language has a file.",
    "base": "Strings that were translated at that revision are still translated.",
    "baseline": "Strings that were translated when the baseline was written are still translated.",
}


def create_annotations(results: GateResults) -> Iterator[Annotation]:
    """Yield an annotation for each verdict, for each string of an unmet verdict, and for each unreadable file."""
    unmet = AnnotationLevel.WARNING if results.is_advisory else AnnotationLevel.ERROR
    for result in results.results:
        for verdict in result.verdicts:
            verdict_annotation = _create_verdict_annotation(
                results.repository_top, result, verdict, AnnotationLevel.PASSED if verdict.is_met else unmet
            )
            yield verdict_annotation
            if not verdict.is_met:
                yield from _create_string_annotations(results, verdict_annotation, verdict)
        for failure in result.report.failures:
            yield create_unreadable_file_annotation(result.component, failure, results.repository_top)
    for verdict in results.overall_verdicts:
        # An annotation needs a file, and no file is that of all components.
        annotation = _create_verdict_annotation(
            results.repository_top, results.results[0], verdict, AnnotationLevel.PASSED if verdict.is_met else unmet
        )
        yield annotation._replace(title=verdict.language.name, component_name=verdict.language.name)


def _create_verdict_annotation(top: str, result: GateResult, verdict: Verdict, level: AnnotationLevel) -> Annotation:
    path = verdict.path or _find_verdict_path(result, verdict)
    rule = AnnotationRule(f"gate/{verdict.rule}", _RULE_DESCRIPTIONS[verdict.rule])
    title = f"{format_component_name(result)}: {format_language_title(verdict.language)}"
    message = f"{describe_verdict(verdict)} ({verdict.limit.origin})"
    place = make_relative_to_top(path, top)
    return Annotation(
        level,
        rule,
        place,
        0,
        title,
        message,
        format_component_name(result),
        create_test_case_name(verdict),
        ("verdict", verdict.subject),
    )


def _find_verdict_path(result: GateResult, verdict: Verdict) -> str:
    """Return a path for a verdict without a file.

    For a language, the path is that of the file that the language should have. For a total, the path is that of the
    component's first file. If the component has no files, the path is its file mask without `*`.
    """
    component = result.component
    if verdict.language.code or not result.report.translations:
        return os.path.join(component.root, component.filemask.replace("*", verdict.language.code))
    return component.path_for_messages(result.report.translations[0].path)


def _create_string_annotations(
    results: GateResults, verdict_annotation: Annotation, verdict: Verdict
) -> Iterator[Annotation]:
    for found in verdict.counted_strings:
        messages = [finding.message for finding in found.findings] or [found.state_name]
        yield verdict_annotation._replace(
            path=make_relative_to_top(found.path, results.repository_top),
            line=found.unit.line,
            message=f"{shorten_source(found.unit.source)}: {'; '.join(messages)}",
            distinguishing_texts=(verdict.subject, found.unit.context, found.unit.source),
            sort_weight=0,
            is_detail=True,
        )
