"""Regular expressions from users, for example in flags.

Each expression is compiled once, and slow searches are stopped.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache

import regex

from transtats_cli.limits import NotChecked, SearchTime

_NAME_SECONDS = 0.05
"""Limit on the processor time of one search in a part of a file name, in seconds.

There may be thousands of such parts.
"""

_LENGTH = 10_000
_SIZE = 500_000
"""Limit on the length of an expression times its repetition counts. `(?:a{1000}){1000}` would take 270 MB of memory."""

_REPEAT = re.compile(r"\{([0-9]+)")


@lru_cache(maxsize=32)
def compiled(expression: str, *, ignore_case: bool = False) -> "Pattern":
    """Compile a regular expression.

    Raise ValueError if the expression is invalid, and NotChecked if it is too large.
    """
    repeated = 1
    for count in _REPEAT.findall(expression):
        repeated *= max(int(count[:8]), 1)
    if len(expression) > _LENGTH or len(expression) * repeated > _SIZE:
        raise NotChecked("the regular expression is too large")
    try:
        flags = regex.IGNORECASE if ignore_case else 0
        return Pattern(regex.compile(expression, flags, cache_pattern=False))
    except RecursionError:
        raise NotChecked("the regular expression is nested too deeply") from None
    except (regex.error, OverflowError) as error:
        raise ValueError(f"the regular expression {expression} cannot be read: {error}") from None


class Pattern:
    """Compiled regular expression with a time limit. A search that takes too long raises NotChecked."""

    __slots__ = ("_compiled",)

    def __init__(self, expression: "regex.Pattern[str]") -> None:
        self._compiled = expression

    def is_in(self, text: str, time: SearchTime) -> bool:
        """Return True if a text contains a match of this expression."""
        with self._limited(time) as seconds:
            return self._compiled.search(text, timeout=seconds) is not None

    def starts(self, text: str) -> bool:
        """Return True if a part of a file name begins with a match of this expression."""
        with self._limited(SearchTime(_NAME_SECONDS)) as seconds:
            return self._compiled.match(text, timeout=seconds) is not None

    def texts(self, text: str, time: SearchTime) -> list[str]:
        """Return the texts of all matches, in order."""
        return [match[0] for match in self._matches(text, time)]

    def spans(self, text: str, time: SearchTime) -> list[tuple[int, int]]:
        """Return the start and end offsets of all matches, in order."""
        return [match.span() for match in self._matches(text, time)]

    def _matches(self, text: str, time: SearchTime) -> "list[regex.Match[str]]":
        with self._limited(time) as seconds:
            return [*self._compiled.finditer(text, timeout=seconds)]

    @contextmanager
    def _limited(self, time: SearchTime) -> Iterator[float]:
        with time as seconds:
            try:
                yield seconds
            except TimeoutError:
                raise NotChecked(f"the regular expression {self._compiled.pattern} takes too long") from None
