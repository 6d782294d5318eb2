"""Candidate checks for two endings are the same for all strings with these endings, in most languages."""

from itertools import product

import pytest

from transtats_cli import languages
from transtats_cli.checks.evaluation import CheckEvaluator
from transtats_cli.checks.screening.last_characters import (
    ALL_FINAL_CHARACTERS,
    FINAL_CHARACTERS,
    LANGUAGES_WITH_SPECIAL_RULES,
    table_of_final_characters,
)
from transtats_cli.checks.subject import CheckedString, LanguagePair
from transtats_cli.model import State, Unit

BASES = sorted({languages.language_by_code(code).base_code for code in languages.listed_language_codes()})
PAIRS = [
    pair
    for pair in product(["a", ".", ":", "?", "!", ";", "…", " "], ["a", *sorted(ALL_FINAL_CHARACTERS)])
    if pair[0] != pair[1]
]


def find_failing_checks(language: languages.Language, source: str, target: str) -> set[str]:
    translation = LanguagePair(language, language, language.plural, language.plural)
    unit = Unit("", f"Some words{source}", f"Some words{target}", State.TRANSLATED)
    found = CheckEvaluator().find_problems(FINAL_CHARACTERS, CheckedString.from_unit(unit, [unit.target], translation))
    return {finding.check for finding in found}


@pytest.mark.slow
def test_languages_without_special_rules_share_one_table() -> None:
    ordinary_languages = [base for base in BASES if base not in LANGUAGES_WITH_SPECIAL_RULES]
    assert len({id(table_of_final_characters(languages.language_by_code(base))) for base in ordinary_languages}) == 1
    expected = [find_failing_checks(languages.language_by_code("en"), *pair) for pair in PAIRS]
    for base in ordinary_languages:
        assert [find_failing_checks(languages.language_by_code(base), *pair) for pair in PAIRS[::7]] == expected[::7], (
            base
        )


@pytest.mark.parametrize(
    ("code", "source", "target", "candidates"),
    [
        pytest.param("de", "Done.", "Fertig", ("end_stop",), id="a lost stop"),
        pytest.param("de", "Done", "Fertig", (), id="no sign"),
        pytest.param("ja", "Done.", "完了。", (), id="the sign of the language"),
        pytest.param("de", "Done.", "完了。", (), id="the sign of another language"),
        pytest.param("de", "Why?", "Warum?", (), id="the same sign"),
        pytest.param("de", "Why?!", "Warum!", ("end_interrobang",), id="a sign before the last character"),
        pytest.param("de", "x  ", "y  ", ("end_space",), id="perhaps more blanks"),
        pytest.param("de", "x&lt;", "y&lt;", ("end_semicolon",), id="perhaps an entity"),
        pytest.param("de", "x;", "y;", (), id="no entity"),
    ],
)
def test_only_checks_that_may_fail_for_the_endings_are_candidates(
    code: str, source: str, target: str, candidates: tuple[str, ...]
) -> None:
    assert (
        table_of_final_characters(languages.language_by_code(code)).find_candidate_checks(source, target) == candidates
    )


def test_a_table_of_final_characters_has_a_maximum_size() -> None:
    endings = table_of_final_characters(languages.language_by_code("de"))
    for code in range(0x4E00, 0x4E00 + 20_000):
        endings["a" + chr(code)]
    assert len(endings) <= 10_001
