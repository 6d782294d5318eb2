"""The words that may be the same in source and translation."""

import pytest

from transtats_cli.checks.subject import split_names_into_words
from transtats_cli.checks.words.neutral_words import is_neutral_word, read_neutral_words


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        pytest.param("email", True, id="a word of the list"),
        pytest.param("germany", True, id="the name of a territory"),
        pytest.param("of", True, id="two letters"),
        pytest.param("bear", False, id="another word"),
        pytest.param("dancing", True, id="a word of the project"),
    ],
)
def test_words_that_may_stay_untranslated_are_neutral(word: str, expected: bool) -> None:
    assert is_neutral_word(word, frozenset({"dancing"})) is expected


def test_the_list_contains_only_words_in_lower_case() -> None:
    assert len(read_neutral_words()) > 700
    assert all(word == word.strip().lower() and len(word) > 2 for word in read_neutral_words())


def test_names_are_split_into_words() -> None:
    assert split_names_into_words("Dancing Bear", "the-bear  web") == {"dancing", "bear", "the-bear", "web"}
