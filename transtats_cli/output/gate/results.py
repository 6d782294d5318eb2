"""Results of one run of `gate`, and the sentences that describe its verdicts."""

from collections.abc import Iterator
from typing import NamedTuple

from transtats_cli.gate.evaluation import GateResult
from transtats_cli.gate.verdicts import Verdict
from transtats_cli.languages import Language
from transtats_cli.output.text import format_count
from transtats_cli.problems import Problem
from transtats_cli.statistics import percent

_MEASURE_PHRASES = {
    "translated": "translated",
    "words": "of the words translated",
    "chars": "of the characters translated",
    "approved": "approved",
    "translated-and-not-failing": "translated and not failing",
    "complete": "complete",
}


class GateResults(NamedTuple):
    """Results of `gate` for all components of one run."""

    results: tuple[GateResult, ...]
    repository_top: str = ""
    """Directory relative to which paths are printed in formats for CI systems."""
    is_advisory: bool = False
    """True if unmet limits are reported, but do not change the exit code."""
    shipped_languages: tuple[tuple[str, tuple[str, ...]], ...] | None = None
    """Each component as `project/component`, with the codes of its languages to ship.

    A language to ship is translated enough to be released (`--enable-at`). None if these languages are not requested.
    """
    overall_verdicts: tuple[Verdict, ...] = ()
    """Verdicts on all components together."""

    @property
    def has_several_components(self) -> bool:
        return len(self.results) > 1

    def list_verdicts(self) -> Iterator[tuple[str, Verdict]]:
        """Yield each verdict with its component as `project/component`, in the order of evaluation.

        The component is empty for a verdict on all components together.
        """
        for result in self.results:
            for verdict in result.verdicts:
                yield format_component_name(result), verdict
        for verdict in self.overall_verdicts:
            yield "", verdict

    @property
    def is_met(self) -> bool:
        return all(verdict.is_met for _, verdict in self.list_verdicts())

    def sort_verdicts_worst_first(self) -> list[tuple[str, Verdict]]:
        """Return all verdicts with their components, unmet verdicts first.

        Unmet verdicts are sorted by the number of missing strings, the largest number first.
        """
        return sorted(self.list_verdicts(), key=lambda each: (each[1].is_met, -each[1].missing_strings))

    def sort_verdicts_unmet_first(self) -> list[tuple[str, Verdict]]:
        """Return all verdicts with their components in the order of evaluation, but unmet verdicts first."""
        return sorted(self.list_verdicts(), key=lambda each: each[1].is_met)

    def list_file_failures(self) -> Iterator[tuple[str, GateResult, Problem]]:
        for result in self.results:
            for failure in result.report.failures:
                yield format_component_name(result), result, failure

    def compute_translated_percent(self) -> float | None:
        """Return the translated percentage over all components and languages. None if there are no strings."""
        records = [record for result in self.results for record in result.report.translations]
        total = sum(record.statistics.total.strings for record in records)
        return percent(sum(record.statistics.translated.strings for record in records), total) if total else None

    def format_summary(self) -> str:
        """Return the numbers of unmet limits and of unreadable files as a phrase without a full stop."""
        verdicts = [verdict for _, verdict in self.list_verdicts()]
        unmet = sum(not verdict.is_met for verdict in verdicts)
        unreadable = sum(1 for _ in self.list_file_failures())
        total = len(verdicts)
        unmet_limits = f"{unmet} of {format_count(total, 'limit')} {'is' if unmet == 1 else 'are'} not met"
        if unreadable:
            limits = f"{unmet_limits}, and" if unmet else f"{total} of {format_count(total, 'limit')} met, but"
            return f"{limits} {format_count(unreadable, 'file')} could not be read"
        if unmet:
            return unmet_limits
        return f"{format_count(total, 'limit')}, all met" if verdicts else "No limit applies"


def format_component_name(result: GateResult) -> str:
    return f"{result.component.project}/{result.component.slug}"


