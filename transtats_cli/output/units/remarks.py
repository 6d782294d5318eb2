"""Remarks on strings for CI systems.

Each finding has a remark. A string without findings has one remark.
"""

from collections.abc import Iterator
from functools import lru_cache

from transtats_cli.checks import CHECKS_BY_ID, CheckKind
from transtats_cli.checks.pages import read_check_page
from transtats_cli.model import Finding
from transtats_cli.output.remarks.remark import Level, Remark, Rule, relative_to_top, unreadable_file_remark
from transtats_cli.output.units.one_line import short_source
from transtats_cli.output.units.result import UnitSearchResult
from transtats_cli.report import FoundUnit


def remarks_of(result: UnitSearchResult) -> Iterator[Remark]:
    for found in result.units:
        if not found.findings and not found.is_from_comparison:
            yield _of_string(found, result)
        for finding in found.findings:
            yield of_finding(found, finding, found.owner or result.owner, result.top)
    for report in result.reports():
        for failure in report.failures:
            yield unreadable_file_remark(report.component, failure, result.top)


def of_finding(found: FoundUnit, finding: Finding, owner: str, top: str) -> Remark:
    """Return the remark on a finding.

    The level is ERROR for a check of format strings, because a wrong format string may crash the program. The level is
    WARNING for all other checks.
    """
    is_format = finding.check in CHECKS_BY_ID and CHECKS_BY_ID[finding.check].kind is CheckKind.FORMAT
    return _remark(found, Level.ERROR if is_format else Level.WARNING, rule_of(finding.check), owner, top)._replace(
        message=finding.message
    )


@lru_cache(maxsize=256)
def rule_of(check: str) -> Rule:
    """Return the rule of a check. The description is the first sentence of the check's page."""
    return Rule(check, read_check_page(CHECKS_BY_ID[check]).finds if check in CHECKS_BY_ID else check)


def _of_string(found: FoundUnit, result: UnitSearchResult) -> Remark:
    word = found.state_name
    rule = Rule(f"state/{word}", f"The string is {word}.")
    return _remark(found, Level.NOTE, rule, found.owner or result.owner, result.top)


def _remark(found: FoundUnit, level: Level, rule: Rule, owner: str, top: str) -> Remark:
    name, unit = found.language.code, found.unit
    return Remark(
        level,
        rule,
        relative_to_top(found.path, top),
        unit.line,
        f"{name}: {rule.id}",
        short_source(unit.source),
        owner,
        f"{name}: {rule.id}",
        (unit.context, unit.source),
    )
