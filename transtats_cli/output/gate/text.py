"""Render the results of `gate` as text for people.

Each unmet verdict has a line, followed by the strings that break the limit. Met verdicts are summed up in one line, or
listed if the view is verbose. The last line is a summary. If the view is quiet, only unmet verdicts are printed.
"""

from collections.abc import Iterator
from functools import partial

from transtats_cli.gate.verdicts import Verdict
from transtats_cli.output import View
from transtats_cli.output.colors import style_text
from transtats_cli.output.gate.results import GateResults, describe_verdict, format_language_title
from transtats_cli.output.text import escape_controls, format_count
from transtats_cli.output.units.one_line import format_unit_location, shorten_source
from transtats_cli.output.wrapping import wrap_at_blanks

_MAX_SHOWN_STRINGS = 10
"""Maximum number of strings shown for one verdict. The format JSON contains all strings."""


def render_text(results: GateResults, view: View) -> Iterator[str]:
    styled = partial(style_text, colour=view.is_coloured)
    verdicts = results.sort_verdicts_unmet_first()
    met = sum(verdict.is_met for _, verdict in verdicts)
    for component_name, verdict in verdicts:
        if view.is_verbose or not verdict.is_met:
            yield from _render_verdict(component_name if results.has_several_components else "", verdict, view)
    if 0 < met < len(verdicts) and not (view.is_verbose or view.is_quiet):
        yield f"{styled('✓', 'green')} {format_count(met, 'limit')} met; -v lists {'it' if met == 1 else 'them'}\n"
    for component_name, languages in results.shipped_languages or ():
        prefix = f" {escape_controls(component_name)}" if results.has_several_components else ""
        yield f"Ship{prefix}: {escape_controls(' '.join(languages)) or 'nothing'}\n"
    if (verdicts or results.shipped_languages is None) and not view.is_quiet:
        yield f"{styled(f'{results.format_summary()}.', 'bold')}\n"


def _render_verdict(component_name: str, verdict: Verdict, view: View) -> Iterator[str]:
    styled = partial(style_text, colour=view.is_coloured)
    prefix = f"{escape_controls(component_name)}  " if component_name else ""
    language = escape_controls(format_language_title(verdict.language))
    origin = f"({escape_controls(verdict.limit.origin)})"
    text = f"{prefix}{language}: {escape_controls(describe_verdict(verdict))} {origin}"
    # Styled after wrapping, because escape sequences have no width.
    first, *rest = wrap_at_blanks(text, view.wrap_width, indent="  ")
    mark = styled("✓", "green") if verdict.is_met else styled("✗", "bold red")
    lines = [f"{mark} {first[2:].replace(language, styled(language, 'bold'), 1)}", *rest]
    if lines[-1].endswith(origin):
        lines[-1] = lines[-1].removesuffix(origin) + styled(origin, "dim")
    yield from (f"{line}\n" for line in lines)
    if not verdict.is_met:
        yield from _render_strings(verdict, view)


def _render_strings(verdict: Verdict, view: View) -> Iterator[str]:
    for found in verdict.counted_strings[:_MAX_SHOWN_STRINGS]:
        missing = " (missing)" if found.is_missing else ""
        text = f"{format_unit_location(found)}: {shorten_source(found.unit.source)}{missing}"
        yield from (f"{line}\n" for line in wrap_at_blanks(text, view.wrap_width, indent="    "))
    omitted = len(verdict.counted_strings) - _MAX_SHOWN_STRINGS
    if omitted > 0:
        yield f"    … and {omitted} more\n"
