"""Checks of a Weblate server that need more than translation files, each with the reason."""

from typing import NamedTuple

_NEEDS_OPINION_REASON = "needs the opinion of a language model"

UNDECIDABLE_CHECKS = {
    "inconsistent": "compares components of a project; within one, no language has a string twice",
    "translated": "needs the history of a translation",
    "long_untranslated": "needs to know for how long a string has not been translated",
    "check_glossary": "needs the project's glossary",
    "prohibited_initial_character": "applies to glossaries, which no file holds",
    "ai_accuracy": _NEEDS_OPINION_REASON,
    "ai_fluency": _NEEDS_OPINION_REASON,
    "ai_formatting": _NEEDS_OPINION_REASON,
    "ai_style": _NEEDS_OPINION_REASON,
    "ai_terminology": _NEEDS_OPINION_REASON,
}
"""Reasons why checks cannot be decided from files, by id of the check. Id and reason form a sentence."""


class UndecidableCheck(NamedTuple):
    """Check that cannot be decided from files, with the reason."""

    id: str
    reason: str
