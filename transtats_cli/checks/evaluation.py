"""Evaluation of checks on one string, for checks of all kinds."""

from collections.abc import Callable, Iterable
from functools import partial

from transtats_cli.checks import CHECKS_BY_ID
from transtats_cli.checks.pairing import pair_plural_forms
from transtats_cli.checks.placeholders.format_strings import find_placeholder_problem
from transtats_cli.checks.subject import CheckedString
from transtats_cli.limits import NotChecked
from transtats_cli.model import Finding

ProblemFinder = Callable[[CheckedString], str | None]
"""Function that returns the problem of a string, or None if there is no problem."""


class CheckEvaluator:
    """Evaluator of checks on strings. Collects a warning for each check that raises NotChecked.

    The methods ignore flags that switch checks on or off.
    """

    __slots__ = ("_explains", "_finders", "_warnings")

    def __init__(self, *, explains_problems: bool = True) -> None:
        """Create an evaluator. If `explains_problems` is False, messages need not name details."""
        self._explains = explains_problems
        self._finders: dict[str, ProblemFinder] = {}
        self._warnings: dict[str, None] = {}

    @property
    def warnings(self) -> tuple[str, ...]:
        return tuple(self._warnings)

    def is_failing(self, check_ids: Iterable[str], checked_string: CheckedString) -> bool:
        """Return True if any of the checks fails on a string. The checks after it are not evaluated."""
        for check in check_ids:
            try:
                if self._load_finder(check)(checked_string) is not None:
                    return True
            except NotChecked as reason:
                self._add_warning(check, reason)
        return False

    def find_problems(self, check_ids: Iterable[str], checked_string: CheckedString) -> tuple[Finding, ...]:
        """Return all problems that checks find in a string, in the order of the checks, with detailed messages."""
        found: list[Finding] = []
        for check in check_ids:
            try:
                message = self._load_finder(check)(checked_string)
            except NotChecked as reason:
                self._add_warning(check, reason)
                continue
            if message is not None:
                found.append(Finding(check, message))
        return tuple(found)

    def _load_finder(self, check: str) -> ProblemFinder:
        """Return the function that finds a problem of a string."""
        finder = self._finders.get(check)
        if finder is None:
            finder = self._finders[check] = _create_problem_finder(check, explain=self._explains)
        return finder

    def _add_warning(self, check: str, reason: NotChecked) -> None:
        self._warnings[f"{check}: a string is not checked: {reason}"] = None


def _create_problem_finder(check_id: str, *, explain: bool) -> ProblemFinder:
    check = CHECKS_BY_ID[check_id]
    if check.kind == "pair":
        return partial(_find_problem_in_forms, check.definition)
    if check.kind == "format":
        return partial(find_placeholder_problem, check.definition, is_explained=explain)
    problem: ProblemFinder = check.definition
    return problem


def _find_problem_in_forms(
    find_problem: Callable[[str, str, CheckedString], str | None], checked_string: CheckedString
) -> str | None:
    sources, targets = checked_string.sources, checked_string.targets
    if len(sources) == len(targets) == 1:
        return find_problem(sources[0], targets[0], checked_string)
    for form, (source, target) in enumerate(
        pair_plural_forms(sources, targets, checked_string.source_plural, checked_string.plural), start=1
    ):
        message = find_problem(source, target, checked_string)
        if message is not None:
            return message if len(targets) == 1 else f"in plural form {form}, {message}"
    return None
