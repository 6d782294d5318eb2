"""Result of one `diff`: percentages of each language before and after, and the changed strings.

A `Movement` is a kind of change of a string, such as LOST or TRANSLATED.
"""

from collections.abc import Iterator
from typing import NamedTuple

from transtats_cli.comparison.movements import Comparison, LanguageMovements, Movement, StringMovement
from transtats_cli.component import Component
from transtats_cli.output.text import format_count
from transtats_cli.report import LocatedUnit
from transtats_cli.statistics import Statistics, translated_percent

WORSE_MOVEMENTS = (Movement.VANISHED, Movement.LOST, Movement.BECAME_FUZZY, Movement.BEGAN_FAILING)
"""Changes after which a string is worse than before."""


class ComponentDiff(NamedTuple):
    """Comparison of two snapshots of a component, with the names of the snapshots that the output shows."""

    comparison: Comparison
    before_name: str
    after_name: str
    repository_top: str = ""
    """Directory relative to which paths are printed in formats for CI systems."""
    shows_units: bool = False

    @property
    def component(self) -> Component:
        """Component in the later snapshot."""
        return self.comparison.after.component

    @property
    def component_name(self) -> str:
        return f"{self.component.project}/{self.component.slug}"

    def select_changed_languages(self) -> list[LanguageMovements]:
        """Return the languages that have changed strings, are new, or no longer exist."""
        return [each for each in self.comparison.languages if each.movements or each.is_new or each.is_gone]

    def create_located_unit(self, language: LanguageMovements, string_movement: StringMovement) -> LocatedUnit:
        """Return a changed string with its position. The position of a removed string is its earlier position."""
        return LocatedUnit(
            language.language,
            language.path,
            string_movement.latest_string.unit,
            string_movement.latest_string.findings,
        )

    def format_title(self) -> str:
        return f"{self.component_name}: {self.before_name} → {self.after_name}"


class DiffResults(NamedTuple):
    """Results of one `diff` of one or several components."""

    component_diffs: tuple[ComponentDiff, ...]
    has_several_components: bool = False
    """True if several components were selected. Each result then begins with its title."""

    def select_changed_diffs(self) -> list[ComponentDiff]:
        """Return the results with changed languages. If one component was selected, always return its result."""
        return [
            each for each in self.component_diffs if each.select_changed_languages() or not self.has_several_components
        ]


def format_share(statistics: Statistics) -> str:
    """Return the share of translated strings as text: `77.5%`."""
    return f"{translated_percent(statistics)}%"


def format_share_change(language: LanguageMovements) -> str:
    """Return the translated share of a language before and after as text: `75.0% → 77.5%`.

    The text is `new, 77.5%` for a new language, and `gone, was 75.0%` for a language that no longer exists.
    """
    if language.is_new:
        return f"new, {format_share(language.after)}"
    if language.is_gone:
        return f"gone, was {format_share(language.before)}"
    return f"{format_share(language.before)} → {format_share(language.after)}"


def format_movements(language: LanguageMovements) -> Iterator[tuple[Movement, str]]:
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
