"""Separators of words, and words that are repeated."""

import sys
import unicodedata
from collections.abc import Callable

import pytest

from transtats_cli.checks.words.duplicate import split_into_words


@pytest.mark.slow
@pytest.mark.skipif(unicodedata.unidata_version > "16.9", reason="the table is that of Unicode 16")
def test_separators_follow_from_the_categories_of_unicode() -> None:
    characters = [chr(code) for code in range(sys.maxunicode + 1) if unicodedata.category(chr(code)) != "Cn"]
    expected = {
        character
        for character in characters
        if character == "]"
        or (unicodedata.category(character) in {"Cc", "Zs", "Sk", "Ps", "Po"} and character not in ",.:;\\·•")
    }
    assert {character for character in characters if not split_into_words(character)} == expected


Problem = Callable[..., str | None]


@pytest.mark.parametrize(
    ("source", "target", "fails"),
    [
        pytest.param("The cat", "die Katze", False, id="none"),
        pytest.param("The cat", "die die Katze", True, id="one"),
        pytest.param("The cat", "die Die Katze", False, id="case counts"),
        pytest.param("The cat", "a a Katze", False, id="words of one letter"),
        pytest.param("The cat", "die  (die) Katze", False, id="a closing bracket belongs to the word"),
        pytest.param("The cat", "die (die Katze", True, id="an opening bracket separates"),
        pytest.param("The cat", "die, die Katze", False, id="a comma belongs to the word"),
        pytest.param("The cat", "die-die Katze", False, id="a hyphen belongs to the word"),
        pytest.param("The cat", "die\ndie Katze", True, id="a line break separates"),
        pytest.param("The cat", "die\u00a0die Katze", True, id="a no-break space separates"),
        pytest.param("The cat", "die “die Katze", False, id="a quotation mark belongs to the word"),
        pytest.param("The cat", "die 𐄀die Katze", True, id="a separator beyond the basic plane"),
        pytest.param("that that is", "die die ist", False, id="the source repeats as often"),
        pytest.param("that that that is", "die die ist", True, id="the source repeats more often"),
        pytest.param("that that is", "die die ist ist", True, id="the source repeats fewer words"),
        pytest.param("the the cat cat dog", "the the", False, id="the same word is repeated"),
        pytest.param("die die Katze Katze", "die die die", False, id="the same word more often"),
        pytest.param("The cat", "", False, id="empty translation"),
    ],
)
def test_a_translation_with_a_repeated_word_fails(problem_of: Problem, source: str, target: str, fails: bool) -> None:
    assert (problem_of("duplicate", source, target) is not None) is fails


@pytest.mark.parametrize(
    ("language", "target", "fails"),
    [
        pytest.param("fr", "vous vous nous nous", False, id="French pronouns"),
        pytest.param("fr_CA", "vous vous", False, id="French of Canada"),
        pytest.param("fr", "elle elle", True, id="other French words"),
        pytest.param("de", "vous vous", True, id="French words in German"),
        pytest.param("tr", "tek tek", False, id="Turkish"),
        pytest.param("vi", "luôn luôn", False, id="Vietnamese"),
        pytest.param("sq", "të të", False, id="Albanian"),
        pytest.param("fy", "mei mei", False, id="Frisian"),
        *(
            pytest.param(language, "aa aa", False, id=f"{language} is not checked")
            for language in "as bn gu hi kn ml mr ne or pa sd si ta te tok ur".split()
        ),
    ],
)
def test_some_languages_may_repeat_words(problem_of: Problem, language: str, target: str, fails: bool) -> None:
    assert (problem_of("duplicate", "x", target, language=language) is not None) is fails


@pytest.mark.parametrize(
    ("flag_line", "target", "fails"),
    [
        pytest.param("", "foo {a} {a} bar", True, id="no format"),
        pytest.param("python-brace-format", "foo {a} {a} bar", False, id="placeholders"),
        pytest.param("python-brace-format", "foo foo {a}", True, id="a word beside a placeholder"),
        pytest.param("python-brace-format", "foo {a} foo", False, id="a word on both sides of a placeholder"),
        pytest.param("c-format, ignore-c-format", "%1$s %1$s", True, id="placeholders of an ignored check are words"),
    ],
)
def test_placeholders_are_not_words(problem_of: Problem, flag_line: str, target: str, fails: bool) -> None:
    assert (problem_of("duplicate", "x {a}", target, flag_line) is not None) is fails


def test_xml_tags_are_not_words(problem_of: Problem) -> None:
    assert problem_of("duplicate", "<br/>", "aa <br/> <br/> aa") is None


def test_the_message_contains_the_word(problem_of: Problem) -> None:
    assert problem_of("duplicate", "The cat", "die die Katze") == "the word 'die' is repeated"
