"""Pairs of target forms and source forms, which the checks compare."""

import pytest

from transtats_cli import languages
from transtats_cli.checks.pairing import FormPair, pair_plural_forms
from transtats_cli.plurals import PluralRule

ENGLISH = PluralRule(2, "n != 1")
CZECH = PluralRule(3, "(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2")
JAPANESE = PluralRule(1, "0")
RUSSIAN = PluralRule(3, "n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2")


@pytest.mark.parametrize(
    ("source_plural", "plural", "sources", "expected"),
    [
        pytest.param(ENGLISH, ENGLISH, ["one"], ["one"], id="a string without plural forms"),
        pytest.param(ENGLISH, ENGLISH, ["one", "many"], ["one", "many"], id="the same rule"),
        pytest.param(ENGLISH, PluralRule(2, "(n != 1)"), ["one", "many"], ["one", "many"], id="an equivalent rule"),
        pytest.param(ENGLISH, PluralRule(2, "n > 1"), ["one", "many"], ["many", "many"], id="French: zero and one"),
        pytest.param(ENGLISH, CZECH, ["one", "many"], ["one", "many", "many"], id="Czech: a form for one"),
        pytest.param(ENGLISH, RUSSIAN, ["one", "many"], ["many", "many", "many"], id="Russian: 1, 21, 31"),
        pytest.param(ENGLISH, JAPANESE, ["one", "many"], ["many"], id="Japanese: a single form"),
        pytest.param(CZECH, ENGLISH, ["one", "few", "many"], ["one", "many"], id="from Czech"),
        pytest.param(CZECH, RUSSIAN, ["one", "few", "many"], ["many", "few", "many"], id="from Czech to Russian"),
        pytest.param(
            CZECH,
            PluralRule(3, "n==1 ? 0 : n==2 ? 1 : 2"),
            ["one", "few", "many"],
            ["one", "few", "many"],
            id="a count among several of a source form",
        ),
        pytest.param(
            CZECH,
            PluralRule(3, "n>=2 && n<=3 ? 0 : n==1 ? 1 : 2"),
            ["one", "few", "many"],
            ["few", "one", "many"],
            id="counts that one source form has",
        ),
        pytest.param(CZECH, ENGLISH, ["one", "many"], ["many", "many"], id="fewer source forms than the rule has"),
        pytest.param(ENGLISH, ENGLISH, ["one", "few", "many"], ["many", "many"], id="more source forms"),
        pytest.param(ENGLISH, CZECH, ["only"], ["only", "only", "only"], id="plural forms of a string without"),
    ],
)
def test_each_target_form_is_paired_with_a_source_form(
    source_plural: PluralRule, plural: PluralRule, sources: list[str], expected: list[str]
) -> None:
    number = 1 if len(sources) == 1 and plural == source_plural else plural.form_count
    targets = [f"form {form}" for form in range(number)]
    pairs = pair_plural_forms(sources, targets, source_plural, plural)
    assert [(pair.source, pair.target) for pair in pairs] == list(zip(expected, targets, strict=True))
    assert [pair.form_number for pair in pairs] == ([*range(1, number + 1)] if number > 1 else [0])


def test_target_forms_in_a_wrong_number_are_paired_with_the_last_source_form() -> None:
    assert pair_plural_forms(["one", "many"], ["a"], ENGLISH, CZECH) == [FormPair(0, "many", "a")]


@pytest.mark.parametrize("code", ["ar", "cs", "cy", "fr", "ga", "ja", "lv", "pt_BR", "ru", "sl", "zh_Hans"])
def test_every_plural_form_of_a_language_is_paired(code: str) -> None:
    plural = languages.language_by_code(code).plural
    targets = ["x"] * plural.form_count
    assert len(pair_plural_forms(["one", "many"], targets, ENGLISH, plural)) == plural.form_count
