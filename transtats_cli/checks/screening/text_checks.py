"""The checks whose result depends on nothing but one source, one target and their languages.

The screening evaluates these checks itself. So their result is certain.
"""

from collections.abc import Callable, Iterable
from functools import cache

from transtats_cli.checks import CHECKS_BY_ID
from transtats_cli.checks.subject import CheckedString, LanguagePair
from transtats_cli.model import State, Unit

TEXT_AND_LANGUAGE_CHECKS = frozenset(
    """
    begin_newline end_newline begin_space end_space double_space end_stop end_colon end_question end_exclamation
    end_interrobang end_ellipsis end_semicolon multiple_capital kashida kabyle-characters zero-width-space
    escaped_newline newline-count
    """.split()
)
"""Ids of the checks whose result depends on nothing but one source, one target and their languages."""


class TextAndLanguageChecks:
    """The checks in `TEXT_AND_LANGUAGE_CHECKS`, for the languages of one translation."""

    def __init__(self, translation: LanguagePair) -> None:
        # The checks use only the languages of this string.
        self._string = CheckedString.from_unit(Unit("", "", "", State.TRANSLATED), [""], translation)

    def find_failing_checks(self, check_ids: Iterable[str], source: str, target: str) -> list[str]:
        """Return the ids of the given checks that fail on a source and a target."""
        string = self._string
        return [check for check in check_ids if _load_problem_finder(check)(source, target, string) is not None]


@cache
def _load_problem_finder(check_id: str) -> Callable[[str, str, CheckedString], str | None]:
    find_problem: Callable[[str, str, CheckedString], str | None] = CHECKS_BY_ID[check_id].module.find_problem
    return find_problem
