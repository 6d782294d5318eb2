"""A string of whatever a test says: `subject_of(...)` is how the checks see it, `problem_of(...)` what one finds."""

from collections.abc import Callable
from typing import Any

import pytest

from transtats_cli import flags, languages
from transtats_cli.checks.evaluation import CheckEvaluator
from transtats_cli.checks.subject import CheckedString, LanguagePair
from transtats_cli.model import PLURAL_SEPARATOR, State, Unit
from transtats_cli.plurals import PluralRule


def build(
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
    """A string or a list of plural forms on either side; the plural rule is the language's own if none is given."""
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
    return CheckedString(unit, targets, translation)


@pytest.fixture
def subject_of() -> Callable[..., CheckedString]:
    return build


@pytest.fixture
def problem_of() -> Callable[..., str | None]:
    """What the check of an id finds wrong with one string, with plural forms paired; None if all is well."""

    def problem_of(check: str, *string: Any, **about: Any) -> str | None:
        findings = CheckEvaluator(explain=True).find_problems([check], build(*string, **about))
        return findings[0].message if findings else None

    return problem_of
