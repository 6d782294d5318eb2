"""Subject: one string as the checks see it."""

from typing import NamedTuple

from transtats_cli.checks import highlights
from transtats_cli.checks.limits import SearchTime
from transtats_cli.flags import Flags
from transtats_cli.languages import Language
from transtats_cli.model import PLURAL_SEPARATOR, State, Unit
from transtats_cli.plurals import PluralRule


class Translation(NamedTuple):
    """What all strings of one translation share."""

    language: Language
    source_language: Language
    plural: PluralRule
    """The plural rule of the translation, which may differ from its language's."""
    source_plural: PluralRule
    neutral_words: frozenset[str] = frozenset()
    """Lower-case words that may stay as they are: of the project's and the component's name, and a user's own."""


class Subject:
    """The forms of one string, and all that a rule may ask about it."""

    __slots__ = (
        "_search_time",
        "_spans",
        "_unit",
        "flags",
        "language",
        "neutral_words",
        "plural",
        "source_language",
        "source_plural",
        "sources",
        "state",
        "targets",
    )

    def __init__(self, unit: Unit, targets: list[str], translation: Translation) -> None:
        """The unit has its effective flags and state; there is a target for each plural form."""
        self.sources = unit.sources
        self.targets = targets
        self.flags: Flags = unit.flags
        self.state: State = unit.state
        self.language, self.source_language, self.plural, self.source_plural, self.neutral_words = translation
        self._search_time: SearchTime | None = None
        self._unit = unit
        self._spans: dict[tuple[str, bool], list[tuple[int, int]]] = {}

    @property
    def note(self) -> str:
        """What the file says about the string: translator comments, then extracted ones."""
        return self._unit.note

    @property
    def search_time(self) -> SearchTime:
        """Time left for searches for users' expressions; few strings have any."""
        if self._search_time is None:
            self._search_time = SearchTime()
        return self._search_time

    def highlights(self, text: str, *, with_syntax: bool = False) -> list[tuple[int, int]]:
        """The protected spans of a text, in order and apart from each other.

        With syntax, the markup that Pygments sees in a reStructuredText string is protected as well.
        """
        key = (text, with_syntax)
        spans = self._spans.get(key)
        if spans is None:
            spans = self._spans[key] = highlights.merged_spans(text, self, with_syntax=with_syntax)
        return spans


def forms(source: str, target: str, number: int) -> list[str]:
    """The targets of a string, as many as there are plural forms: missing ones are empty, surplus ones cut."""
    if PLURAL_SEPARATOR not in target and PLURAL_SEPARATOR not in source:
        return [target]
    targets = target.split(PLURAL_SEPARATOR)[:number]
    return targets + [""] * (number - len(targets))
