"""Limits on reStructuredText strings, tested before docutils parses a string.

Strings beyond a limit are not checked.
"""

import re

from transtats_cli.limits import NotChecked, refuse_longer_than

TAB_WIDTH = 8
"""Number of columns to which docutils expands a tab."""

_MAX_TEXT_LENGTH = 10_000
_MAX_LENGTH_WITHOUT_LIMITS = 700
"""Length up to which docutils is fast on any text without substitutions."""
_MARK_PATTERN = re.compile(r"[`*_|:\[<(+@]")
_MAX_LENGTH_TIMES_MARKS = 10_000_000
"""Limit on the number of characters times the number of marks.

docutils copies the rest of a string at each mark, which takes half a second at this limit.
"""
_MAX_BARS = 30
"""Limit on the number of `|` in a string that defines substitutions.

A substitution may contain another substitution twice, so the text of a few lines can grow exponentially.
"""
_SUBSTITUTION_PATTERN = re.compile(r"\.\.\s+\|")
_NAME_CHARACTERS_PATTERN = re.compile(r"[\w.+:~!*'{}|/#?^`&=$%\\-]+")
"""Pattern of a run of characters that can all belong to one name, scheme or e-mail address."""
_SEARCH_START_PATTERN = re.compile(r"['{/:-]")
"""Pattern of the characters in a run after which docutils tries again to match a name or an address."""
_MAX_SHORT_RUN_LENGTH = 100
_MAX_SEARCH_STEPS = 500_000
"""Limit on the result of `_count_search_steps`. docutils takes 0.1 s at this limit."""


def refuse_slow_rst(text: str) -> None:
    """Raise NotChecked if docutils would take too long to parse a text.

    The limits apply to the text with its tabs expanded.
    """
    text = expand_tabs(text)
    if len(text) <= _MAX_LENGTH_WITHOUT_LIMITS and "|" not in text:
        return
    refuse_longer_than(_MAX_TEXT_LENGTH, text)
    if (
        len(text) * len(_MARK_PATTERN.findall(text)) > _MAX_LENGTH_TIMES_MARKS
        or _count_search_steps(text) > _MAX_SEARCH_STEPS
    ):
        raise NotChecked("the string has too much markup for its length")
    if text.count("|") > _MAX_BARS and _SUBSTITUTION_PATTERN.search(text):
        raise NotChecked("the string has too many substitutions")


def expand_tabs(text: str) -> str:
    """Return a text with its tabs expanded to blanks. docutils does the same before a document is parsed."""
    return text.expandtabs(TAB_WIDTH) if "\t" in text else text


def _count_search_steps(text: str) -> int:
    """Return the maximum number of steps in which docutils searches long runs of characters for names and addresses."""
    long_runs = (run for run in _NAME_CHARACTERS_PATTERN.findall(text) if len(run) > _MAX_SHORT_RUN_LENGTH)
    return sum(len(run) * (1 + len(_SEARCH_START_PATTERN.findall(run))) for run in long_runs)
