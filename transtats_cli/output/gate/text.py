"""Render the results of `gate` as text for people.

Each verdict has a line, followed by the strings that break the limit. The last line is a summary.
"""

from collections.abc import Iterator
from functools import partial

from transtats_cli.gate.verdicts import Verdict
from transtats_cli.output import View
from transtats_cli.output.colors import style_text
from transtats_cli.output.gate.results import GateResults, describe, language_title
from transtats_cli.output.text import escape_controls
from transtats_cli.output.units.one_line import location_of, short_source

_MAX_STRINGS = 10
"""Maximum number of strings shown for one verdict. The format JSON contains all strings."""


def render(results: GateResults, view: View) -> Iterator[str]:
    styled = partial(style_text, colour=view.colour)
    for owner, verdict in results.verdicts():
        mark = styled("✓", "green") if verdict.is_met else styled("✗", "bold red")
        prefix = f"{escape_controls(owner)}  " if results.several and owner else ""
        language = escape_controls(language_title(verdict.language))
        origin = styled(f"({escape_controls(verdict.limit.origin)})", "dim")
        yield f"{mark} {prefix}{styled(language, 'bold')}: {escape_controls(describe(verdict))} {origin}\n"
        if not verdict.is_met:
            yield from _strings(verdict)
    for owner, languages in results.shipped or ():
        prefix = f" {escape_controls(owner)}" if results.several else ""
        yield f"Ship{prefix}: {escape_controls(' '.join(languages)) or 'nothing'}\n"
    if any(True for _ in results.verdicts()) or results.shipped is None:
        yield f"{styled(f'{results.summary()}.', 'bold')}\n"


def _strings(verdict: Verdict) -> Iterator[str]:
    for found in verdict.strings[:_MAX_STRINGS]:
        missing = " (missing)" if found.is_missing else ""
        yield f"    {location_of(found)}: {short_source(found.unit.source)}{missing}\n"
    omitted = len(verdict.strings) - _MAX_STRINGS
    if omitted > 0:
        yield f"    … and {omitted} more\n"
