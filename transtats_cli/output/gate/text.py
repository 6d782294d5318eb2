"""Text for people: a line for each verdict with the strings that break its limit, then a summary."""

from collections.abc import Iterator
from functools import partial

from transtats_cli.gate.verdicts import Verdict
from transtats_cli.output import View
from transtats_cli.output.colors import ink
from transtats_cli.output.gate.results import GateResults, sentence
from transtats_cli.output.text import visible
from transtats_cli.output.units.one_line import beginning, place_of

_MOST_STRINGS = 10
"""Maximum number of strings shown for one verdict. JSON contains all of them."""


def render(answer: GateResults, view: View) -> Iterator[str]:
    inked = partial(ink, colour=view.colour)
    for owner, verdict in answer.verdicts():
        mark = inked("✓", "green") if verdict.is_met else inked("✗", "bold red")
        whose = f"{visible(owner)}  " if answer.several else ""
        language = visible(f"{verdict.language.name} ({verdict.language.code})")
        who = inked(f"({visible(verdict.limit.origin)})", "dim")
        yield f"{mark} {whose}{inked(language, 'bold')}: {visible(sentence(verdict))} {who}\n"
        if not verdict.is_met:
            yield from _strings(verdict)
    for owner, languages in answer.shipped or ():
        whose = f" {visible(owner)}" if answer.several else ""
        yield f"Ship{whose}: {visible(' '.join(languages)) or 'nothing'}\n"
    if any(judgement.verdicts for judgement in answer.judgements) or answer.shipped is None:
        yield f"{inked(f'{answer.summary()}.', 'bold')}\n"


def _strings(verdict: Verdict) -> Iterator[str]:
    for found in verdict.strings[:_MOST_STRINGS]:
        yield f"    {place_of(found)}: {beginning(found.unit.source)}\n"
    left = len(verdict.strings) - _MOST_STRINGS
    if left > 0:
        yield f"    … and {left} more\n"
