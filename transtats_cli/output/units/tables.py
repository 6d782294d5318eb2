"""Render strings as a table, for a terminal or as Markdown."""

from collections.abc import Iterable, Iterator

from transtats_cli.output import View
from transtats_cli.output.text import MAX_COMMENT_LENGTH, limit_text_size
from transtats_cli.output.text_table import Column, TextTable, draw_markdown, draw_table
from transtats_cli.output.units.one_line import format_unit_location, shorten_source
from transtats_cli.output.units.result import UnitSearchResult
from transtats_cli.report import LocatedUnit

_COLUMNS = (
    Column("Place", preferred_width=24),
    Column("Language", removal_rank=2),
    Column("State", removal_rank=1),
    Column("Check", removal_rank=3),
    Column("Source", is_code=True, preferred_width=20),
    Column("What is wrong", preferred_width=24),
)
_COMMENT_MARKER = "<!-- transtats units -->"
"""HTML comment at the beginning of the text, with which a CI job can find and update its earlier comment."""
NO_STRINGS_TEXT = "No strings."


def render_table(result: UnitSearchResult, view: View) -> Iterator[str]:
    rows: list[list[str]] = []
    for found in result.units:
        rows += _create_rows(found)
        # An empty piece, so the other formats of the run can continue.
        yield ""
    if rows:
        yield from draw_table(TextTable(_COLUMNS, rows), view)
    else:
        yield f"{NO_STRINGS_TEXT}\n"


def render_markdown(result: UnitSearchResult, _: View) -> Iterator[str]:
    """Yield strings as Markdown, truncated to the maximum size of a comment.

    Before the text, an empty piece is yielded for each string.
    """
    units: list[LocatedUnit] = []
    for found in result.units:
        units.append(found)
        yield ""
    yield from limit_text_size(render_unlimited_markdown(units), MAX_COMMENT_LENGTH)


def render_unlimited_markdown(units: Iterable[LocatedUnit]) -> Iterator[str]:
    rows = [row for found in units for row in _create_rows(found)]
    yield f"{_COMMENT_MARKER}\n\n"
    if rows:
        yield from draw_markdown(TextTable(_COLUMNS, rows))
    else:
        yield f"{NO_STRINGS_TEXT}\n"


def _create_rows(located_unit: LocatedUnit) -> Iterator[list[str]]:
    """Yield a row for each finding. If there are no findings, yield one row for the string."""
    common = [format_unit_location(located_unit), located_unit.language.code, located_unit.state_name]
    source = shorten_source(located_unit.unit.source)
    for finding in located_unit.findings:
        yield [*common, finding.check, source, finding.message]
    if not located_unit.findings:
        yield [*common, "", source, ""]
