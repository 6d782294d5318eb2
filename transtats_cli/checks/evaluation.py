"""Evaluation of checks on one string, for checks of all kinds."""

from collections.abc import Callable, Iterable
from functools import cache, partial

from transtats_cli.checks import CHECKS_BY_ID, CheckKind
from transtats_cli.checks.pairing import pair_plural_forms
from transtats_cli.checks.subject import CheckedString
from transtats_cli.limits import NotChecked
from transtats_cli.model import Finding

ProblemFinder = Callable[[CheckedString], str | None]
"""Function that returns the problem of a string, or None if there is no problem."""


class CheckEvaluator:
    """Evaluator of checks on strings. Collects a warning for each check that raises NotChecked.

    If `explain` is True, `find_problems` returns all problems of a string, with detailed messages. Otherwise,
    `find_problems` returns the first problem only.
    """

    __slots__ = ("_explain", "_warnings")

    def __init__(self, *, explain: bool) -> None:
        self._explain = explain
        self._warnings: dict[str, None] = {}

    @property
    def warnings(self) -> tuple[str, ...]:
        return tuple(self._warnings)

    def find_problems(self, check_ids: Iterable[str], checked_string: CheckedString) -> tuple[Finding, ...]:
        """Return the problems that checks find in one string, in the order of the checks.

        `check_ids` contains the ids of the checks to evaluate. Flags that switch checks on or off are ignored.
        """
        found: list[Finding] = []
        for check in check_ids:
            try:
                message = _load_problem_finder(check, self._explain)(checked_string)
            except NotChecked as reason:
                self._warnings[f"{check}: a string is not checked: {reason}"] = None
                continue
            if message is not None:
                if not self._explain:
                    return (Finding(check, message),)
                found.append(Finding(check, message))
        return tuple(found)


@cache
def _load_problem_finder(check_id: str, explain: bool) -> ProblemFinder:
    check = CHECKS_BY_ID[check_id]
    if check.kind is CheckKind.PAIR:
        return partial(_find_problem_in_forms, check.module.find_problem)
    if check.kind is CheckKind.FORMAT:
        from transtats_cli.checks.placeholders import format_strings

        return partial(format_strings.find_placeholder_problem, check.module.FORMAT, is_explained=explain)
    problem: ProblemFinder = check.module.find_problem
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
