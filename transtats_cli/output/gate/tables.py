"""Render the results of `gate` as a table for a terminal, or as Markdown with the unmet verdicts first."""

from collections.abc import Iterable, Iterator

from transtats_cli.gate.verdicts import Verdict
from transtats_cli.output import View
from transtats_cli.output.gate.results import GateResults, describe, figure_text, limit_text
from transtats_cli.output.grid import Column, Grid, draw_markdown, draw_table
from transtats_cli.output.markdown_text import code, escape
from transtats_cli.output.text import LARGEST_COMMENT, format_count, limit_size
from transtats_cli.output.units.one_line import location_of, short_source

_COLUMNS = (
    Column("", rank=0),
    Column("Component", preferred_width=20),
    Column("Language", preferred_width=20, rank=2),
    Column("Code"),
    Column("Rule"),
    Column("Of", rank=3),
    Column("Figure", is_number=True),
    Column("Limit", is_number=True),
    Column("Missing", is_number=True, rank=1),
)
_MARKER = "<!-- transtats gate -->"
"""HTML comment at the beginning of the text, with which a CI job can find and update its earlier comment."""
_MAX_STRINGS = 20


def render_table(results: GateResults, view: View) -> Iterator[str]:
    verdicts = [each for each in results.unmet_first() if not (view.quiet and each[1].is_met)]
    if verdicts:
        rows = [_row(owner if results.several else "", verdict) for owner, verdict in verdicts]
        yield from draw_table(Grid(_COLUMNS, rows), view)
        yield "" if view.quiet else "\n"
    yield from _shipping_lines(results)
    if not view.quiet:
        yield f"{results.summary()}.\n"


def render_markdown(results: GateResults, _: View) -> Iterator[str]:
    """Return the results of `gate` as Markdown, truncated to the maximum size of a comment."""
    return limit_size(markdown_of(results), LARGEST_COMMENT)


def markdown_of(results: GateResults) -> Iterator[str]:
    verdicts = results.worst_first()
    yield f"{_MARKER}\n**{results.summary()}.**\n"
    if verdicts:
        yield "\n"
        yield from draw_markdown(
            Grid(_COLUMNS, [_row(owner if results.several else "", each) for owner, each in verdicts])
        )
    for shipped in _shipping_lines(results):
        yield f"\n{escape(shipped.rstrip())}\n"
    yield from _string_lines(each for _, each in verdicts if not each.is_met and each.counted_strings)


def _row(owner: str, verdict: Verdict) -> list[str]:
    missing = "" if verdict.is_met or not verdict.missing_strings else str(verdict.missing_strings)
    mark = "✓" if verdict.is_met else "✗"
    name, code = verdict.language.name, verdict.language.code
    return [mark, owner, name, code, verdict.rule, verdict.subject, figure_text(verdict), limit_text(verdict), missing]


def _shipping_lines(results: GateResults) -> Iterator[str]:
    for owner, languages in results.shipped or ():
        prefix = f" {owner}" if results.several else ""
        yield f"Ship{prefix}: {' '.join(languages) or 'nothing'}\n"


def _string_lines(verdicts: Iterable[Verdict]) -> Iterator[str]:
    for verdict in verdicts:
        yield f"\n{escape(verdict.language.name)}: {escape(describe(verdict))}\n\n"
        for found in verdict.counted_strings[:_MAX_STRINGS]:
            yield f"- {escape(location_of(found))}: {code(short_source(found.unit.source))}\n"
        omitted = len(verdict.counted_strings) - _MAX_STRINGS
        if omitted > 0:
            yield f"- {format_count(omitted, 'more string')}\n"
