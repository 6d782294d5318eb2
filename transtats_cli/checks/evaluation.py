"""Evaluation of checks on one string, for checks of all kinds, and for checks that depend on the texts alone."""

from collections.abc import Callable, Iterable
from functools import cache, partial

from transtats_cli.checks import CHECKS_BY_ID
from transtats_cli.checks.pairing import pair_plural_forms
from transtats_cli.checks.placeholders.format_strings import find_placeholder_problem
from transtats_cli.checks.subject import CheckedString, LanguagePair
from transtats_cli.limits import NotChecked
from transtats_cli.model import Finding, State, Unit

ProblemFinder = Callable[[CheckedString], str | None]
"""Function that returns the problem of a string, or None if there is no problem."""

TEXT_AND_LANGUAGE_CHECKS = frozenset(
    """
    begin_newline end_newline begin_space end_space double_space end_stop end_colon end_question end_exclamation
    end_interrobang end_ellipsis end_semicolon multiple_capital kashida kabyle-characters zero-width-space
    escaped_newline newline-count
    """.split()
)
"""Ids of the checks whose result depends on nothing but one source, one target and their languages.

The screening evaluates these checks itself. So their result is certain.
"""


class CheckEvaluator:
    """Evaluator of checks on strings. Collects a warning for each check that raises NotChecked.

    The methods ignore flags that switch checks on or off.
    """

    __slots__ = ("_warnings",)

    def __init__(self) -> None:
        self._warnings: dict[str, None] = {}

    @property
    def warnings(self) -> tuple[str, ...]:
        return tuple(self._warnings)

    def is_failing(self, check_ids: Iterable[str], checked_string: CheckedString) -> bool:
        """Return True if any of the checks fails on a string. The checks after it are not evaluated."""
        for check in check_ids:
            try:
                if _load_failure_finder(check)(checked_string) is not None:
                    return True
            except NotChecked as reason:
                self._add_warning(check, reason)
        return False

    def find_problems(self, check_ids: Iterable[str], checked_string: CheckedString) -> tuple[Finding, ...]:
        """Return all problems that checks find in a string, in the order of the checks, with detailed messages."""
        found: list[Finding] = []
        for check in check_ids:
            try:
                message = _load_problem_finder(check)(checked_string)
            except NotChecked as reason:
                self._add_warning(check, reason)
                continue
            if message is not None:
                found.append(Finding(check, message))
        return tuple(found)

    def _add_warning(self, check: str, reason: NotChecked) -> None:
        self._warnings[f"{check}: a string is not checked: {reason}"] = None


# Two functions with one argument, because a cache with one key of type `str` is much faster.
@cache
def _load_problem_finder(check_id: str) -> ProblemFinder:
    """Return the function that finds a problem, with a detailed message."""
    return _create_problem_finder(check_id, explain=True)


@cache
def _load_failure_finder(check_id: str) -> ProblemFinder:
    """Return the function that finds a problem, with any message."""
    return _create_problem_finder(check_id, explain=False)


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


class TextAndLanguageChecks:
    """The checks in `TEXT_AND_LANGUAGE_CHECKS`, for the languages of one translation."""

    def __init__(self, translation: LanguagePair) -> None:
        # The checks use only the languages of this string.
        self._string = CheckedString.from_unit(Unit("", "", "", State.TRANSLATED), [""], translation)

    def find_failing_checks(self, check_ids: Iterable[str], source: str, target: str) -> list[str]:
        """Return the ids of the given checks that fail on a source and a target."""
        string = self._string
        return [check for check in check_ids if _load_pair_function(check)(source, target, string) is not None]


@cache
def _load_pair_function(check_id: str) -> Callable[[str, str, CheckedString], str | None]:
    find_problem: Callable[[str, str, CheckedString], str | None] = CHECKS_BY_ID[check_id].definition
    return find_problem
