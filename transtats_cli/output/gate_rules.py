"""Rules of `gate`, each with the texts that describe its verdicts.

A verdict is the result of comparing one language, or a total of languages, with one limit.
"""

from collections.abc import Callable
from typing import NamedTuple

from transtats_cli.gate.measures import MEASURES
from transtats_cli.gate.verdicts import Verdict
from transtats_cli.output.text import format_count
from transtats_cli.statistics import percent


class _Rule(NamedTuple):
    requirement: str
    """Sentence that is true if the limit is met, for formats that describe rules."""
    describe: Callable[[Verdict], str]
    """Function that returns the figure and the limit of a verdict as a sentence."""
    is_minimum: bool = False
    """True if the limit is a minimum, and False if it is a maximum."""


def describe_requirement(rule: str) -> str:
    """Return a sentence that is true if the limits of a rule are met."""
    return _RULES[rule].requirement


def format_figure(verdict: Verdict) -> str:
    """Return the figure of a verdict as text: a number or a percentage.

    The figure of a required language is `there` or `missing`.
    """
    if verdict.rule == "require":
        return "there" if verdict.is_met else "missing"
    if verdict.whole is None:
        return str(verdict.figure)
    return f"{compute_percent(verdict)}%"


def compute_percent(verdict: Verdict) -> float:
    """Return the counted number of a verdict as a percentage, rounded down, for display only.

    A limit is compared with integers, not with this percentage. If the total number is 0, return 100 for a minimum
    limit and 0 for a maximum limit.
    """
    of_nothing = 100.0 if _RULES[verdict.rule].is_minimum else 0.0
    return percent(verdict.figure, verdict.whole or 0, if_whole_is_zero=of_nothing)


def format_limit(verdict: Verdict) -> str:
    """Return the limit of a verdict as text: `>= 90%`, or `a file` for a required language."""
    if verdict.rule == "require":
        return "a file"
    return f"{'>=' if _RULES[verdict.rule].is_minimum else '<='} {verdict.limit}"


def create_test_case_name(verdict: Verdict) -> str:
    """Return a name for a verdict that is the same in every run.

    The name consists of language, rule and limit. It does not contain the figure.
    """
    # Of these rules, a language can have several verdicts with different subjects.
    has_subject = _RULES[verdict.rule].is_minimum or verdict.rule == "max-check"
    subject = f" {verdict.subject}" if has_subject else ""
    return f"{verdict.language.code or verdict.language.name}: {verdict.rule}{subject} {format_limit(verdict)}"


def describe_verdict(verdict: Verdict) -> str:
    """Return the figure and the limit of a verdict as a sentence.

    If the limit is not met, the sentence contains the number of missing strings.
    """
    sentence = _RULES[verdict.rule].describe(verdict)
    return sentence if verdict.is_met else f"{sentence}: {_describe_missing_strings(verdict)}"


def _describe_missing_strings(verdict: Verdict) -> str:
    if verdict.rule == "require":
        return "there is no file of it" + (f"; did you mean {verdict.suggestion!r}?" if verdict.suggestion else "")
    strings = format_count(verdict.missing_strings, "string")
    if verdict.unit != "strings":
        amount = f"{verdict.missing_amount} {verdict.unit} missing"
        return f"{amount}, in {strings} at least" if verdict.missing_strings else amount
    return f"{strings} {'missing' if _RULES[verdict.rule].is_minimum else 'to fix'}"


def _describe_fail_under(verdict: Verdict) -> str:
    done = (
        f"({verdict.figure} of {verdict.whole} {verdict.unit})" if verdict.whole else "(there is nothing to translate)"
    )
    return f"{compute_percent(verdict)}% {MEASURES[verdict.subject].phrase} {done}, at least {verdict.limit} wanted"


def _describe_max_failing(verdict: Verdict) -> str:
    share_of = "" if verdict.whole is None else f", {compute_percent(verdict)}% of {verdict.whole}"
    return f"{format_count(verdict.figure, 'failing string')}{share_of}, at most {verdict.limit} allowed"


def _describe_regression(verdict: Verdict) -> str:
    if not verdict.figure:
        return f"nothing got worse since {verdict.earlier_state_name}"
    if not verdict.path:
        lost = f"{format_count(verdict.figure, 'translation')} of {verdict.earlier_state_name}"
        return f"there is no file any more, and {lost} {'is' if verdict.figure == 1 else 'are'} lost"
    vanished = sum(found.is_missing for found in verdict.counted_strings)
    gone = f", {vanished} of them gone from the file," if vanished else ""
    worse = f"{format_count(verdict.figure, 'string')} got worse since {verdict.earlier_state_name}"
    return f"{worse}{gone or ','} at most {verdict.limit} allowed"


_RULES = {
    "fail-under": _Rule(
        "At least the required share of a language is translated.", _describe_fail_under, is_minimum=True
    ),
    "fail-under-total": _Rule(
        "At least the required share of all languages of a component together is translated.",
        _describe_fail_under,
        is_minimum=True,
    ),
    "fail-under-overall": _Rule(
        "At least the required share of all components together is translated.", _describe_fail_under, is_minimum=True
    ),
    "max-failing": _Rule("At most the allowed number of strings of a language fail checks.", _describe_max_failing),
    "max-failing-percent": _Rule("At most the allowed share of a language fails checks.", _describe_max_failing),
    "max-fuzzy": _Rule(
        "A language has at most the allowed number of fuzzy strings.",
        lambda verdict: f"{format_count(verdict.figure, 'fuzzy string')}, at most {verdict.limit} allowed",
    ),
    "max-missing": _Rule(
        "A file lacks at most the allowed number of strings of the template.",
        lambda verdict: f"the file lacks {format_count(verdict.figure, 'string')}, at most {verdict.limit} allowed",
    ),
    "max-check": _Rule(
        "At most the allowed number of strings of a language fail this check.",
        lambda verdict: (
            f"{format_count(verdict.figure, 'string')} failing {verdict.subject}, at most {verdict.limit} allowed"
        ),
    ),
    "require": _Rule(
        "A required language has a file.", lambda verdict: "required, and there" if verdict.is_met else "required"
    ),
    "base": _Rule("Strings that were translated at that revision are still translated.", _describe_regression),
    "baseline": _Rule(
        "Strings that were translated when the baseline was written are still translated.", _describe_regression
    ),
}
