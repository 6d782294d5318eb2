"""Words are counted in two places. `statistics.count_words` defines the rule; `formats.sizes` is for many texts.

All fast counters use `count_source_texts`, which is about twice as fast as a call of `count_words` for each text.
`count_words` counts single texts, texts of which not all words count, and texts in CJK languages, of which
`count_source_texts` counts none.
"""

import ast
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.package_source import PACKAGE, parse
from transtats_cli.formats import IrregularFile
from transtats_cli.formats.sizes import count_source_texts
from transtats_cli.statistics import NO_STRINGS, UNUSED_SINGULAR, Counts, count_words

BLANKS = [chr(code) for code in range(0x3001) if chr(code).isspace()]
"""Characters of white space. `test_no_other_character_separates_words` checks that the list is complete."""


def sum_sizes(texts: list[str]) -> Counts:
    """Return the sizes as `count_words` and `len` define them, text by text."""
    return Counts(len(texts), sum(map(count_words, texts)), sum(map(len, texts))) if texts else NO_STRINGS


@given(st.lists(st.text(st.sampled_from(["a", "é", "本", "🎉", "<", "\u200b", *BLANKS]), max_size=8), max_size=5))
def test_the_sizes_of_many_texts_are_the_sums_of_single_sizes(texts: list[str]) -> None:
    assert count_source_texts([text.encode() for text in texts]) == sum_sizes(texts)


@pytest.mark.parametrize("blank", [pytest.param(blank, id=f"U+{ord(blank):04X}") for blank in BLANKS])
def test_every_white_space_character_separates_words(blank: str) -> None:
    text = f"a{blank}b"
    assert count_source_texts([text.encode()]).words == count_words(text) == 2


@pytest.mark.slow
def test_no_other_character_separates_words() -> None:
    codes = (code for code in range(sys.maxunicode + 1) if not 0xD800 <= code < 0xE000)
    text = "".join(character for character in map(chr, codes) if character not in BLANKS)
    assert count_source_texts([text.encode()]) == Counts(1, count_words(text), len(text)) == Counts(1, 1, len(text))


def test_a_text_with_words_that_do_not_count_is_left_to_count_words() -> None:
    text = f"{UNUSED_SINGULAR} (hash=1)>\x1e\x1etwo words"
    assert count_words(text) == 2
    with pytest.raises(IrregularFile):
        count_source_texts([text.encode()])


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
    assert found - {"serving/http/authentication.py"} == {"statistics.py"}, "a token is not a text"
