"""Words of texts, and sums of counts."""

import ast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.package_source import PACKAGE, parse
from transtats_cli.model import PLURAL_SEPARATOR
from transtats_cli.statistics import (
    UNUSED_SINGULAR,
    Counts,
    Statistics,
    add_statistics,
    count_sources,
    count_words,
    count_words_of_each,
)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        pytest.param("", 0, id="nothing"),
        pytest.param(" \t\n", 0, id="white space only"),
        pytest.param("foo-bar", 1, id="a hyphen joins"),
        pytest.param("a — b", 3, id="a dash between blanks is a word"),
        pytest.param("a\u00a0b\u3000c", 3, id="white space of Unicode separates"),
        pytest.param("a\u200bb", 1, id="a zero-width space does not separate"),
        pytest.param(f"one file{PLURAL_SEPARATOR}%d files", 4, id="every plural form counts"),
        pytest.param(
            f"<unused singular (hash=1)>{PLURAL_SEPARATOR}%d files", 2, id="an unused singular does not count"
        ),
        pytest.param("日本語 text", 2, id="CJK characters in other languages"),
    ],
)
def test_words_are_separated_by_white_space(source: str, expected: int) -> None:
    assert count_words(source) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        pytest.param("日本語", 3, id="each character is a word"),
        pytest.param("日本 two words語", 5, id="words between CJK characters"),
        pytest.param("！", 1, id="fullwidth punctuation counts"),
        pytest.param("한국어 abc", 4, id="hangul"),
        pytest.param("𠀀x", 2, id="beyond the basic plane"),
    ],
)
def test_each_cjk_character_is_a_word_in_cjk_languages(source: str, expected: int) -> None:
    assert count_words(source, cjk=True) == expected


_COUNTS = st.builds(Counts, *[st.integers(0, 1_000)] * 3)


@given(st.lists(st.builds(Statistics, *[_COUNTS] * 5, *[st.integers(0, 1_000)] * 3)))
def test_the_sum_of_statistics_is_the_sum_of_each_number(several: list[Statistics]) -> None:
    total = add_statistics(several)
    for index in range(3):
        assert total.translated[index] == sum(each.translated[index] for each in several)
    assert total.readonly.words == sum(each.readonly.words for each in several)
    assert total.comments == sum(each.comments for each in several)
    assert add_statistics(several[::-1]) == add_statistics([total, Statistics()]) == total


PARTS = st.sampled_from(["a", "é", "本", "🎉", "<", " ", "\n", "\u3000", "\u200b", PLURAL_SEPARATOR, UNUSED_SINGULAR])


@given(st.lists(st.lists(PARTS, max_size=8).map("".join), max_size=5), st.booleans())
def test_the_counts_of_many_texts_are_the_sums_of_single_counts(texts: list[str], cjk: bool) -> None:
    words = sum(count_words(text, cjk=cjk) for text in texts)
    assert count_sources(texts, cjk=cjk) == Counts(len(texts), words, sum(map(len, texts)))
    assert count_words_of_each(texts) == [*map(count_words, texts)]


def test_no_other_module_counts_words() -> None:
    """A count of words is `len(text.split())`, or a search for the marker of texts with words that do not count."""
    found = set()
    for path in PACKAGE.rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        if "<unused singular" not in source and ".split()" not in source:
            continue
        calls = (node for node in ast.walk(parse(path)) if isinstance(node, ast.Call))
        lengths = (ast.unparse(node) for node in calls if getattr(node.func, "id", "") == "len")
        if "<unused singular" in source or any(".split())" in text for text in lengths):
            found.add(path.relative_to(PACKAGE).as_posix())
    assert found - {"serving/options.py"} == {"statistics.py"}, "a token is not a text"
