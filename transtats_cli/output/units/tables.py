"""Render strings as a table, for a terminal or as Markdown."""

from collections.abc import Iterable, Iterator

from transtats_cli.output import View
from transtats_cli.output.grid import Column, Grid, draw_markdown, draw_table
from transtats_cli.output.text import LARGEST_COMMENT, limit_size
from transtats_cli.output.units.one_line import location_of, short_source
from transtats_cli.output.units.result import UnitSearchResult
from transtats_cli.report import FoundUnit

_COLUMNS = (
    Column("Place", preferred_width=24),
    Column("Language", rank=2),
    Column("State", rank=1),
    Column("Check", rank=3),
    Column("Source", is_code=True, preferred_width=20),
    Column("What is wrong", preferred_width=24),
)
_MARKER = "<!-- transtats units -->"
"""HTML comment at the beginning of the text, with which a CI job can find and update its earlier comment."""
NOTHING = "No strings."


def render_table(result: UnitSearchResult, view: View) -> Iterator[str]:
    rows: list[list[str]] = []
    for found in result.units:
        rows += _rows(found)
        # An empty piece, so the other formats of the run can continue.
        yield ""
    if rows:
        yield from draw_table(Grid(_COLUMNS, rows), view)
    else:
        yield f"{NOTHING}\n"


def render_markdown(result: UnitSearchResult, _: View) -> Iterator[str]:
    """Yield strings as Markdown, truncated to the maximum size of a comment.

    Before the text, an empty piece is yielded for each string.
    """
    units: list[FoundUnit] = []
    for found in result.units:
        units.append(found)
        yield ""
    yield from limit_size(markdown_of(units), LARGEST_COMMENT)


def markdown_of(units: Iterable[FoundUnit]) -> Iterator[str]:
    rows = [row for found in units for row in _rows(found)]
    yield f"{_MARKER}\n\n"
    if rows:
        yield from draw_markdown(Grid(_COLUMNS, rows))
    else:
        yield f"{NOTHING}\n"


def _rows(found: FoundUnit) -> Iterator[list[str]]:
    """Yield a row for each finding. If there are no findings, yield one row for the string."""
    common = [location_of(found), found.language.code, found.state_name]
    source = short_source(found.unit.source)
    for finding in found.findings:
        yield [*common, finding.check, source, finding.message]
    if not found.findings:
        yield [*common, "", source, ""]
