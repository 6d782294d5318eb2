"""The words that may be the same in source and translation."""

import pytest

from transtats_cli.checks.words.neutral_words import is_neutral_word, read_neutral_words, split_names_into_words


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        pytest.param("email", True, id="a word of the list"),
        pytest.param("germany", True, id="the name of a territory"),
        pytest.param("of", True, id="two letters"),
        pytest.param("bear", False, id="another word"),
        pytest.param("dancing", True, id="one of one's own"),
    ],
)
def test_some_words_need_no_translation(word: str, expected: bool) -> None:
    assert is_neutral_word(word, frozenset({"dancing"})) is expected


def test_the_list_holds_lower_case_words_only() -> None:
    assert len(read_neutral_words()) > 700
    assert all(word == word.strip().lower() and len(word) > 2 for word in read_neutral_words())


def test_names_are_cut_into_words() -> None:
    assert split_names_into_words("Dancing Bear", "the-bear  web") == {"dancing", "bear", "the-bear", "web"}
