"""Render the result of `diff` as a table, for a terminal or as Markdown."""

from collections.abc import Iterator, Sequence

from transtats_cli.comparison.movements import LanguageMovements, Movement
from transtats_cli.output import View
from transtats_cli.output.diff.result import ComponentDiff, DiffResults, format_share_change
from transtats_cli.output.diff.text import NO_CHANGES_TEXT
from transtats_cli.output.markdown_text import escape_markdown
from transtats_cli.output.text import MAX_COMMENT_LENGTH, escape_controls, format_count, limit_text_size
from transtats_cli.output.text_table import Column, TextTable, draw_markdown, draw_table
from transtats_cli.output.units.one_line import format_unit_location, shorten_source

_REMOVAL_RANKS = {Movement.FIXED: 4, Movement.BEGAN_FAILING: 3, Movement.SOURCE_SHRANK: 2, Movement.SOURCE_GREW: 1}
_LANGUAGE_COLUMNS = (
    Column("Language", preferred_width=20),
    Column("Code"),
    Column("Share", is_number=True),
    *(
        Column(movement.value.capitalize(), is_number=True, removal_rank=_REMOVAL_RANKS.get(movement, 0))
        for movement in Movement
    ),
)
_STRING_COLUMNS = (
    Column("Place"),
    Column("Code"),
    Column("Movement"),
    Column("Source", is_code=True, preferred_width=30),
)
_COMMENT_MARKER = "<!-- transtats diff -->"
"""HTML comment at the beginning of the text, with which a CI job can find and update its earlier comment."""


def render_table(differences: DiffResults, view: View) -> Iterator[str]:
    changed = [each for each in differences.component_diffs if each.select_changed_languages()]
    for number, difference in enumerate(changed):
        if differences.has_several_components:
            yield from ["\n"] if number else []
            yield f"{escape_controls(difference.format_title())}\n\n"
        yield from draw_table(_create_language_table(difference), view)
        if difference.shows_units:
            yield "\n"
            yield from draw_table(_create_string_table(difference), view)
    if not changed:
        yield NO_CHANGES_TEXT


def render_markdown(differences: DiffResults, _: View) -> Iterator[str]:
    """Return the result of `diff` as Markdown, truncated to the maximum size of a comment."""
    return limit_text_size(render_unlimited_markdown(differences), MAX_COMMENT_LENGTH)


def render_unlimited_markdown(differences: DiffResults) -> Iterator[str]:
    """Yield the result of `diff` as Markdown of any length. Components without changes are only counted."""
    yield f"{_COMMENT_MARKER}\n"
    changed = differences.select_changed_diffs()
    for number, difference in enumerate(changed):
        yield from ["\n"] if number else []
        yield f"**{escape_markdown(difference.format_title())}**\n\n"
        if not difference.select_changed_languages():
            yield NO_CHANGES_TEXT
            return
        yield from draw_markdown(_create_language_table(difference))
        if difference.shows_units:
            yield "\n"
            yield from draw_markdown(_create_string_table(difference))
    others = len(differences.component_diffs) - len(changed)
    if not changed:
        yield NO_CHANGES_TEXT
    elif others:
        yield f"\n{format_count(others, 'component')} without changes.\n"


def _create_language_table(difference: ComponentDiff) -> TextTable:
    return TextTable(
        _LANGUAGE_COLUMNS, [_create_language_row(language) for language in difference.select_changed_languages()]
    )


def _create_string_table(difference: ComponentDiff) -> TextTable:
    return TextTable(_STRING_COLUMNS, _create_string_rows(difference, difference.select_changed_languages()))


def _create_language_row(language: LanguageMovements) -> list[str]:
    return [
        language.language.name,
        language.language.code,
        format_share_change(language),
        *(str(size.strings) if size.strings else "" for size in language.counts_by_movement.values()),
    ]


def _create_string_rows(difference: ComponentDiff, changed: Sequence[LanguageMovements]) -> list[list[str]]:
    return [
        [format_unit_location(found), language.language.code, moved.movement.value, shorten_source(found.unit.source)]
        for language in changed
        for moved in language.movements
        for found in [difference.create_located_unit(language, moved)]
    ]
