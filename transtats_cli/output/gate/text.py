"""Render the results of `gate` as text for people.

Each unmet verdict has a line, followed by the strings that break the limit. Met verdicts are summed up in one line, or
listed if the view is verbose. The last line is a summary. If the view is quiet, only unmet verdicts are printed.
"""

from collections.abc import Iterator
from functools import partial

from transtats_cli.gate.verdicts import Verdict
from transtats_cli.output import View
from transtats_cli.output.colors import style_text
from transtats_cli.output.gate.results import GateResults, describe, language_title
from transtats_cli.output.text import escape_controls, format_count
from transtats_cli.output.units.one_line import location_of, short_source
from transtats_cli.output.wrapping import wrap_line

_MAX_STRINGS = 10
"""Maximum number of strings shown for one verdict. The format JSON contains all strings."""


def render(results: GateResults, view: View) -> Iterator[str]:
    styled = partial(style_text, colour=view.colour)
    verdicts = results.unmet_first()
    met = sum(verdict.is_met for _, verdict in verdicts)
    for owner, verdict in verdicts:
        if view.verbose or not verdict.is_met:
            yield from _verdict_lines(owner if results.several else "", verdict, view)
    if 0 < met < len(verdicts) and not (view.verbose or view.quiet):
        yield f"{styled('✓', 'green')} {format_count(met, 'limit')} met; -v lists {'it' if met == 1 else 'them'}\n"
    for owner, languages in results.shipped or ():
        prefix = f" {escape_controls(owner)}" if results.several else ""
        yield f"Ship{prefix}: {escape_controls(' '.join(languages)) or 'nothing'}\n"
    if (verdicts or results.shipped is None) and not view.quiet:
        yield f"{styled(f'{results.summary()}.', 'bold')}\n"


def _verdict_lines(owner: str, verdict: Verdict, view: View) -> Iterator[str]:
    styled = partial(style_text, colour=view.colour)
    prefix = f"{escape_controls(owner)}  " if owner else ""
    language = escape_controls(language_title(verdict.language))
    origin = f"({escape_controls(verdict.limit.origin)})"
    text = f"{prefix}{language}: {escape_controls(describe(verdict))} {origin}"
    # Styled after wrapping, because escape sequences have no width.
    first, *rest = wrap_line(text, view.text_width, indent="  ")
    mark = styled("✓", "green") if verdict.is_met else styled("✗", "bold red")
    lines = [f"{mark} {first[2:].replace(language, styled(language, 'bold'), 1)}", *rest]
    if lines[-1].endswith(origin):
        lines[-1] = lines[-1].removesuffix(origin) + styled(origin, "dim")
    yield from (f"{line}\n" for line in lines)
    if not verdict.is_met:
        yield from _strings(verdict, view)


def _strings(verdict: Verdict, view: View) -> Iterator[str]:
    for found in verdict.counted_strings[:_MAX_STRINGS]:
        missing = " (missing)" if found.is_missing else ""
        text = f"{location_of(found)}: {short_source(found.unit.source)}{missing}"
        yield from (f"{line}\n" for line in wrap_line(text, view.text_width, indent="    "))
    omitted = len(verdict.counted_strings) - _MAX_STRINGS
    if omitted > 0:
        yield f"    … and {omitted} more\n"
