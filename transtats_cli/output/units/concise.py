"""Render strings with one line for each finding, in a form that editors can parse: `file:line: [check] message`."""

from collections.abc import Iterator
from functools import partial

from transtats_cli.output import View
from transtats_cli.output.colors import style_text
from transtats_cli.output.text import escape_controls
from transtats_cli.output.units.one_line import format_unit_location, shorten_source
from transtats_cli.output.units.result import UnitSearchResult


def render_concise(result: UnitSearchResult, view: View) -> Iterator[str]:
    styled = partial(style_text, colour=view.is_coloured)
    for found in result.units:
        place = styled(format_unit_location(found), "bold")
        for finding in found.findings:
            yield f"{place}: {styled(f'[{finding.check}]', 'red')} {escape_controls(finding.message)}\n"
        if not found.findings:
            yield f"{place}: {styled(f'[{found.state_name}]', 'cyan')} {shorten_source(found.unit.source)}\n"