def format_language_title(language: Language) -> str:
    """Return the name of a language with its code, or only the name of a total, which has no code."""
    return f"{language.name} ({language.code})" if language.code else language.name


def has_minimum_limit(verdict: Verdict) -> bool:
    """Return True if the limit of a verdict is a minimum, and False if the limit is a maximum."""
    return verdict.rule.startswith("fail-under")


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
    of_nothing = 100.0 if has_minimum_limit(verdict) else 0.0
    return percent(verdict.figure, verdict.whole or 0, if_whole_is_zero=of_nothing)


def format_limit(verdict: Verdict) -> str:
    """Return the limit of a verdict as text: `>= 90%`, or `a file` for a required language."""
    if verdict.rule == "require":
        return "a file"
    return f"{'>=' if has_minimum_limit(verdict) else '<='} {verdict.limit}"


def create_test_case_name(verdict: Verdict) -> str:
    """Return a name for a verdict that is the same in every run.

    The name consists of language, rule and limit. It does not contain the figure.
    """
    subject = verdict.subject if has_minimum_limit(verdict) or verdict.rule == "max-check" else ""
    language = verdict.language.code or verdict.language.name
    return f"{language}: {verdict.rule}{f' {subject}' if subject else ''} {format_limit(verdict)}"


def describe_verdict(verdict: Verdict) -> str:
    """Return the figure and the limit of a verdict as a sentence.

    If the limit is not met, the sentence contains the number of missing strings.
    """
    sentence = _DESCRIBE_FUNCTIONS[verdict.rule](verdict)
    return sentence if verdict.is_met else f"{sentence}: {_describe_missing_strings(verdict)}"


def _describe_fail_under(verdict: Verdict) -> str:
    done = (
        f"({verdict.figure} of {verdict.whole} {verdict.unit})" if verdict.whole else "(there is nothing to translate)"
    )
    return f"{compute_percent(verdict)}% {_MEASURE_PHRASES[verdict.subject]} {done}, at least {verdict.limit} wanted"


def _describe_max_failing(verdict: Verdict) -> str:
    share_of = "" if verdict.whole is None else f", {compute_percent(verdict)}% of {verdict.whole}"
    return f"{format_count(verdict.figure, 'failing string')}{share_of}, at most {verdict.limit} allowed"


def _describe_max_fuzzy(verdict: Verdict) -> str:
    return f"{format_count(verdict.figure, 'fuzzy string')}, at most {verdict.limit} allowed"


def _describe_max_missing(verdict: Verdict) -> str:
    return f"the file lacks {format_count(verdict.figure, 'string')}, at most {verdict.limit} allowed"


def _describe_max_check(verdict: Verdict) -> str:
    return f"{format_count(verdict.figure, 'string')} failing {verdict.subject}, at most {verdict.limit} allowed"


def _describe_required_language(verdict: Verdict) -> str:
    return "required, and there" if verdict.is_met else "required"


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


_DESCRIBE_FUNCTIONS = {
    "fail-under": _describe_fail_under,
    "fail-under-total": _describe_fail_under,
    "fail-under-overall": _describe_fail_under,
    "max-failing": _describe_max_failing,
    "max-failing-percent": _describe_max_failing,
    "max-fuzzy": _describe_max_fuzzy,
    "max-missing": _describe_max_missing,
    "max-check": _describe_max_check,
    "require": _describe_required_language,
    "base": _describe_regression,
    "baseline": _describe_regression,
}


def _describe_missing_strings(verdict: Verdict) -> str:
    if verdict.rule == "require":
        return "there is no file of it" + (f"; did you mean {verdict.suggestion!r}?" if verdict.suggestion else "")
    if verdict.unit != "strings":
        if not verdict.missing_strings:
            return f"{verdict.missing_amount} {verdict.unit} missing"
        strings = format_count(verdict.missing_strings, "string")
        return f"{verdict.missing_amount} {verdict.unit} missing, in {strings} at least"
    strings = format_count(verdict.missing_strings, "string")
    return f"{strings} {'missing' if has_minimum_limit(verdict) else 'to fix'}"
