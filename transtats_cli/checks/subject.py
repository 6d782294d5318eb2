"""Input of a check: one string, with the languages and plural rules of its translation."""

from collections.abc import Callable
from typing import NamedTuple

from transtats_cli.flags import Flags
from transtats_cli.languages import Language
from transtats_cli.limits import RemainingSearchTime
from transtats_cli.model import PLURAL_SEPARATOR, Unit
from transtats_cli.plurals import PluralRule


class LanguagePair(NamedTuple):
    """Languages and plural rules of one translation, and words that may be the same in both languages."""

    language: Language
    source_language: Language
    plural: PluralRule
    """Plural rule of the translation, which may differ from the rule of its language."""
    source_plural: PluralRule
    neutral_words: frozenset[str] = frozenset()
    """Lower-case words that may remain untranslated, from the names of project and component, and from the settings."""
    texts_are_plural_forms: bool = True
    """False if the texts of a string are separate values, not plural forms. A string may have any number of them."""
    has_strict_plurals: bool = False
    """True if a plural form for the counts 0 and 1 must have the placeholders of the source."""

    def split_target(self, source: str, target: str) -> list[str]:
        """Return the target texts of a string, one for each plural form or each value.

        Missing plural forms are empty, and extra forms are dropped. A string without plural forms has one text.
        """
        if PLURAL_SEPARATOR not in target and PLURAL_SEPARATOR not in source:
            return [target]
        targets = target.split(PLURAL_SEPARATOR)
        if not self.texts_are_plural_forms:
            return targets
        form_count = self.plural.form_count
        return targets[:form_count] + [""] * (form_count - len(targets))


def split_names_into_words(*names: str) -> frozenset[str]:
    """Return the lower-case words of names, for example of the names of a project and a component."""
    return frozenset(word for name in names for word in name.lower().split())


class CheckedString:
    """Input of a check: the forms, flags and languages of one string."""

    def __init__(
        self, source: str, targets: list[str], flags: Flags, languages: LanguagePair, find_note: Callable[[], str]
    ) -> None:
        """Create the input of a check.

        `targets` contains one text for each plural form, and `flags` the effective flags. `find_note` returns the note
        of the unit: translator comments, followed by extracted comments. Few checks read the note.
        """
        self.sources = source.split(PLURAL_SEPARATOR)
        self.targets = targets
        self.flags = flags
        self.languages = languages
        self.language = languages.language
        self.plural = languages.plural
        self.search_time = RemainingSearchTime()
        """Remaining processor time for searches with regular expressions from flags."""
        self.find_note = find_note
        self.cached_highlights: dict[tuple[str, bool], list[tuple[int, int]]] = {}
        """Cached results of the function `find_highlight_spans`."""

    @classmethod
    def from_unit(cls, unit: Unit, targets: list[str], languages: LanguagePair) -> "CheckedString":
        """Create the input of a check from a unit, which must have its effective flags."""
        return cls(unit.source, targets, unit.flags, languages, lambda: unit.note)
