"""Render the result of `diff` as text for people.

The text contains each changed language with its changes, and the changed strings if requested.
"""

from collections.abc import Iterator
from functools import partial

from transtats_cli.comparison.movements import LanguageMovements, Movement
from transtats_cli.output import View
from transtats_cli.output.colors import style_text
from transtats_cli.output.diff.result import ComponentDiff, DiffResults, format_movements, format_share_change
from transtats_cli.output.text import escape_controls
from transtats_cli.output.units.one_line import format_unit_location, shorten_source
from transtats_cli.output.wrapping import wrap_at_blanks

NO_CHANGES_TEXT = "No string gained or lost anything.\n"
_STYLES = {
    Movement.TRANSLATED: "green",
    Movement.FIXED: "green",
    Movement.VANISHED: "red",
    Movement.LOST: "red",
    Movement.BECAME_FUZZY: "yellow",
    Movement.BEGAN_FAILING: "red",
}
_LABEL_WIDTH = max(len(movement.value) for movement in Movement) + 2


def render_text(differences: DiffResults, view: View) -> Iterator[str]:
    changed = differences.select_changed_diffs()
    for number, difference in enumerate(changed):
        yield from ["\n"] if number else []
        yield from _render_component(difference, view)
    if not changed:
        yield NO_CHANGES_TEXT


def _render_component(difference: ComponentDiff, view: View) -> Iterator[str]:
    styled = partial(style_text, colour=view.is_coloured)
    yield f"{styled(escape_controls(difference.format_title()), 'bold')}\n"
    changed = difference.select_changed_languages()
    for language in changed:
        name = escape_controls(f"{language.language.name} ({language.language.code})")
        yield f"\n{styled(name, 'bold')}: {format_share_change(language)}\n"
        for movement, amount in format_movements(language):
            # Padded before it is coloured, because escape sequences have no width.
            first, *rest = wrap_at_blanks(amount, view.wrap_width, indent=" " * (_LABEL_WIDTH + 2))
            label = f"  {styled(movement.value.ljust(_LABEL_WIDTH), _STYLES.get(movement, ''))}"
            yield from (f"{line}\n" for line in (f"{label}{first.lstrip()}", *rest))
            if difference.shows_units:
                yield from _render_strings(difference, language, movement, view)
    if not changed:
        yield NO_CHANGES_TEXT


def _render_strings(
    difference: ComponentDiff, language: LanguageMovements, movement: Movement, view: View
) -> Iterator[str]:
    for moved in language.movements:
        if moved.movement is movement:
            found = difference.create_located_unit(language, moved)
            text = f"{format_unit_location(found)}: {shorten_source(found.unit.source)}"
            if movement is Movement.BEGAN_FAILING:
                text += f" ({escape_controls('; '.join(each.message for each in found.findings))})"
            yield from (f"{line}\n" for line in wrap_at_blanks(text, view.wrap_width, indent="    "))
