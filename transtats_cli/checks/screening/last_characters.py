"""Screening of the checks of final characters: a table lookup by the last characters of source and target.

For most strings, no check can fail. The table is filled on demand: for each new pair of endings in a language, the
checks are evaluated on a word with these endings.
"""

from collections.abc import Sequence
from functools import lru_cache

from transtats_cli.checks.evaluation import TextAndLanguageChecks
from transtats_cli.checks.punctuation import (
    BURMESE_FULL_STOP,
    COLONS,
    ELLIPSIS,
    EXCLAMATION_MARKS,
    FULL_STOPS,
    INTERROBANGS,
    LANGUAGES_WITHOUT_PUNCTUATION,
    QUESTION_MARKS,
)
from transtats_cli.checks.subject import LanguagePair
from transtats_cli.languages import Language, language_by_code
from transtats_cli.model import PLURAL_SEPARATOR

FINAL_CHARACTERS = {
    "end_newline": "\n",
    "end_space": " ",
    # In Chinese, Japanese and Korean, a colon or semicolon in the source counts for full stops as well.
    "end_stop": "".join((*FULL_STOPS.all_marks(), BURMESE_FULL_STOP[-1])),
    "end_colon": "".join(COLONS.all_marks()),
    "end_question": "".join((*QUESTION_MARKS.all_marks(), BURMESE_FULL_STOP[-1])),
    "end_exclamation": "".join(EXCLAMATION_MARKS.all_marks()),
    "end_interrobang": "".join(marks[-1] for marks in INTERROBANGS),
    "end_ellipsis": ELLIPSIS,
    # An entity or a CDATA section may end with `;` or `>`.
    "end_semicolon": ";>",
}
"""Final characters that affect the result of a check in any language, by id of the check."""

ALL_FINAL_CHARACTERS = frozenset("".join(FINAL_CHARACTERS.values()))

_AMBIGUOUS_FINAL_CHARACTERS = frozenset(" ;?!>\u061f\u104b\uff01\uff1f")
"""Final characters for which the result of a check also depends on the character before the final character."""
_RELEVANT_PRECEDING_CHARACTERS = frozenset(" ?!\u061f\u1038\uff01\uff1f")
"""Characters that affect the result of a check if a character of `_AMBIGUOUS_FINAL_CHARACTERS` follows."""
_WHOLE_STRING_ENDINGS = {"end_space": ("  ",), "end_semicolon": (";;", ">>")}
"""Endings for which a check must always be evaluated on the whole string, by id of the check.

More blanks may precede two blanks. For `;;` and `>>`, see `_relevant_ending`.
"""
LANGUAGES_WITH_SPECIAL_RULES = LANGUAGES_WITHOUT_PUNCTUATION.union(
    ("eu", "ja", "ko", "zh"),
    *(marks.marks_by_language for marks in (FULL_STOPS, COLONS, QUESTION_MARKS, EXCLAMATION_MARKS)),
)
"""Base codes of the languages for which a check of final characters has special rules."""
_LANGUAGE_WITHOUT_RULES = "en"
_UNDECIDED = ("",)
"""Value of a `FinalCharacterTable` for last characters that are not sufficient to find the checks.

The value must be true, so that the checks are evaluated.
"""
LEADING_BLANKS = frozenset(" \n")
"""First characters of a source for which checks of the beginning may fail."""
_NEUTRAL_ENDING = "a"
"""Ending of every source whose last character affects no check."""
_CACHE_SIZE = 10_000


class SourceEndings(dict[str, str]):
    """Cached endings of the sources of a component, by source.

    The ending of a source is its last character, or `_NEUTRAL_ENDING` if the last character affects no check. The
    ending is empty if checks of other parts of the source may fail, for example because the source contains a line
    break.
    """

    def __init__(self) -> None:
        super().__init__()
        self._last_result: tuple[Sequence[str], list[str]] = (), []

    def endings_of_sources(self, sources: Sequence[str]) -> list[str]:
        """Return the ending of each source. The last result is cached, because many calls pass the same object."""
        last, endings = self._last_result
        if sources is not last:
            endings = [*map(self.__getitem__, sources)]
            self._last_result = sources, endings
        return endings

    def __missing__(self, source: str) -> str:
        last = source[-1:]
        ending = last if last in ALL_FINAL_CHARACTERS else _NEUTRAL_ENDING
        is_plain = not ("\n" in source or "\\" in source or "<" in source or PLURAL_SEPARATOR in source)
        if not is_plain or source[:1] in LEADING_BLANKS:
            ending = ""
        self[source] = ending
        return ending


