"""Input of a check: one string with the languages and plural rules of its translation, and its highlights.

Highlights are the spans of placeholders and markup, which the modules of the checks find.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import NamedTuple

from transtats_cli.checks import CHECKS, load_function
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


Span = tuple[int, int]
SpanFinder = Callable[[str, CheckedString], Iterable[Span]]
"""Function that returns the spans of placeholders or markup in a text."""


def find_highlight_spans(text: str, checked_string: CheckedString, *, with_syntax: bool = False) -> list[Span]:
    """Return the spans of placeholders and markup in a text, in order. Overlapping spans are merged.

    The result is cached in `checked_string`. If `with_syntax` is True and the text is reStructuredText, the result
    includes the markup that Pygments finds.
    """
    if not checked_string.flags and "<" not in text and "&" not in text:
        return []
    with_syntax = with_syntax and "rst-text" in checked_string.flags
    key = (text, with_syntax)
    if key in checked_string.cached_highlights:
        return checked_string.cached_highlights[key]
    spans: list[Span] = []
    for find_spans in _select_span_finders(checked_string.flags):
        spans += find_spans(text, checked_string)
    if with_syntax:
        spans += load_function("markup.rst_tokens:find_rst_markup_spans")(text)
    merged = checked_string.cached_highlights[key] = merge_spans(span for span in spans if span[0] < span[1])
    return merged


def merge_spans(spans: Iterable[Span]) -> list[Span]:
    """Return the spans in order. Overlapping spans are merged."""
    merged: list[Span] = []
    for start, end in sorted(spans):
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


@lru_cache(maxsize=256)
def _select_span_finders(flags: Flags) -> tuple[SpanFinder, ...]:
    finders = (check.highlighter for check in CHECKS if check.is_on_for_flags(flags))
    return tuple(finder for finder in finders if finder is not None)
