"""Input of the checks: one string, with the languages and plural rules of its translation."""

from typing import NamedTuple

from transtats_cli.flags import Flags
from transtats_cli.languages import Language
from transtats_cli.limits import SearchTime
from transtats_cli.model import PLURAL_SEPARATOR, State, Unit
from transtats_cli.plurals import PluralRule


class LanguagePair(NamedTuple):
    """Languages and plural rules of one translation, and words that are the same in both languages."""

    language: Language
    source_language: Language
    plural: PluralRule
    """Plural rule of the translation, which may differ from the rule of its language."""
    source_plural: PluralRule
    neutral_words: frozenset[str] = frozenset()
    """Lower-case words that may remain untranslated: from names of project and component, and from the settings."""


class Subject:
    """Forms, flags, state and languages of one string."""

    __slots__ = (
        "_search_time",
        "_unit",
        "flags",
        "highlights",
        "language",
        "neutral_words",
        "plural",
        "source_language",
        "source_plural",
        "sources",
        "state",
        "targets",
    )

    def __init__(self, unit: Unit, targets: list[str], translation: LanguagePair) -> None:
        """Create a subject from a unit with effective flags and state. `targets` contains one text per plural form."""
        self.sources = unit.sources
        self.targets = targets
        self.flags: Flags = unit.flags
        self.state: State = unit.state
        self.language, self.source_language, self.plural, self.source_plural, self.neutral_words = translation
        self._search_time: SearchTime | None = None
        self._unit = unit
        self.highlights: dict[tuple[str, bool], list[tuple[int, int]]] = {}
        """Cache of `highlights.spans`."""

    @property
    def note(self) -> str:
        """Translator comments and then extracted comments of the string."""
        return self._unit.note

    @property
    def search_time(self) -> SearchTime:
        """Time left for searches for users' expressions. Created on first use, because few strings have any."""
        if self._search_time is None:
            self._search_time = SearchTime()
        return self._search_time


def forms(source: str, target: str, number: int) -> list[str]:
    """Return the targets of a string, one for each of `number` plural forms.

    Missing forms are empty, and extra forms are dropped. A string without plural has one form.
    """
    if PLURAL_SEPARATOR not in target and PLURAL_SEPARATOR not in source:
        return [target]
    targets = target.split(PLURAL_SEPARATOR)[:number]
    return targets + [""] * (number - len(targets))
