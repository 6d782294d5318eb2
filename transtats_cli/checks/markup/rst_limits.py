"""Limits on reStructuredText strings, tested before docutils parses a string.

Strings beyond a limit are not checked.
"""

import re

from transtats_cli.limits import NotChecked, refuse_longer_than

TAB_WIDTH = 8
"""Number of columns to which docutils expands a tab."""

_LONGEST = 10_000
_MARKS = re.compile(r"[`*_|:\[<(+@]")
_MOST_WORK = 10_000_000
"""Limit on the number of characters times the number of marks.

docutils copies the rest of a string at each mark, which takes half a second at this limit.
"""
_MOST_BARS = 30
"""Limit on the number of `|` in a string that defines substitutions.

A substitution may contain another substitution twice, so the text of a few lines can grow exponentially.
"""
_DEFINITION = re.compile(r"\.\.\s+\|")
_NAME_RUN = re.compile(r"[\w.+:~!*'{}|/#?^`&=$%\\-]+")
"""Pattern of a run of characters that can all belong to one name, scheme or e-mail address."""
_SEARCH_STARTS = re.compile(r"['{/:-]")
"""Pattern of the characters in a run after which docutils tries again to match a name or an address."""
_SHORT_RUN = 100
_MOST_SEARCH_STEPS = 500_000
"""Limit on the result of `_count_search_steps`. docutils takes 0.1 s at this limit."""


def refuse_slow_rst(text: str) -> None:
    """Raise NotChecked if docutils would take too long to parse a text.

    The limits apply to the text with its tabs expanded.
    """
    text = expand_tabs(text)
    refuse_longer_than(_LONGEST, text)
    if len(text) * len(_MARKS.findall(text)) > _MOST_WORK or _count_search_steps(text) > _MOST_SEARCH_STEPS:
        raise NotChecked("the string has too much markup for its length")
    if text.count("|") > _MOST_BARS and _DEFINITION.search(text):
        raise NotChecked("the string has too many substitutions")


def expand_tabs(text: str) -> str:
    """Return a text with its tabs expanded to blanks. docutils does the same before a document is parsed."""
    return text.expandtabs(TAB_WIDTH) if "\t" in text else text


def _count_search_steps(text: str) -> int:
    """Return the maximum number of steps in which docutils searches long runs of characters for names and addresses."""
    long_runs = (run for run in _NAME_RUN.findall(text) if len(run) > _SHORT_RUN)
    return sum(len(run) * (1 + len(_SEARCH_STARTS.findall(run))) for run in long_runs)
