"""Limits on the processor time of checks: of the searches in one string, of one file, and of a run.

Regular expressions of users are compiled once, and slow searches are stopped. Each checked string has an allowance of
about 20 times the processor time that a normal string needs. Only time beyond the allowances is subtracted from the
budget of a run, so a normal run of any size uses almost nothing of the budget. Processor time is measured instead of
wall time, so other programs on the machine do not affect the result.
"""

import math
import re
from collections.abc import Callable
from functools import lru_cache
from time import thread_time
from typing import Any, TypeVar

from transtats_cli.problems import Problem

MAX_SEARCH_SECONDS = 0.5
"""Processor time in seconds for all searches for regular expressions of users in one string."""


class NotChecked(Exception):  # noqa: N818  a result, not an error: this check cannot decide about this string
    """A check cannot decide about a string that is too long, too deeply nested or too slow. Contains the reason."""


def refuse_longer_than(limit: int, *texts: str) -> None:
    """Raise NotChecked if one of the texts has more than `limit` characters."""
    for text in texts:
        if len(text) > limit:
            raise NotChecked(f"the string has {len(text)} characters, and this check reads up to {limit}")


class RemainingSearchTime:
    """Processor time that remains for searches in one string with regular expressions that users wrote.

    All checks of a string use the same instance. A `with` block measures the time of one search, and subtracts it from
    the remaining time. If no time is left at the beginning of the block, NotChecked is raised.
    """

    def __init__(self, seconds: float = MAX_SEARCH_SECONDS) -> None:
        self.seconds_left = seconds
        self._started = 0.0

    def __enter__(self) -> float:
        """Start the measurement of a search. Return the number of seconds that the search may take."""
        if self.seconds_left <= 0:
            raise NotChecked("the regular expressions of the string take too long")
        self._started = thread_time()
        return self.seconds_left

    def __exit__(self, *_: object) -> None:
        self.seconds_left -= thread_time() - self._started


DEFAULT_RUN_SECONDS = 30.0
"""Default limit for the checks of one run, in seconds of processor time beyond the allowances."""
DEFAULT_SCAN_SECONDS = 10.0
"""Default limit for the checks in one scan of a component by a server, in seconds of processor time."""

_FILES_PER_RUN_BUDGET = 10
"""Number of slow files that together can use the whole budget of a run."""
_SECONDS_PER_STRING = 250e-6
_SECONDS_PER_CHARACTER = 8e-6
"""Allowance of processor time for each checked string, and for each character of its source and target."""


class CheckTimeBudget:
    """Processor time that the checks of a run may use beyond the allowances of the checked strings.

    Picklable: a task in another process receives a share of the budget, and returns the number of seconds spent.
    """

    def __init__(self, time_limit: float = DEFAULT_RUN_SECONDS) -> None:
        """Create a budget with a limit in seconds. 0 means no limit."""
        self._seconds = time_limit or math.inf
        self._file_seconds = self._seconds / _FILES_PER_RUN_BUDGET
        self.seconds_spent = 0.0

    @property
    def seconds_left(self) -> float:
        """Remaining processor time in seconds. 0 or less if the budget is used up."""
        return self._seconds - self.seconds_spent

    def share_for_task(self, task_count: int) -> "CheckTimeBudget":
        """Return the budget for one of `task_count` tasks that run at the same time.

        The share is an equal part of the remaining time, but at least the budget of one file. If less time remains than
        the budget of one file, the share is all remaining time.
        """
        share = CheckTimeBudget()
        share._seconds = min(self.seconds_left, max(self.seconds_left / task_count, self._file_seconds))
        share._file_seconds = self._file_seconds
        return share

    def create_file_budget(self) -> "FileTimeBudget":
        return FileTimeBudget(self, min(self._file_seconds, self.seconds_left))


class FileTimeBudget:
    """Limit on the processor time of the checks of one file.

    `unchecked_strings` is the number of strings that were not checked because the limit was reached.
    """

    def __init__(self, run_budget: CheckTimeBudget, time_limit: float) -> None:
        self._run = run_budget
        self._seconds = time_limit
        self._excess = 0.0
        self._started = thread_time()
        self.unchecked_strings = 0

    @property
    def is_spent(self) -> bool:
        return self._excess >= self._seconds

    def charge_string(self, character_count: int) -> None:
        """Add the processor time of one string to the time used by this file, minus the allowance of the string.

        The string was checked since the previous call of this method, or since the object was created. The allowance
        is the time that a normal string may take. It depends on `character_count`: the number of characters
        that are checked, usually of source and target together.
        """
        started, self._started = self._started, thread_time()
        self._excess += self._started - started - _SECONDS_PER_STRING - _SECONDS_PER_CHARACTER * character_count

    def charge_run_budget(self) -> None:
        """Subtract the time that this file used beyond its allowances from the budget of the run."""
        self._run.seconds_spent += max(self._excess, 0.0)

    @property
    def warnings(self) -> tuple[Problem, ...]:
        """Warning with the number of strings that were not checked. Empty if all strings were checked."""
        if not self.unchecked_strings:
            return ()
        reason = "strings are not checked: the checks took too much processor time; --check-time sets the limit"
        number = "1 string" if self.unchecked_strings == 1 else f"{self.unchecked_strings} strings"
        return (Problem("", reason, detail=number),)


