"""Regular expressions that users write into flags: compiled once, and stopped when they take too long."""

import re
from collections.abc import Iterator
from functools import lru_cache

import regex

from transtats_cli.checks.limits import PATIENCE, NotChecked

_SECONDS = 0.5
"""What an expression may take on one string, in processor time; an honest one takes microseconds."""

_LENGTH = 10_000
_SIZE = 500_000
"""The most places an expression may compile to: `(?:a{1000}){1000}` has a million, and takes 270 MB."""

_REPEAT = re.compile(r"\{([0-9]+)")


@lru_cache(maxsize=32)
def compiled(expression: str, *, ignore_case: bool = False) -> "Pattern":
    """Raises ValueError for an expression that is none, NotChecked for one that is too large."""
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
    """An expression whose searches end; each of them raises NotChecked when it would take too long."""

    __slots__ = ("_compiled",)

    def __init__(self, expression: "regex.Pattern[str]") -> None:
        self._compiled = expression

    def is_in(self, text: str) -> bool:
        """Whether the text contains a match."""
        return next(self._matches(text), None) is not None

    def starts(self, text: str) -> bool:
        """Whether the text begins with a match. No string of a translation, so nobody's patience is lost over it."""
        try:
            return self._compiled.match(text, timeout=_SECONDS) is not None
        except TimeoutError:
            raise self._too_slow() from None

    def texts(self, text: str) -> list[str]:
        """What the matches of a text are, in order."""
        return [match[0] for match in self._matches(text)]

    def spans(self, text: str) -> list[tuple[int, int]]:
        """Where the matches of a text are."""
        return [match.span() for match in self._matches(text)]

    def _matches(self, text: str) -> Iterator["regex.Match[str]"]:
        if PATIENCE.is_lost:
            raise NotChecked("too many regular expressions of this file took too long")
        try:
            yield from self._compiled.finditer(text, timeout=_SECONDS)
        except TimeoutError:
            PATIENCE.lose()
            raise self._too_slow() from None

    def _too_slow(self) -> NotChecked:
        return NotChecked(f"the regular expression {self._compiled.pattern} takes too long")
