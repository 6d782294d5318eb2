"""Checks of letters."""

import unicodedata
from collections.abc import Callable

import pytest

from transtats_cli.checks.words.letters import two_capitals_pattern

Problem = Callable[..., str | None]


@pytest.mark.parametrize(
    ("source", "target", "fails"),
    [
        pytest.param("Welcome", "Willkommen", False, id="none"),
        pytest.param("Welcome", "WIllkommen", True, id="added"),
        pytest.param("FTP folder", "FTP-Ordner", False, id="the source has them, too"),
        pytest.param("Welcome", "WiLlKo", False, id="apart from each other"),
        pytest.param("Welcome", "ДОбро", True, id="Cyrillic"),
        pytest.param("Welcome", "ÄÖ", True, id="beyond ASCII"),
        pytest.param("Welcome", "ＡＢ", True, id="wide letters"),
        pytest.param("Welcome", "𐐀𐐁", True, id="beyond the basic plane"),
        pytest.param("Welcome", "😀😀", False, id="no letters"),
        pytest.param("Welcome", "ǅǅ", False, id="title case is not a capital"),
        pytest.param("Welcome", "ⅠⅡ", False, id="numbers like letters"),
        pytest.param("ÄÖ here", "AB", False, id="other capital letters in the source"),
        pytest.param("Welcome", "😀𐐀𐐁", True, id="after another character"),
        pytest.param("Welcome", "", False, id="empty translation"),
    ],
)
def test_a_translation_with_two_added_capital_letters_fails(
    problem_of: Problem, source: str, target: str, fails: bool
) -> None:
    assert (problem_of("multiple_capital", source, target) is not None) is fails


def test_the_message_contains_the_letters(problem_of: Problem) -> None:
    assert (
        problem_of("multiple_capital", "Welcome", "WIllkommen")
        == "the translation has the capital letters WI, the source has no two in a row"
    )


def test_the_pattern_matches_all_capital_letters_of_the_basic_plane() -> None:
    capitals = [chr(code) for code in range(0x10000) if unicodedata.category(chr(code)) == "Lu"]
    pattern = two_capitals_pattern()
    assert [letter for letter in capitals if not (pattern.search(f"{letter}A") and pattern.search(f"A{letter}"))] == []
    assert not pattern.search("\u01b0\u01a1 \u1ef1\u1edd \u0142\u0105 \u049b\u04b1"), (
        "small letters that alternate with capital ones"
    )


@pytest.mark.parametrize(
    ("source", "target", "fails"),
    [
        pytest.param("Page", "صفحة", False, id="none"),
        pytest.param("Page", "صفـحة", True, id="one"),
        pytest.param("Page", "صفـــحة", True, id="a run"),
        pytest.param("Page", "ـصفحة", False, id="at the beginning"),
        pytest.param("Page", "صفحةـ", False, id="at the end"),
        pytest.param("Page", "صفـ حة", False, id="before a blank"),
        pytest.param("Page", "aـb", False, id="between other letters"),
        pytest.param("Page", "صـb", False, id="on one side only"),
        pytest.param("Page", "صفﹱحة", True, id="another kashida character"),
        pytest.param("Page", "صفﳲحة", True, id="a kashida with a mark"),
        pytest.param("Page", "صـﹷح", True, id="a mixed run"),
        pytest.param("صفـحة", "صفـحة", True, id="the source does not matter"),
        pytest.param("Page", "", False, id="empty translation"),
    ],
)
def test_a_translation_with_a_kashida_in_an_arabic_word_fails(
    problem_of: Problem, source: str, target: str, fails: bool
) -> None:
    assert (problem_of("kashida", source, target) is not None) is fails


@pytest.mark.parametrize(
    ("language", "source", "target", "fails"),
    [
        pytest.param("kab", "Bread", "aɣrum", False, id="the right letter"),
        pytest.param("kab", "Bread", "aγrum", True, id="Greek gamma"),
        pytest.param("kab", "Bread", "Γ", True, id="capital gamma"),
        pytest.param("kab", "Bread", "ε", True, id="Greek epsilon"),
        pytest.param("kab", "Bread", "Ε", True, id="capital epsilon"),
        pytest.param("kab", "Bread", "ağ", True, id="Turkish g"),
        pytest.param("kab", "Bread", "Ğ", True, id="capital Turkish g"),
        pytest.param("kab", "Bread", "ɛ", False, id="Latin epsilon"),
        pytest.param("tr", "Bread", "ağ", False, id="Turkish itself"),
    ],
)
def test_a_translation_with_letters_that_look_like_kabyle_letters_fails(
    problem_of: Problem, language: str, source: str, target: str, fails: bool
) -> None:
    assert (problem_of("kabyle-characters", source, target, language=language) is not None) is fails
