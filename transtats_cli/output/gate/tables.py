"""Render the results of `gate` as a table for a terminal, or as Markdown with the unmet verdicts first."""

from collections.abc import Iterable, Iterator

from transtats_cli.gate.verdicts import Verdict
from transtats_cli.output import View
from transtats_cli.output.gate.results import GateResults, describe_verdict, format_figure, format_limit
from transtats_cli.output.markdown_text import escape_markdown, format_code_span
from transtats_cli.output.text import MAX_COMMENT_LENGTH, format_count, limit_text_size
from transtats_cli.output.text_table import Column, TextTable, draw_markdown, draw_table
from transtats_cli.output.units.one_line import format_unit_location, shorten_source

_COLUMNS = (
    Column("", removal_rank=0),
    Column("Component", preferred_width=20),
    Column("Language", preferred_width=20, removal_rank=2),
    Column("Code"),
    Column("Rule"),
    Column("Of", removal_rank=3),
    Column("Figure", is_number=True),
    Column("Limit", is_number=True),
    Column("Missing", is_number=True, removal_rank=1),
)
_COMMENT_MARKER = "<!-- transtats gate -->"
"""HTML comment at the beginning of the text, with which a CI job can find and update its earlier comment."""
_MAX_SHOWN_STRINGS = 20


def render_table(results: GateResults, view: View) -> Iterator[str]:
    verdicts = [each for each in results.sort_verdicts_unmet_first() if not (view.is_quiet and each[1].is_met)]
    if verdicts:
        yield from draw_table(_create_table(results, verdicts), view)
        yield "" if view.is_quiet else "\n"
    yield from _render_shipped_languages(results)
    if not view.is_quiet:
        yield f"{results.format_summary()}.\n"


def render_markdown(results: GateResults, _: View) -> Iterator[str]:
    """Return the results of `gate` as Markdown, truncated to the maximum size of a comment."""
    return limit_text_size(render_unlimited_markdown(results), MAX_COMMENT_LENGTH)


def render_unlimited_markdown(results: GateResults) -> Iterator[str]:
    """Yield the results of `gate` as Markdown of any length. The table of met limits comes last, and is folded."""
    verdicts = results.sort_verdicts_worst_first()
    met = [each for each in verdicts if each[1].is_met]
    unmet = [each for each in verdicts if not each[1].is_met]
    yield f"{_COMMENT_MARKER}\n**{results.format_summary()}.**\n"
    if unmet:
        yield "\n"
        yield from draw_markdown(_create_table(results, unmet))
    for shipped in _render_shipped_languages(results):
        yield f"\n{escape_markdown(shipped.rstrip())}\n"
    yield from _render_strings(each for _, each in unmet if each.counted_strings)
    if met:
        yield f"\n<details><summary>{format_count(len(met), 'limit')} met</summary>\n\n"
        yield from draw_markdown(_create_table(results, met))
        yield "\n</details>\n"


def _create_table(results: GateResults, verdicts: Iterable[tuple[str, Verdict]]) -> TextTable:
    return TextTable(
        _COLUMNS,
        [
            _create_row(component_name if results.has_several_components else "", verdict)
            for component_name, verdict in verdicts
        ],
    )


def _create_row(component_name: str, verdict: Verdict) -> list[str]:
    missing = "" if verdict.is_met or not verdict.missing_strings else str(verdict.missing_strings)
    mark = "✓" if verdict.is_met else "✗"
    name, language_code = verdict.language.name, verdict.language.code
    return [
        mark,
        component_name,
        name,
        language_code,
        verdict.rule,
        verdict.subject,
        format_figure(verdict),
        format_limit(verdict),
        missing,
    ]


def _render_shipped_languages(results: GateResults) -> Iterator[str]:
    for component_name, languages in results.shipped_languages or ():
        prefix = f" {component_name}" if results.has_several_components else ""
        yield f"Ship{prefix}: {' '.join(languages) or 'nothing'}\n"


def _render_strings(verdicts: Iterable[Verdict]) -> Iterator[str]:
    for verdict in verdicts:
        yield f"\n{escape_markdown(verdict.language.name)}: {escape_markdown(describe_verdict(verdict))}\n\n"
        for found in verdict.counted_strings[:_MAX_SHOWN_STRINGS]:
            source = format_code_span(shorten_source(found.unit.source))
            yield f"- {escape_markdown(format_unit_location(found))}: {source}\n"
        omitted = len(verdict.counted_strings) - _MAX_SHOWN_STRINGS
        if omitted > 0:
            yield f"- {format_count(omitted, 'more string')}\n"
