"""Evaluation of checks on one string, for checks of all kinds, and the strings on which a check runs."""

from collections.abc import Callable, Iterable
from functools import partial

from transtats_cli.checks import CHECKS_BY_ID, Check, batch
from transtats_cli.checks.pairing import find_first_problem, pair_plural_forms
from transtats_cli.checks.placeholders.format_strings import find_placeholder_problem
from transtats_cli.checks.subject import CheckedString, LanguagePair
from transtats_cli.limits import NotChecked
from transtats_cli.model import Finding, State, Unit
from transtats_cli.problems import Problem

_CHECKS_OF_PLURAL_FORMS = frozenset({"plurals", "same-plurals"})
REASONS_BY_STATE = {State.EMPTY: "the string is empty", State.READ_ONLY: "the string is read-only"}
"""Reasons why no check runs on a translation in a state, except for checks that compare many strings."""


def explain_scope(check: Check, languages: LanguagePair, *, is_source: bool) -> str:
    """Return the reason why a check runs on no string of a language. Empty if it may run.

    `is_source` is True for the strings of the source language.
    """
    if is_source and not (check.checks_source or check.kind == "text"):
        return "it checks translations, and this is a string of the source language"
    if check.checks_source and not is_source:
        return "it checks strings of the source language"
    if check.id in _CHECKS_OF_PLURAL_FORMS and not languages.texts_are_plural_forms:
        return "several texts of a string are values in this format, not plural forms"
    return ""


def explain_state(check: Check, unit: Unit, languages: LanguagePair, *, is_source: bool) -> str:
    """Return the reason why a check does not run on a string in its state. Empty if the check runs."""
    if is_source:
        return ""
    if check.kind == "batch":
        return batch.explain_exclusion(unit, languages)
    return REASONS_BY_STATE.get(unit.state, "")


ProblemFinder = Callable[[CheckedString], str | None]
"""Function that returns the problem of a string, or None if there is no problem."""


class CheckEvaluator:
    """Evaluator of checks on strings. Collects a warning for each check that raises NotChecked.

    The methods ignore flags that switch checks on or off.
    """

    def __init__(self, finders: dict[str, ProblemFinder] | None = None, *, finds_all_problems: bool = True) -> None:
        """Create an evaluator. If `finds_all_problems` is False, only the first problem of each string is found.

        Several evaluators may share `finders`: the functions of the checks that were used so far, by id.
        """
        self._finds_all = finds_all_problems
        self._finders = {} if finders is None else finders
        self.warnings: dict[Problem, None] = {}
        """Warnings about strings that are not checked. Used as an ordered set."""

    def find_problems(self, check_ids: Iterable[str], checked_string: CheckedString) -> tuple[Finding, ...]:
        """Return the problems that checks find in a string, in the order of the checks."""
        found: list[Finding] = []
        for check in check_ids:
            finder = self._finders.get(check)
            if finder is None:
                finder = self._finders[check] = _create_problem_finder(check)
            try:
                message = finder(checked_string)
            except NotChecked as reason:
                self.warnings[Problem("", f"{check}: a string is not checked", detail=str(reason))] = None
                continue
            if message is not None:
                found.append(Finding(check, message))
                if not self._finds_all:
                    break
        return tuple(found)


def _create_problem_finder(check_id: str) -> ProblemFinder:
    check = CHECKS_BY_ID[check_id]
    if check.kind == "pair":
        return partial(_find_problem_in_forms, check.definition)
    if check.kind == "format":
        return partial(find_placeholder_problem, check.definition)
    problem: ProblemFinder = check.definition
    return problem


def _find_problem_in_forms(
    find_problem: Callable[[str, str, CheckedString], str | None], checked_string: CheckedString
) -> str | None:
    sources, targets = checked_string.sources, checked_string.targets
    if len(sources) == len(targets) == 1:
        return find_problem(sources[0], targets[0], checked_string)
    form_pairs = pair_plural_forms(sources, targets, checked_string.languages.source_plural, checked_string.plural)
    return find_first_problem(form_pairs, lambda pair: find_problem(pair.source, pair.target, checked_string))
