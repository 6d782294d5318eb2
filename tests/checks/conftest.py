"""Fixtures: `subject_of(...)` creates a string for checks, `problem_of(...)` returns the message of a check."""

from collections.abc import Callable
from typing import Any

import pytest

from transtats_cli import flags, languages
from transtats_cli.checks import CHECKS_BY_ID
from transtats_cli.checks.evaluation import CheckEvaluator
from transtats_cli.checks.screening import TranslationScreen
from transtats_cli.checks.subject import CheckedString, LanguagePair
from transtats_cli.model import PLURAL_SEPARATOR, State, Unit
from transtats_cli.plurals import PluralRule


def create_checked_string(
    source: str | list[str],
    target: str | list[str],
    flag_line: str = "",
    *,
    language: str = "de",
    source_language: str = "en",
    comments: str = "",
    words: str = "",
    plural: PluralRule | None = None,
    state: State = State.TRANSLATED,
) -> CheckedString:
    """Create a string for checks.

    `source` and `target` are a text, or a list of plural forms. `words` are words that may stay untranslated, separated
    by spaces. The default of `plural` is the plural rule of the language.
    """
    sources = [source] if isinstance(source, str) else source
    targets = [target] if isinstance(target, str) else target
    target_language = languages.language_by_code(language)
    original = languages.language_by_code(source_language)
    unit = Unit(
        "",
        PLURAL_SEPARATOR.join(sources),
        PLURAL_SEPARATOR.join(targets),
        state,
        flags.parse_flags(flag_line),
        comments=comments,
    )
    rule = plural or target_language.plural
    translation = LanguagePair(target_language, original, rule, original.plural, frozenset(words.split()))
    return CheckedString.from_unit(unit, targets, translation)


@pytest.fixture
def subject_of() -> Callable[..., CheckedString]:
    return create_checked_string


@pytest.fixture
def problem_of() -> Callable[..., str | None]:
    """Function that returns the message of a check for a string, or None if the string passes.

    The arguments after the id of the check are those of `create_checked_string`.
    """

    def problem_of(check: str, *string: Any, **about: Any) -> str | None:
        assert check in CHECKS_BY_ID, f"add a line for {check!r} to CHECKS in transtats_cli/checks/__init__.py"
        subject = create_checked_string(*string, **about)
        findings = CheckEvaluator().find_problems([check], subject)
        row = CHECKS_BY_ID[check]
        if findings and row.kind in ("pair", "unit", "format") and row.is_on_for_flags(subject.flags):
            joined = PLURAL_SEPARATOR.join(subject.sources), PLURAL_SEPARATOR.join(subject.targets)
            unit = Unit("", *joined, State.TRANSLATED, subject.flags)
            found = TranslationScreen([check]).find_candidate_checks(subject.languages, [unit])
            assert check in found.get(0, []), "the string fails, but meets none of the conditions above the function"
        return findings[0].message if findings else None

    return problem_of
