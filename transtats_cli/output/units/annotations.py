"""Annotations on strings for CI systems.

Each finding has an annotation. A string without findings has one annotation.
"""

from collections.abc import Iterator
from functools import lru_cache

from transtats_cli.checks import CHECKS_BY_ID
from transtats_cli.checks.pages import read_check_page
from transtats_cli.model import Finding
from transtats_cli.output.annotations.annotation import (
    Annotation,
    AnnotationLevel,
    AnnotationRule,
    create_unreadable_file_annotation,
    make_relative_to_top,
)
from transtats_cli.output.units.one_line import shorten_source
from transtats_cli.output.units.result import UnitSearchResult
from transtats_cli.report import LocatedUnit


def create_annotations(result: UnitSearchResult) -> Iterator[Annotation]:
    for found in result.units:
        if not found.findings and not found.is_from_comparison:
            yield _create_string_annotation(found, result)
        for finding in found.findings:
            yield create_finding_annotation(
                found, finding, found.component_name or result.component_name, result.repository_top
            )
    for report in result.get_reports():
        for failure in report.failures:
            yield create_unreadable_file_annotation(report.component, failure, result.repository_top)


def create_finding_annotation(
    located_unit: LocatedUnit, finding: Finding, component_name: str, repository_top: str
) -> Annotation:
    """Return the annotation on a finding.

    The level is ERROR for a check of format strings, because a wrong format string may crash the program. The level is
    WARNING for all other checks.
    """
    is_format = finding.check in CHECKS_BY_ID and CHECKS_BY_ID[finding.check].kind == "format"
    return _create_annotation(
        located_unit,
        AnnotationLevel.ERROR if is_format else AnnotationLevel.WARNING,
        create_check_rule(finding.check),
        component_name,
        repository_top,
    )._replace(message=finding.message)


@lru_cache(maxsize=256)
def create_check_rule(check_id: str) -> AnnotationRule:
    """Return the rule of a check. The description is the first sentence of the check's page.

    If there is no check with this id, the description is the id.
    """
    return AnnotationRule(
        check_id, read_check_page(CHECKS_BY_ID[check_id]).requirement if check_id in CHECKS_BY_ID else check_id
    )


def _create_string_annotation(located_unit: LocatedUnit, result: UnitSearchResult) -> Annotation:
    word = located_unit.state_name
    rule = AnnotationRule(f"state/{word}", f"The string is {word}.")
    return _create_annotation(
        located_unit,
        AnnotationLevel.NOTE,
        rule,
        located_unit.component_name or result.component_name,
        result.repository_top,
    )


def _create_annotation(
    located_unit: LocatedUnit, level: AnnotationLevel, rule: AnnotationRule, component_name: str, repository_top: str
) -> Annotation:
    name, unit = located_unit.language.code, located_unit.unit
    return Annotation(
        level,
        rule,
        make_relative_to_top(located_unit.path, repository_top),
        unit.line,
        f"{name}: {rule.id}",
        shorten_source(unit.source),
        component_name,
        f"{name}: {rule.id}",
        (unit.context, unit.source),
    )
