"""Regular expressions from users, for example in flags.

Each expression is compiled once, and slow searches are stopped.
"""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeVar

from transtats_cli.limits import NotChecked, RemainingSearchTime

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
def compile_expression(expression: str, *, ignore_case: bool = False) -> "TimeLimitedPattern":
    """Compile a regular expression.

    Raise ValueError if the expression is invalid, and NotChecked if it is too large.
    """
    if _is_too_large(expression):
        raise NotChecked("the regular expression is too large")
    import regex

    try:
        flags = regex.IGNORECASE if ignore_case else 0
        return TimeLimitedPattern(regex.compile(expression, flags, cache_pattern=False))
    except RecursionError:
        raise NotChecked("the regular expression is nested too deeply") from None
    except (regex.error, OverflowError) as error:
        raise ValueError(f"the regular expression {expression} cannot be read: {error}") from None


def _is_too_large(expression: str) -> bool:
    if len(expression) > _MAX_EXPRESSION_LENGTH:
        return True
    expanded_length = len(expression)
    for count in re.findall(_REPETITION_REGEX, expression):
        expanded_length *= int(count[:8] or 1)
    if expanded_length > _MAX_EXPANDED_LENGTH:
        return True
    is_verbose = re.search(_VERBOSE_FLAG_REGEX, expression) is not None
    return is_verbose and re.search(_SPACED_REPETITION_REGEX, expression) is not None


class TimeLimitedPattern:
    """Compiled regular expression with a time limit. A search that takes too long raises NotChecked.

    `search_time` is the time that remains for searches in the string. Each search reduces this time.
    """

    def __init__(self, pattern: Any) -> None:
        """`pattern` is a pattern of the library `regex`, which is imported when it is needed."""
        self._pattern = pattern

    def has_match_in(self, text: str, search_time: RemainingSearchTime) -> bool:
        """Return True if a text contains a match of this expression."""
        return self._call_in_time(self._pattern.search, text, search_time) is not None

    def matches_start_of_name(self, name_part: str) -> bool:
        """Return True if a part of a file name begins with a match of this expression."""
        search_time = RemainingSearchTime(_NAME_SEARCH_SECONDS)
        return self._call_in_time(self._pattern.match, name_part, search_time) is not None

    def match_spans(self, text: str, search_time: RemainingSearchTime) -> list[tuple[int, int]]:
        """Return the start and end offsets of all matches, in order."""

        def find_spans(text: str, timeout: float) -> list[tuple[int, int]]:
            return [match.span() for match in self._pattern.finditer(text, timeout=timeout)]

        return self._call_in_time(find_spans, text, search_time)

    def _call_in_time(self, search: Callable[..., _Result], text: str, search_time: RemainingSearchTime) -> _Result:
        """Return the result of a search function. Raise NotChecked if the search takes too long."""
        with search_time as seconds:
            try:
                return search(text, timeout=seconds)
            except TimeoutError:
                # The clock of `regex` is not the clock of this time, so a rest could remain.
                search_time.seconds_left = 0.0
                raise NotChecked(f"the regular expression {self._pattern.pattern} takes too long") from None
