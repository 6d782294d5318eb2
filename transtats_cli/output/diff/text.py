"""Text for people: each changed language with its changes, and the changed strings if requested."""

from collections.abc import Iterator
from functools import partial

from transtats_cli.comparison.movements import LanguageMovements, Movement
from transtats_cli.output import View
from transtats_cli.output.colors import ink
from transtats_cli.output.diff.result import Difference, amounts, shares
from transtats_cli.output.text import visible
from transtats_cli.output.units.one_line import beginning, place_of

NOTHING = "No string gained or lost anything.\n"
_STYLES = {
    Movement.TRANSLATED: "green",
    Movement.FIXED: "green",
    Movement.LOST: "red",
    Movement.BECAME_FUZZY: "yellow",
    Movement.BEGAN_FAILING: "red",
}
_COLUMN = max(len(movement.value) for movement in Movement) + 2


def render(difference: Difference, view: View) -> Iterator[str]:
    inked = partial(ink, colour=view.colour)
    yield f"{inked(visible(difference.title()), 'bold')}\n"
    changed = difference.changed()
    for language in changed:
        name = visible(f"{language.language.name} ({language.language.code})")
        yield f"\n{inked(name, 'bold')}: {shares(language)}\n"
        for movement, amount in amounts(language):
            # Padded before it is coloured, because escape sequences have no width.
            yield f"  {inked(movement.value.ljust(_COLUMN), _STYLES.get(movement, ''))}{amount}\n"
            if difference.shows_units:
                yield from _units(difference, language, movement)
    if not changed:
        yield NOTHING


def _units(difference: Difference, language: LanguageMovements, movement: Movement) -> Iterator[str]:
    for moved in language.movements:
        if moved.movement is movement:
            found = difference.found(language, moved)
            why = f" ({visible('; '.join(each.message for each in found.findings))})" if _tells_why(movement) else ""
            yield f"    {place_of(found)}: {beginning(found.unit.source)}{why}\n"


def _tells_why(movement: Movement) -> bool:
    return movement is Movement.BEGAN_FAILING
