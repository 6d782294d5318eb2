"""Strings on which a check runs: in which language, in which state and in files of which formats."""

from transtats_cli.checks import Check, batch
from transtats_cli.checks.subject import LanguagePair
from transtats_cli.model import State, Unit

_CHECKS_OF_PLURAL_FORMS = frozenset({"plurals", "same-plurals"})
REASONS_BY_STATE = {State.EMPTY: "the string is empty", State.READ_ONLY: "the string is read-only"}
"""Reasons why no check runs on a translation in a state, except for checks that compare many strings."""


def explain_scope(check: Check, languages: LanguagePair, *, is_source: bool) -> str:
    """Return the reason why a check runs on no string of a language. Empty if it may run.

    `is_source` is True for the strings of the source language.
    """
    if is_source and not (check.checks_source or check.kind == "text"):
        return "it checks translations, and this is a string of the source language"
    if check.checks_source and not is_source:
        return "it checks strings of the source language"
    if check.id in _CHECKS_OF_PLURAL_FORMS and not languages.texts_are_plural_forms:
        return "several texts of a string are values in this format, not plural forms"
    return ""


def explain_state(check: Check, unit: Unit, languages: LanguagePair, *, is_source: bool) -> str:
    """Return the reason why a check does not run on a string in its state. Empty if the check runs."""
    if is_source:
        return ""
    if check.kind == "batch":
        return batch.explain_exclusion(unit, languages)
    return REASONS_BY_STATE.get(unit.state, "")
