"""Heads of entries are parsed in batches and cached. The results do not depend on batches and cache."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from transtats_cli.formats import IrregularFile
from transtats_cli.formats.po.fast.entries import BETWEEN_HEADS, EntryHeadCache, join_batches, parse_text_heads
from transtats_cli.statistics import Counts

HEADS = st.builds('msgid "{} {}"'.format, st.sampled_from(["Open", "Close", "Save as"]), st.integers(0, 5))
PLURAL = 'msgid "a file"\nmsgid_plural "%d files"'


@given(st.lists(HEADS, max_size=12), st.integers(1, 4), st.sampled_from([0, 40, 16_000_000]))
def test_the_texts_of_heads_do_not_depend_on_the_sizes_of_batches_and_cache(
    heads: list[str], batch_size: int, cache_size: int
) -> None:
    expected = [head[7:-1] for head in heads]
    cache = EntryHeadCache(parse_text_heads, BETWEEN_HEADS, cache_size)
    starts = range(0, len(heads), batch_size)
    for _ in range(2):
        found = join_batches([cache.parse_heads(heads[start : start + batch_size]) for start in starts])
        assert found.sources == found.identifying_texts == expected
        assert found.total_counts == Counts(len(heads), *(sum(map(size, expected)) for size in (count_words, len)))


def count_words(text: str) -> int:
    return len(text.split())


def test_the_cache_of_heads_has_a_maximum_size() -> None:
    parsed: list[str] = []

    def parse(heads: Sequence[str]) -> tuple[list[str], list[str]]:
        parsed.extend(heads)
        return parse_text_heads(heads)

    cache = EntryHeadCache(parse, BETWEEN_HEADS, 50)
    heads = [f'msgid "{number}"' for number in range(10)]
    for head in (*heads, heads[-1], heads[0]):
        cache.parse_heads([head])
    assert parsed == [*heads, heads[0]]


@given(st.lists(st.lists(HEADS | st.just(PLURAL), min_size=1, max_size=4), max_size=6))
def test_the_heads_of_a_batch_do_not_depend_on_earlier_batches(batches: list[list[str]]) -> None:
    cache = EntryHeadCache(parse_text_heads, BETWEEN_HEADS, 200)
    for heads in batches:
        assert cache.parse_heads(heads) == EntryHeadCache(parse_text_heads, BETWEEN_HEADS).parse_heads(heads)


def test_plural_indices_are_those_of_all_batches_together() -> None:
    cache = EntryHeadCache(parse_text_heads, BETWEEN_HEADS)
    batches = (['msgid "a"', PLURAL], ['msgctxt "menu"\nmsgid ""\n"b\\n"\n"c"', PLURAL])
    found = join_batches([*map(cache.parse_heads, batches)])
    assert found.plural_head_indices == [1, 3]
    assert found.identifying_texts == ["a", "a file\x1e\x1e%d files", "b\ncmenu", "a file\x1e\x1e%d files"]


@pytest.mark.parametrize(
    "head",
    [
        pytest.param("", id="nothing"),
        pytest.param('msgid ""', id="no text"),
        pytest.param('msgid "a', id="no end"),
        pytest.param('msgid "a"\n', id="a blank line"),
        pytest.param('msgid "a"\nmsgid "b"', id="two sources"),
        pytest.param('msgid "a"\n# a comment', id="a comment inside"),
        pytest.param('#, fuzzy\nmsgid "a"', id="a comment at the beginning"),
        pytest.param('msgid_plural "a"', id="a plural without a singular"),
        pytest.param('msgid "a"\nmsgctxt "b"', id="the context after the source"),
    ],
)
def test_an_irregular_head_is_refused(head: str) -> None:
    cache = EntryHeadCache(parse_text_heads, BETWEEN_HEADS)
    for _ in range(2):
        with pytest.raises(IrregularFile):
            cache.parse_heads(['msgid "first"', head])
