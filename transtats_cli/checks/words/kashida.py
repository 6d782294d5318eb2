"""
No Arabic word is stretched with kashida (tatweel) characters.

Good:  "صفحة"
Bad:   "صفـــحة"
Off:   the flag `ignore-kashida`

Decorative letters widen a word on paper; in programs they break searching and sorting. A kashida counts between two
Arabic letters only.
"""

from functools import cache
from typing import TYPE_CHECKING

from transtats_cli.checks.subject import CheckedString

if TYPE_CHECKING:
    import regex

ID = "kashida"

KASHIDAS = "\u0640\ufcf2-\ufcf4\ufe71\ufe77\ufe79\ufe7b\ufe7d\ufe7f"
"""Kashida characters, which stretch an Arabic word, as the content of a character class."""
_LETTER_REGEX = rf"[\p{{Script=Arabic}}--[{KASHIDAS}]]"


def find_problem(source: str, target: str, checked_string: CheckedString) -> str | None:
    found = _stretched_word_pattern().search(target)
    return None if found is None else f"the word at character {found.start() + 1} is stretched with a kashida"


@cache
def _stretched_word_pattern() -> "regex.Pattern[str]":
    import regex

    return regex.compile(rf"(?<={_LETTER_REGEX})[{KASHIDAS}]+(?={_LETTER_REGEX})", regex.V1)
