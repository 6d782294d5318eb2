"""Checks of a Weblate server that cannot be decided from files alone, each with the reason."""

from typing import NamedTuple

_OPINION = "needs the opinion of a language model"
_FLUENT = "applies to Fluent files, which are not read"

UNDECIDABLE = {
    "inconsistent": "compares components of a project; within one, no language has a string twice",
    "translated": "needs the history of a translation",
    "long_untranslated": "needs to know for how long a string has not been translated",
    "max-size": "needs the fonts of a server, to draw the string",
    "check_glossary": "needs the project's glossary",
    "prohibited_initial_character": "applies to glossaries, which no file holds",
    "ai_accuracy": _OPINION,
    "ai_fluency": _OPINION,
    "ai_formatting": _OPINION,
    "ai_style": _OPINION,
    "ai_terminology": _OPINION,
    "fluent-parts": _FLUENT,
    "fluent-references": _FLUENT,
    "fluent-source-inner-html": _FLUENT,
    "fluent-source-syntax": _FLUENT,
    "fluent-target-inner-html": _FLUENT,
    "fluent-target-syntax": _FLUENT,
}
"""Reasons why checks cannot be decided from files, by id of the check. Id and reason form a sentence."""


class Undecidable(NamedTuple):
    """Check that cannot be decided from files: one item of `UNDECIDABLE`."""

    id: str
    reason: str
