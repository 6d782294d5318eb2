"""One line for each finding, in the form that editors can parse: `file:line: [check] message`."""

from collections.abc import Iterator
from functools import partial

from transtats_cli.output import View
from transtats_cli.output.colors import ink
from transtats_cli.output.text import visible
from transtats_cli.output.units.one_line import beginning, place_of
from transtats_cli.output.units.result import UnitSearchResult


def render(result: UnitSearchResult, view: View) -> Iterator[str]:
    inked = partial(ink, colour=view.colour)
    for found in result.units:
        place = inked(place_of(found), "bold")
        for finding in found.findings:
            yield f"{place}: {inked(f'[{finding.check}]', 'red')} {visible(finding.message)}\n"
        if not found.findings:
            yield f"{place}: {inked(f'[{found.unit.state.word}]', 'cyan')} {beginning(found.unit.source)}\n"
