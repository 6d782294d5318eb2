"""Render the result of `diff` as a table, for a terminal or as Markdown."""

from collections.abc import Iterator, Sequence

from transtats_cli.comparison.movements import LanguageMovements, Movement
from transtats_cli.output import View
from transtats_cli.output.diff.result import DiffResult, DiffResults, share_change
from transtats_cli.output.diff.text import NOTHING
from transtats_cli.output.grid import Column, Grid, draw_markdown, draw_table
from transtats_cli.output.markdown_text import escape
from transtats_cli.output.text import LARGEST_COMMENT, escape_controls, format_count, limit_size
from transtats_cli.output.units.one_line import location_of, short_source

_RANKS = {Movement.FIXED: 4, Movement.BEGAN_FAILING: 3, Movement.SOURCE_SHRANK: 2, Movement.SOURCE_GREW: 1}
_LANGUAGE_COLUMNS = (
    Column("Language", preferred_width=20),
    Column("Code"),
    Column("Share", is_number=True),
    *(Column(movement.value.capitalize(), is_number=True, rank=_RANKS.get(movement, 0)) for movement in Movement),
)
_STRING_COLUMNS = (
    Column("Place"),
    Column("Code"),
    Column("Movement"),
    Column("Source", is_code=True, preferred_width=30),
)
_MARKER = "<!-- transtats diff -->"
"""HTML comment at the beginning of the text, with which a CI job can find and update its earlier comment."""


def render_table(differences: DiffResults, view: View) -> Iterator[str]:
    changed = [each for each in differences.results if each.changed()]
    for number, difference in enumerate(changed):
        if differences.several:
            yield from ["\n"] if number else []
            yield f"{escape_controls(difference.title())}\n\n"
        yield from draw_table(_language_grid(difference), view)
        if difference.shows_units:
            yield "\n"
            yield from draw_table(_string_grid(difference), view)
    if not changed:
        yield NOTHING


def render_markdown(differences: DiffResults, _: View) -> Iterator[str]:
    """Return the result of `diff` as Markdown, truncated to the maximum size of a comment."""
    return limit_size(markdown_of(differences), LARGEST_COMMENT)


def markdown_of(differences: DiffResults) -> Iterator[str]:
    """Yield the changed components as Markdown, and a line with the number of the others."""
    yield f"{_MARKER}\n"
    changed = differences.changed()
    for number, difference in enumerate(changed):
        yield from ["\n"] if number else []
        yield f"**{escape(difference.title())}**\n\n"
        if not difference.changed():
            yield NOTHING
            return
        yield from draw_markdown(_language_grid(difference))
        if difference.shows_units:
            yield "\n"
            yield from draw_markdown(_string_grid(difference))
    others = len(differences.results) - len(changed)
    if not changed:
        yield NOTHING
    elif others:
        yield f"\n{format_count(others, 'component')} without changes.\n"


def _language_grid(difference: DiffResult) -> Grid:
    return Grid(_LANGUAGE_COLUMNS, [_language_row(language) for language in difference.changed()])


def _string_grid(difference: DiffResult) -> Grid:
    return Grid(_STRING_COLUMNS, _string_rows(difference, difference.changed()))


def _language_row(language: LanguageMovements) -> list[str]:
    return [
        language.language.name,
        language.language.code,
        share_change(language),
        *(str(size.strings) if size.strings else "" for size in language.counts_by_movement.values()),
    ]


def _string_rows(difference: DiffResult, changed: Sequence[LanguageMovements]) -> list[list[str]]:
    return [
        [location_of(found), language.language.code, moved.movement.value, short_source(found.unit.source)]
        for language in changed
        for moved in language.movements
        for found in [difference.found_unit(language, moved)]
    ]
