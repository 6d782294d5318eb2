"""Limits on a reStructuredText string, checked before docutils reads it: longer or denser strings are not checked."""

import re

from transtats_cli.checks.limits import NotChecked, refuse_longer_than

TAB_WIDTH = 8
"""Columns of a tab, as docutils expands it."""

_LONGEST = 10_000
_MARKS = re.compile(r"[`*_|:\[<(+@]")
_MOST_WORK = 10_000_000
"""Characters times marks: docutils copies the rest of a string at each mark, and takes half a second for so many."""
_MOST_BARS = 30
"""In a string that defines substitutions: those of a few lines can grow without end, as each may hold others twice."""
_DEFINITION = re.compile(r"\.\.\s+\|")
_RUN = re.compile(r"[\w.+:~!*'{}|/#?^`&=$%\\-]+")
"""Characters that can all belong to one name, scheme or address of an e-mail."""
_STARTS = re.compile(r"['{/:-]")
"""Characters of a run after which docutils tries again to match a name or an address up to the end of the run."""
_SHORT_RUN = 100
_MOST_TRIES = 500_000
"""Characters of a run times its starts, summed over the long runs; docutils takes 0.1 s for so many."""


def refuse_slow(text: str) -> None:
    """Raise NotChecked for a string that docutils needs too long for. The limits hold for the text without tabs."""
    text = expanded(text)
    refuse_longer_than(_LONGEST, text)
    if len(text) * len(_MARKS.findall(text)) > _MOST_WORK or _tries(text) > _MOST_TRIES:
        raise NotChecked("the string has too much markup for its length")
    if text.count("|") > _MOST_BARS and _DEFINITION.search(text):
        raise NotChecked("the string has too many substitutions")


def expanded(text: str) -> str:
    """The text with its tabs expanded, as docutils does before it parses a document."""
    return text.expandtabs(TAB_WIDTH) if "\t" in text else text


def _tries(text: str) -> int:
    """Steps that docutils may need to look for names and addresses, for the runs that are long."""
    long_runs = (run for run in _RUN.findall(text) if len(run) > _SHORT_RUN)
    return sum(len(run) * (1 + len(_STARTS.findall(run))) for run in long_runs)
