"""Searches in many strings at once return the indices of the strings with a match."""

import re
from collections.abc import Callable, Iterable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from transtats_cli.checks.needs import STRING_START, JoinedStrings
from transtats_cli.checks.words.duplicate import duplicate
from transtats_cli.languages import language_by_code

STRINGS = st.lists(st.text(st.sampled_from("ab AB.–\u00a0\n\x1c\x1d\u200b😀\ud800"), max_size=8), max_size=8)


find_repeated_words = vars(duplicate)["needs"].find_for(*[language_by_code("de")] * 2).find_targets


@pytest.mark.parametrize(
    ("find", "expected"),
    [
        pytest.param(lambda text: text.indices_containing(b"  "), [1], id="a sign"),
        pytest.param(lambda text: text.indices_containing(b"\n"), [0, 4], id="once for each string"),
        pytest.param(lambda text: text.indices_containing(STRING_START + b"b"), [2], id="a beginning"),
        pytest.param(lambda text: text.indices_beyond_basic_plane(), [3], id="a character beyond the basic plane"),
        pytest.param(lambda text: text.indices_containing(b"z"), [], id="an absent sign"),
        pytest.param(lambda text: text.indices_matching(re.compile("[a-z]B")), [1, 4], id="a pattern"),
        pytest.param(lambda text: text.indices_matching(re.compile("[^ ]b")), [2], id="a pattern at the beginning"),
        pytest.param(
            lambda text: find_repeated_words(text),
            [0, 4, 3],
            id="a repeated word, or a character beyond the basic plane",
        ),
    ],
)
def test_a_search_returns_the_indices_of_the_strings_with_a_match(
    find: Callable[[JoinedStrings], Iterable[int]], expected: list[int]
) -> None:
    assert list(find(JoinedStrings(["one\none\n\nA", "a  aB", "b", "😀", "aB\nx aB…aB"]))) == expected


@given(STRINGS)
def test_a_search_has_the_same_result_as_searches_in_single_strings(strings: list[str]) -> None:
    text = JoinedStrings(strings)
    assert list(text.indices_containing(b"  ")) == [number for number, string in enumerate(strings) if "  " in string]
    assert list(text.indices_containing(STRING_START + b"a")) == [
        number for number, string in enumerate(strings) if string[:1] == "a"
    ]
    assert list(text.indices_matching(re.compile("[AB][AB]"))) == [
        number for number, string in enumerate(strings) if re.search("[AB][AB]", string)
    ]


@given(STRINGS)
def test_a_repeated_word_is_found_only_within_one_string(strings: list[str]) -> None:
    strings = [re.sub(r"[^\w]", " ", string) for string in strings]
    expected = [
        number
        for number, string in enumerate(strings)
        if any(one == other and len(one.encode()) > 1 for one, other in pairwise(string.split()))
    ]
    assert list(find_repeated_words(JoinedStrings(strings))) == expected


def test_a_search_without_strings_returns_nothing() -> None:
    text = JoinedStrings([])
    assert [
        *text.indices_containing(b"a"),
        *find_repeated_words(text),
        *text.indices_matching(re.compile("a")),
    ] == []
