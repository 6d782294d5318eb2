"""Words that may be the same in source and translation: technical terms, and names of languages and territories."""

import os
from functools import lru_cache

from transtats_cli import languages

_FILE_NAME = "neutral-words.txt"


@lru_cache(maxsize=1)
def read_neutral_words() -> frozenset[str]:
    """Return the neutral words in the file of this package."""
    with open(os.path.join(os.path.dirname(__file__), _FILE_NAME), encoding="utf-8") as file:
        return frozenset(line for line in file.read().splitlines() if not line.startswith("#"))


def is_neutral_word(word: str, additional_words: frozenset[str]) -> bool:
    """Return True if a lower-case word may be the same in source and translation.

    Words of one or two characters are always neutral. `additional_words` are further neutral words, for example from
    the settings.
    """
    return (
        len(word) <= 2
        or word in read_neutral_words()
        or word in languages.words_of_language_names()
        or word in additional_words
    )
