"""The words that may be the same in source and translation: technical ones, and names of languages and territories."""

import os
from functools import lru_cache

from transtats_cli import languages

_FILE = "neutral-words.txt"


@lru_cache(maxsize=1)
def shipped_words() -> frozenset[str]:
    """The words of the package's own list."""
    with open(os.path.join(os.path.dirname(__file__), _FILE), encoding="utf-8") as file:
        return frozenset(line for line in file.read().splitlines() if not line.startswith("#"))


def words_of(*names: str) -> frozenset[str]:
    """The words of the names of a project and a component, and others of one's own."""
    return frozenset(word for name in names for word in name.lower().split())


def is_neutral(word: str, own_words: frozenset[str]) -> bool:
    """Whether a lower-case word says nothing about being translated; words of two characters never do."""
    return len(word) <= 2 or word in shipped_words() or word in languages.check_words() or word in own_words