_Result = TypeVar("_Result")
_NAME_SEARCH_SECONDS = 0.05
"""Limit on the processor time of one search in a part of a file name, in seconds.

There may be thousands of such parts.
"""

_MAX_EXPRESSION_LENGTH = 10_000
_MAX_EXPANDED_LENGTH = 100_000
"""Limit on the length of an expression times its repetition counts.

`(?:a{1000}){1000}` would take 270 MB of memory. At this limit, an expression takes up to 15 MB, and 32 of them are
cached.
"""

_REPETITION_REGEX = r"\{0*+([0-9]*)"
_VERBOSE_FLAG_REGEX = r"\(\?[\w-]*x"
_SPACED_REPETITION_REGEX = r"\{[0-9]*+[\s#]"
"""Repetition count with white space or a comment, which an expression with the flag `x` may contain."""


@lru_cache(maxsize=32)
def compile_expression(expression: str, *, ignore_case: bool = False, description: str = "") -> "TimeLimitedPattern":
    """Compile a regular expression. Messages contain `description`, or else the expression.

    Raise ValueError if the expression is invalid, and NotChecked if it is too large.
    """
    if _is_too_large(expression):
        raise NotChecked("the regular expression is too large")
    import regex

    try:
        flags = regex.IGNORECASE if ignore_case else 0
        pattern = regex.compile(expression, flags, cache_pattern=False)
    except RecursionError:
        raise NotChecked("the regular expression is nested too deeply") from None
    except (regex.error, OverflowError) as error:
        raise ValueError(f"the regular expression {expression} cannot be read: {error}") from None
    return TimeLimitedPattern(pattern, description or f"the regular expression {expression}")


def compile_markup(expression: str) -> "TimeLimitedPattern":
    return compile_expression(expression, description="the search for markup")


def _is_too_large(expression: str) -> bool:
    if len(expression) > _MAX_EXPRESSION_LENGTH:
        return True
    counts = (int(count[:8] or 1) for count in re.findall(_REPETITION_REGEX, expression))
    if len(expression) * math.prod(counts) > _MAX_EXPANDED_LENGTH:
        return True
    return all(re.search(each, expression) for each in (_VERBOSE_FLAG_REGEX, _SPACED_REPETITION_REGEX))


class TimeLimitedPattern:
    """Compiled regular expression with a time limit. A search that takes too long raises NotChecked.

    `search_time` is the time that remains for searches in the string. Each search reduces this time.
    """

    def __init__(self, pattern: Any, description: str) -> None:
        """`pattern` is a pattern of the library `regex`, which is imported when it is needed."""
        self._pattern = pattern
        self._description = description

    def has_match_in(self, text: str, search_time: RemainingSearchTime) -> bool:
        return self._call_in_time(self._pattern.search, text, search_time) is not None

    def matches_start_of_name(self, name_part: str) -> bool:
        """Return True if a part of a file name begins with a match of this expression."""
        search_time = RemainingSearchTime(_NAME_SEARCH_SECONDS)
        return self._call_in_time(self._pattern.match, name_part, search_time) is not None

    def match_at(self, text: str, position: int, search_time: RemainingSearchTime) -> re.Match[str] | None:
        """Return the match that begins at a position, like the matches that `find_matches` returns, or None."""
        found: re.Match[str] | None = self._call_in_time(
            lambda text, timeout: self._pattern.match(text, position, timeout=timeout), text, search_time
        )
        return found

    def find_matches(self, text: str, search_time: RemainingSearchTime) -> list[re.Match[str]]:
        """Return all matches, in order. They are objects of the library `regex`, with the methods of `re.Match`."""
        return self._call_in_time(
            lambda text, timeout: [*self._pattern.finditer(text, timeout=timeout)], text, search_time
        )

    def _call_in_time(self, search: Callable[..., _Result], text: str, search_time: RemainingSearchTime) -> _Result:
        """Return the result of a search function. Raise NotChecked if the search takes too long."""
        with search_time as seconds:
            try:
                return search(text, timeout=seconds)
            except TimeoutError:
                # The clock of `regex` is not the clock of this time, so a rest could remain.
                search_time.seconds_left = 0.0
                raise NotChecked(f"{self._description} takes too long") from None