class FinalCharacterTable(dict[str, tuple[str, ...]]):
    """Table for one language: ids of the checks that may fail on a source and a target with the given last characters.

    A key consists of the last character of the source and the last character of the target. If the checks depend on
    other characters as well, the value is `_UNDECIDED`. Values are computed on first access and cached.
    """

    def __init__(self, language: Language) -> None:
        super().__init__()
        self._text_checks = TextAndLanguageChecks(LanguagePair(language, language, language.plural, language.plural))
        self._candidates: dict[tuple[str, str], tuple[str, ...]] = {}

    def __missing__(self, pair: str) -> tuple[str, ...]:
        if len(self) >= _CACHE_SIZE:
            self.clear()
        # If a string is empty, the key has one character or none.
        candidates = self[pair] = self._find_checks_of_characters(*pair) if len(pair) == 2 else _UNDECIDED
        return candidates

    def _find_checks_of_characters(self, source: str, target: str) -> tuple[str, ...]:
        """Return the value of the table for the given last characters."""
        if source in _AMBIGUOUS_FINAL_CHARACTERS or target in _AMBIGUOUS_FINAL_CHARACTERS:
            return _UNDECIDED
        return () if source == target else self._find_failing_checks(source, target)

    def find_candidate_checks(self, source: str, target: str) -> tuple[str, ...]:
        """Return the ids of the checks of final characters that may fail on a source and a target."""
        candidates = self[source[-1:] + target[-1:]]
        return candidates if candidates is not _UNDECIDED else self._find_checks_of_endings(source, target)

    def _find_checks_of_endings(self, source: str, target: str) -> tuple[str, ...]:
        pair = _relevant_ending(source), _relevant_ending(target)
        candidates = self._candidates.get(pair)
        if candidates is None:
            if len(self._candidates) >= _CACHE_SIZE:
                self._candidates.clear()
            candidates = self._candidates[pair] = self._find_failing_checks(*pair)
        return candidates

    def _find_failing_checks(self, source_ending: str, target_ending: str) -> tuple[str, ...]:
        checks = [
            check
            for check, signs in FINAL_CHARACTERS.items()
            if source_ending[-1:] in signs or target_ending[-1:] in signs
        ]
        failing = self._text_checks.find_failing_checks(checks, f"Dancing{source_ending}", f"Dancing{target_ending}")
        return tuple(
            check for check in checks if check in failing or _needs_whole_string(check, source_ending, target_ending)
        )


def _relevant_ending(text: str) -> str:
    """Return the last character of a text, or the last two characters if the character before the last affects a check.

    If the last character may end an entity or a CDATA section, return the last character twice. This ending is in
    `_WHOLE_STRING_ENDINGS`.
    """
    last = text[-1:]
    if last not in _AMBIGUOUS_FINAL_CHARACTERS:
        return last
    if (last == ";" and "&" in text) or (last == ">" and "<![CDATA[" in text):
        return last * 2
    return text[-2:] if text[-2:-1] in _RELEVANT_PRECEDING_CHARACTERS else last


def _needs_whole_string(check_id: str, source_ending: str, target_ending: str) -> bool:
    endings = _WHOLE_STRING_ENDINGS.get(check_id, ())
    return source_ending.endswith(endings) or target_ending.endswith(endings)


def table_of_final_characters(language: Language) -> FinalCharacterTable:
    """Return the table of endings of a language. All languages without special rules share one table."""
    base = language.base_code
    return _cached_table(base if base in LANGUAGES_WITH_SPECIAL_RULES else _LANGUAGE_WITHOUT_RULES)


@lru_cache
def _cached_table(language_code: str) -> FinalCharacterTable:
    return FinalCharacterTable(language_by_code(language_code))
