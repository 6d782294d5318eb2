"""The table of word separators equals a rule about categories of Unicode."""

import sys
import unicodedata

import pytest

from transtats_cli.checks.words.separators import split_into_words


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
