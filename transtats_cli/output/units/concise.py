"""One line for each finding, which editors can jump to: `file:line: [check] what is wrong`."""

from collections.abc import Iterable, Iterator
from functools import partial

from transtats_cli.model import PLURAL_SEPARATOR
from transtats_cli.output import View
from transtats_cli.output.ink import ink
from transtats_cli.output.units.place import place_of
from transtats_cli.output.visible import visible
from transtats_cli.report import FoundUnit

_LONGEST = 120
"""Characters of a source where nothing else is to be said of a string."""


def render(units: Iterable[FoundUnit], view: View) -> Iterator[str]:
    inked = partial(ink, colour=view.colour)
    for found in units:
        place = inked(place_of(found), "bold")
        for finding in found.findings:
            yield f"{place}: {inked(f'[{finding.check}]', 'red')} {visible(finding.message)}\n"
        if not found.findings:
            yield f"{place}: {inked(f'[{found.unit.state.word}]', 'cyan')} {beginning(found.unit.source)}\n"


def beginning(source: str) -> str:
    """What tells a string from others, on one line."""
    first = source.partition(PLURAL_SEPARATOR)[0]
    return visible(first if len(first) <= _LONGEST else first[: _LONGEST - 1] + "…")
