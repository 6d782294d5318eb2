"""One line for each finding, in the form that editors can parse: `file:line: [check] message`."""

from collections.abc import Iterable, Iterator
from functools import partial

from transtats_cli.model import PLURAL_SEPARATOR
from transtats_cli.output import View
from transtats_cli.output.ink import ink
from transtats_cli.output.units.place import place_of
from transtats_cli.output.visible import visible
from transtats_cli.report import FoundUnit

_LONGEST = 120
"""Maximum length of the shown source in characters."""


def render(units: Iterable[FoundUnit], view: View) -> Iterator[str]:
    inked = partial(ink, colour=view.colour)
    for found in units:
        place = inked(place_of(found), "bold")
        for finding in found.findings:
            yield f"{place}: {inked(f'[{finding.check}]', 'red')} {visible(finding.message)}\n"
        if not found.findings:
            yield f"{place}: {inked(f'[{found.unit.state.word}]', 'cyan')} {beginning(found.unit.source)}\n"


def beginning(source: str) -> str:
    """Return the beginning of the first plural form, on one line, to identify the string."""
    first = source.partition(PLURAL_SEPARATOR)[0]
    return visible(first if len(first) <= _LONGEST else first[: _LONGEST - 1] + "…")
