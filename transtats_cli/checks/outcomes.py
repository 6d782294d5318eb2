"""Outcome of every check on one string: failed, passed, or not run with the reason.

The runner only returns problems, and skips checks that cannot fail. This module evaluates each check that is on without
skipping any. `tests/explanation/` compares the outcomes with the results of the runner.
"""

from collections.abc import Collection, Sequence
from enum import StrEnum
from typing import NamedTuple

from transtats_cli.checks import ALL_CHECKS_FLAG, CHECKS, UNDECIDABLE_CHECKS, Check
from transtats_cli.checks.evaluation import CheckEvaluator, explain_scope, explain_state
from transtats_cli.checks.subject import CheckedString, LanguagePair
from transtats_cli.flags import Flags
from transtats_cli.model import Finding, Unit

MISSING_FLAG_REASON = "the string lacks the flag"
"""Beginning of the reason for a check that needs a flag which the string lacks."""


class OutcomeKind(StrEnum):
    """Kind of an outcome. The values are part of the JSON output."""

    FAILED = "failed"
    PASSED = "passed"
    IGNORED = "ignored"
    """A flag of the string switches the check off."""
    OFF = "off"
    """The settings of the component switch the check off."""
    NOT_RUN = "not-run"
    """The check does not apply to the string."""
    NOT_DECIDED = "not-decided"
    """The check ran and could not decide, for example because the string is too long."""
    SERVER_ONLY = "server-only"
    """Files alone cannot decide the check."""


class CheckOutcome(NamedTuple):
    """Outcome of one check on one string."""

    check_id: str
    kind: OutcomeKind
    message: str = ""
    """Problem of the string, or the reason why the check did not run or did not decide. Empty if the check passed."""
    flag: str = ""
    """Name of the flag that switches the check off. Empty if no flag of the string switches it off."""


class ExplainedString(NamedTuple):
    """One string with the values that its checks depend on."""

    unit: Unit
    """Unit with its effective state and flags."""
    languages: LanguagePair
    is_source: bool
    findings: Sequence[Finding] = ()
    """Problems that the runner found in the string. Checks that compare strings are only decided by the runner."""


def list_outcomes(string: ExplainedString, enabled_checks: Collection[Check]) -> list[CheckOutcome]:
    """Return the outcome of each check in report order, then the checks that only a server can decide.

    `enabled_checks` contains the checks that the settings do not switch off.
    """
    outcomes = [
        _find_outcome(check, string)
        if check in enabled_checks
        else CheckOutcome(check.id, OutcomeKind.OFF, "the settings switch it off (checks.select, checks.ignore)")
        for check in CHECKS
    ]
    server_only = (
        CheckOutcome(check_id, OutcomeKind.SERVER_ONLY, reason) for check_id, reason in UNDECIDABLE_CHECKS.items()
    )
    return [*outcomes, *server_only]


def _find_outcome(check: Check, string: ExplainedString) -> CheckOutcome:
    reason = explain_scope(check, string.languages, is_source=string.is_source)
    if reason:
        return CheckOutcome(check.id, OutcomeKind.NOT_RUN, reason)
    flags = string.unit.flags
    if not check.is_on_for_flags(flags):
        return _explain_flags(check, flags)
    reason = explain_state(check, string.unit, string.languages, is_source=string.is_source)
    if reason:
        return CheckOutcome(check.id, OutcomeKind.NOT_RUN, reason)
    if check.kind == "batch":
        message = next((finding.message for finding in string.findings if finding.check == check.id), "")
        return CheckOutcome(check.id, OutcomeKind.FAILED if message else OutcomeKind.PASSED, message)
    return _evaluate_check(check, string)


def _explain_flags(check: Check, flags: Flags) -> CheckOutcome:
    for flag in (check.ignore_flag, ALL_CHECKS_FLAG):
        if flag in flags:
            return CheckOutcome(check.id, OutcomeKind.IGNORED, f"the flag {flag} switches it off", flag)
    if len(check.enabling_flags) > 2:
        return CheckOutcome(check.id, OutcomeKind.NOT_RUN, f"{MISSING_FLAG_REASON} of a format with placeholders")
    return CheckOutcome(check.id, OutcomeKind.NOT_RUN, f"{MISSING_FLAG_REASON} {' or '.join(check.enabling_flags)}")


def _evaluate_check(check: Check, string: ExplainedString) -> CheckOutcome:
    unit, languages = string.unit, string.languages
    targets = unit.sources if string.is_source else languages.split_target(unit.source, unit.target)
    evaluator = CheckEvaluator()
    found = evaluator.find_problems([check.id], CheckedString.from_unit(unit, targets, languages))
    if found:
        return CheckOutcome(check.id, OutcomeKind.FAILED, found[0].message)
    for warning in evaluator.warnings:
        return CheckOutcome(check.id, OutcomeKind.NOT_DECIDED, warning.detail)
    return CheckOutcome(check.id, OutcomeKind.PASSED)
