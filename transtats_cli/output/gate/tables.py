"""Verdicts as a table on a terminal, and as Markdown with the unmet verdicts first."""

from collections.abc import Iterable, Iterator

from transtats_cli.gate.verdicts import Verdict
from transtats_cli.output import View
from transtats_cli.output.gate.results import GateResults, figure, sentence, wanted
from transtats_cli.output.grid import Column, Grid, draw, markdown
from transtats_cli.output.markdown_text import code, escape
from transtats_cli.output.text import LARGEST_COMMENT, counted, fitted
from transtats_cli.output.units.one_line import beginning, place_of

_COLUMNS = (
    Column("", rank=0),
    Column("Component", comfortable=20),
    Column("Language", comfortable=20, rank=2),
    Column("Code"),
    Column("Rule"),
    Column("Of", rank=3),
    Column("Figure", is_number=True),
    Column("Limit", is_number=True),
    Column("Missing", is_number=True, rank=1),
)
_MARKER = "<!-- transtats gate -->"
"""Marks the comment, so that a CI job can find and update its earlier comment."""
_MOST_STRINGS = 20


def render_table(answer: GateResults, view: View) -> Iterator[str]:
    rows = [_row(owner if answer.several else "", verdict) for owner, verdict in answer.verdicts()]
    if rows:
        yield from draw(Grid(_COLUMNS, rows), view)
        yield "\n"
    yield from _shipped(answer)
    yield f"{answer.summary()}.\n"


def render_markdown(answer: GateResults, _: View) -> Iterator[str]:
    """Return the Markdown text, truncated to the size of a comment."""
    return fitted(markdown_of(answer), LARGEST_COMMENT)


def markdown_of(answer: GateResults) -> Iterator[str]:
    verdicts = answer.worst_first()
    yield f"{_MARKER}\n**{answer.summary()}.**\n"
    if verdicts:
        yield "\n"
        yield from markdown(Grid(_COLUMNS, [_row(owner if answer.several else "", each) for owner, each in verdicts]))
    for shipped in _shipped(answer):
        yield f"\n{escape(shipped.rstrip())}\n"
    yield from _strings(each for _, each in verdicts if not each.is_met and each.strings)


def _row(owner: str, verdict: Verdict) -> list[str]:
    missing = "" if verdict.is_met or not verdict.missing else str(verdict.missing)
    mark = "✓" if verdict.is_met else "✗"
    name, code = verdict.language.name, verdict.language.code
    return [mark, owner, name, code, verdict.rule, verdict.subject, figure(verdict), wanted(verdict), missing]


def _shipped(answer: GateResults) -> Iterator[str]:
    for owner, languages in answer.shipped or ():
        whose = f" {owner}" if answer.several else ""
        yield f"Ship{whose}: {' '.join(languages) or 'nothing'}\n"


def _strings(verdicts: Iterable[Verdict]) -> Iterator[str]:
    for verdict in verdicts:
        yield f"\n{escape(verdict.language.name)}: {escape(sentence(verdict))}\n\n"
        for found in verdict.strings[:_MOST_STRINGS]:
            yield f"- {escape(place_of(found))}: {code(beginning(found.unit.source))}\n"
        left = len(verdict.strings) - _MOST_STRINGS
        if left > 0:
            yield f"- {counted(left, 'more string')}\n"
