"""Evaluation of checks on one string, for checks of all kinds."""

from collections.abc import Callable, Iterable
from functools import cache, partial

from transtats_cli.checks import BY_ID, Kind
from transtats_cli.checks.pairing import pairs
from transtats_cli.checks.subject import Subject
from transtats_cli.limits import NotChecked
from transtats_cli.model import Finding

Rule = Callable[[Subject], str | None]


class Evaluation:
    """Evaluator of checks on strings. Collects a warning for each check that raises NotChecked.

    If `explain` is True, `findings` returns all problems of a string, with detailed messages. Otherwise, `findings`
    returns the first problem only.
    """

    __slots__ = ("_explain", "_warnings")

    def __init__(self, *, explain: bool) -> None:
        self._explain = explain
        self._warnings: dict[str, None] = {}

    @property
    def warnings(self) -> tuple[str, ...]:
        return tuple(self._warnings)

    def findings(self, checks: Iterable[str], subject: Subject) -> tuple[Finding, ...]:
        """Return the problems that checks find in one string, in the order of the checks.

        `checks` contains the ids of the checks to evaluate. Flags that switch checks on or off are ignored.
        """
        found: list[Finding] = []
        for check in checks:
            try:
                message = _load_rule(check, self._explain)(subject)
            except NotChecked as reason:
                self._warnings[f"{check}: a string is not checked: {reason}"] = None
                continue
            if message is not None:
                found.append(Finding(check, message))
                if not self._explain:
                    break
        return tuple(found)


@cache
def _load_rule(check_id: str, explain: bool) -> Rule:
    check = BY_ID[check_id]
    if check.kind is Kind.PAIR:
        return partial(_find_problem_in_forms, check.module.problem)
    if check.kind is Kind.FORMAT:
        from transtats_cli.checks.placeholders import format_strings

        return partial(format_strings.problem, check.module.FORMAT, explained=explain)
    problem: Rule = check.module.problem
    return problem


def _find_problem_in_forms(problem: Callable[[str, str, Subject], str | None], subject: Subject) -> str | None:
    sources, targets = subject.sources, subject.targets
    if len(sources) == len(targets) == 1:
        return problem(sources[0], targets[0], subject)
    for form, (source, target) in enumerate(pairs(sources, targets, subject.source_plural, subject.plural), start=1):
        message = problem(source, target, subject)
        if message is not None:
            return message if len(targets) == 1 else f"in plural form {form}, {message}"
    return None
