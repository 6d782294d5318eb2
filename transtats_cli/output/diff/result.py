"""Result of one `diff`: percentages of each language before and after, and the changed strings."""

from collections.abc import Iterator
from typing import NamedTuple

from transtats_cli.comparison.movements import Comparison, LanguageMovements, Movement, StringMovement
from transtats_cli.component import Component
from transtats_cli.output.text import format_count
from transtats_cli.report import FoundUnit
from transtats_cli.statistics import Statistics, translated_percent

IN_PLACE = (Movement.TRANSLATED, Movement.LOST, Movement.BECAME_FUZZY, Movement.BEGAN_FAILING, Movement.FIXED)
WORSE = (Movement.LOST, Movement.BECAME_FUZZY, Movement.BEGAN_FAILING)


class DiffResult(NamedTuple):
    """Comparison of two snapshots of a component, with the names of the snapshots that the output shows."""

    comparison: Comparison
    before: str
    after: str
    top: str = ""
    """Directory relative to which paths are printed in formats for CI systems."""
    shows_units: bool = False

    @property
    def component(self) -> Component:
        return self.comparison.after.component

    @property
    def owner(self) -> str:
        return f"{self.component.project}/{self.component.slug}"

    def changed(self) -> list[LanguageMovements]:
        """Return the languages that have changed strings, are new, or no longer exist."""
        return [each for each in self.comparison.languages if each.movements or each.is_new or each.is_gone]

    def found_unit(self, language: LanguageMovements, moved: StringMovement) -> FoundUnit:
        """Return a changed string with its position. The position of a removed string is its earlier position."""
        return FoundUnit(language.language, language.path, moved.checked_string.unit, moved.checked_string.findings)

    def title(self) -> str:
        return f"{self.owner}: {self.before} → {self.after}"


class DiffResults(NamedTuple):
    """Results of one `diff` of one or several components."""

    results: tuple[DiffResult, ...]
    several: bool = False
    """True if several components were selected. Each result then begins with its title."""

    def changed(self) -> list[DiffResult]:
        """Return the results with changed languages. A single result is always returned."""
        return [each for each in self.results if each.changed() or not self.several]


def share(statistics: Statistics) -> str:
    """Return the share of translated strings as text: `77.5%`."""
    return f"{translated_percent(statistics)}%"


def share_change(language: LanguageMovements) -> str:
    """Return the translated share of a language before and after as text: `75.0% → 77.5%`."""
    if language.is_new:
        return f"new, {share(language.after)}"
    if language.is_gone:
        return f"gone, was {share(language.before)}"
    return f"{share(language.before)} → {share(language.after)}"


def change_texts(language: LanguageMovements) -> Iterator[tuple[Movement, str]]:
    """Yield each kind of change that occurred in a language, with its amount as text.

    Example of an amount: `12 strings, 34 words (3 of them translated)`.
    """
    for movement, size in language.counts_by_movement.items():
        if size.strings:
            text = f"{format_count(size.strings, 'string')}, {format_count(size.words, 'word')}"
            done = language.translated_by_movement.get(movement)
            if done is not None and done.strings:
                text += f" ({done.strings} of them translated)"
            yield movement, text
