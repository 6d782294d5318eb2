"""Reasons for percentages, language codes, plural rules and words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from transtats_cli.explanation.translations import explain_percentage
from transtats_cli.languages import (
    explain_language_code,
    find_gettext_plural_rule,
    language_by_code,
)
from transtats_cli.model import PLURAL_SEPARATOR
from transtats_cli.statistics import Counts, Statistics, count_words, list_words


@pytest.mark.parametrize(
    ("translated", "total", "reason"),
    [
        (0, 0, "There are no strings, which counts as 100 %."),
        (1, 1, "1 of 1 string is translated."),
        (3, 4, "3 of 4 strings are translated: 75.0 %."),
        (1999, 2000, "1,999 of 2,000 strings are translated: 99.950 %, rounded down to 99.9."),
        (999_999, 1_000_000, "999,999 of 1,000,000 strings are translated: 99.999 %, rounded down to 99.9."),
        (9_999_999, 10_000_000, "9,999,999 of 10,000,000 strings are translated: 99.999 %, rounded down to 99.9."),
        (
            1,
            5000,
            "1 of 5,000 strings are translated: 0.02 %, printed as 0.1, the smallest share above 0.",
        ),
        (0, 7, "0 of 7 strings are translated: 0.0 %."),
    ],
)
def test_a_percentage_has_a_reason(translated: int, total: int, reason: str) -> None:
    assert explain_percentage(Statistics(Counts(total), Counts(translated))) == reason


@pytest.mark.parametrize(
    ("written", "code", "rule"),
    [
        ("de", "de", "a code in the table of languages"),
        ("PT-br", "pt_BR", "another spelling of a code in the table of languages"),
        ("ptbr", "pt_BR", "another spelling of a code in the table of languages"),
        ("iw", "he", "an alias in the table of languages"),
        ("cs_CZ", "cs", "a code with the default country of its language"),
        ("Czech", "cs", "the English name of a language"),
        ("qqq", "qqq", "unknown to the table of languages, so that the code is that of a new language"),
    ],
)
def test_a_language_code_has_a_rule(written: str, code: str, rule: str) -> None:
    assert language_by_code(written).code == code
    assert explain_language_code(written) == rule


@pytest.mark.parametrize(
    ("code", "header", "origin"),
    [
        ("de", "", "the table of languages, because the file has no Plural-Forms header"),
        (
            "de",
            "nplurals=INTEGER; plural=EXPRESSION;",
            "the table of languages, because the Plural-Forms header of the file is invalid",
        ),
        (
            "de",
            "nplurals=2; plural=(n != 1);",
            "the Plural-Forms header of the file, which is equivalent to the rule in the table of languages",
        ),
        ("de", "nplurals=2; plural=n>1;", "the Plural-Forms header of the file"),
    ],
)
def test_a_plural_rule_has_an_origin(code: str, header: str, origin: str) -> None:
    language = language_by_code(code)
    _, found = find_gettext_plural_rule(language, header)
    assert found == origin


_PIECES = [*"ab 中한、\u3000\xa0\n\u200b<", PLURAL_SEPARATOR, "<unused singular"]


@given(st.lists(st.sampled_from(_PIECES)).map("".join), st.booleans())
def test_the_listed_words_are_the_counted_words(source: str, cjk: bool) -> None:
    assert len(list_words(source, cjk=cjk)) == count_words(source, cjk=cjk)
