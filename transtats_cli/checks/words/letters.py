"""Checks of letters: capitals, kashidas, and letters of Kabyle."""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain
from typing import Any
from unicodedata import category

from transtats_cli.checks.needs import LAST_OF_BASIC_PLANE, JoinedStrings, Needs
from transtats_cli.checks.subject import CheckedString

# Ranges that are matched as a whole. Some contain other characters as well, but only symbols and letters that are
# rarely next to each other: there, testing each match costs less than an expression that lists every capital letter,
# which also takes long to compile.
_CAPITAL_RANGES = (
    "A-Z\u00c0-\u00d6\u00d8-\u00de\u0180-\u019f\u01b1-\u024f\u0370-\u037f\u0386-\u03ab\u03cf-\u042f\u0460-\u047f"
    "\u0531-\u0556\u10a0-\u10cd\u13a0-\u13f5\u1c89-\u1cbf\u1e00-\u1e9f\u1f00-\u1fff\u2102-\u2183\u2c00-\u2cf2"
    "\ua640-\ua7f5\uff21-\uff3a"
)
_MIXED_RANGES = (range(0x100, 0x180), range(0x1A0, 0x1B1), range(0x480, 0x530), range(0x1EA0, 0x1F00))
"""Other ranges of the basic plane that contain capital letters.

In these ranges, small and capital letters alternate, and small letters follow each other, in Vietnamese for example. So
of two letters, the second one must be a capital letter.
"""
_TWO_ASCII_CAPITALS_REGEX = "[A-Z][A-Z]"
_OTHER_PLANES = "\U00010000-\U0010ffff"


def _find_targets_with_two_capitals(targets: JoinedStrings) -> Iterable[int]:
    if targets.is_ascii:
        return targets.indices_matching(re.compile(_TWO_ASCII_CAPITALS_REGEX))
    return chain(targets.indices_matching(two_capitals_pattern()), targets.indices_beyond_basic_plane())


@Needs(
    find_targets=_find_targets_with_two_capitals,
    form_test=lambda source, _target, _flags: re.search(_TWO_ASCII_CAPITALS_REGEX, source) is None,
).to_fail
def multiple_capital(source: str, target: str, checked_string: CheckedString) -> str | None:
    """
    The translation has no two capital letters in a row, unless the source has.

    Good:  "Open the FTP folder"  ->  "FTP-Ordner öffnen"
    Bad:   "Welcome"  ->  "WIllkommen"
    """
    found = next(find_two_capitals(target), None)
    if found is None or next(find_two_capitals(source), None) is not None:
        return None
    return f"the translation has the capital letters {found[0]}, the source has no two in a row"


def find_two_capitals(text: str) -> Iterator[re.Match[str]]:
    """Yield the pairs of capital letters in a row. Pairs overlap if there are more than two letters."""
    is_in_basic_plane = text.isascii() or max(text) <= LAST_OF_BASIC_PLANE
    pattern = two_capitals_pattern() if is_in_basic_plane else two_capitals_pattern(_OTHER_PLANES)
    found = pattern.search(text)
    while found is not None:
        if all(category(character) == "Lu" for character in found[0]):
            yield found
        found = pattern.search(text, found.start() + 1)


@cache
def two_capitals_pattern(other_planes: str = "") -> re.Pattern[str]:
    """Return a pattern that matches two capital letters of the basic plane in a row.

    It also matches other characters in the ranges of capital letters, and small letters before a capital letter.
    `other_planes` is an additional range, of which all characters are matched.
    """
    mixed = "".join(f"{chr(letters[0])}-{chr(letters[-1])}" for letters in _MIXED_RANGES)
    capitals = "".join(filter(str.isupper, map(chr, chain(*_MIXED_RANGES))))
    return re.compile(f"[{_CAPITAL_RANGES}{mixed}{other_planes}][{_CAPITAL_RANGES}{capitals}{other_planes}]")


_KASHIDAS = "\u0640\ufcf2-\ufcf4\ufe71\ufe77\ufe79\ufe7b\ufe7d\ufe7f"
"""Kashida characters, which stretch an Arabic word, as the content of a character class."""
_LETTER_REGEX = rf"[\p{{Script=Arabic}}--[{_KASHIDAS}]]"


def _find_targets_with_kashida(targets: JoinedStrings) -> Iterable[int]:
    # In UTF-8, the characters begin with one of these bytes. Searching for them is much faster than an expression.
    if not any(map(targets.bytes.__contains__, b"\xd9\xef")):
        return ()
    return targets.indices_matching(re.compile(f"[{_KASHIDAS}]"))


@Needs(find_targets=_find_targets_with_kashida).to_fail
def kashida(source: str, target: str, checked_string: CheckedString) -> str | None:
    """
    No Arabic word is stretched with kashida (tatweel) characters.

    Good:  "صفحة"
    Bad:   "صفـــحة"

    Decorative letters widen a word on paper; in programs they break searching and sorting. A kashida counts between two
    Arabic letters only.
    """
    found = next(find_stretched_words(target), None)
    return None if found is None else f"the word at character {found.start() + 1} is stretched with a kashida"


def find_stretched_words(text: str) -> Iterator[Any]:
    """Yield the matches of kashidas between two Arabic letters."""
    return iter(_stretched_word_pattern().finditer(text))


@cache
def _stretched_word_pattern() -> Any:
    import regex

    return regex.compile(rf"(?<={_LETTER_REGEX})[{_KASHIDAS}]+(?={_LETTER_REGEX})", regex.V1)


_OTHER_LETTERS_REGEX = "[\u03b3\u0393\u03b5\u0395\u011f\u011e]"
"""Greek and Turkish letters that look like letters of Kabyle."""


_NEEDS_OF_KABYLE = Needs(find_targets=lambda targets: targets.indices_matching(re.compile(_OTHER_LETTERS_REGEX)))


@Needs(find_for=lambda language, _source: _NEEDS_OF_KABYLE if language.base_code == "kab" else None).to_fail
def kabyle_characters(source: str, target: str, checked_string: CheckedString) -> str | None:
    """
    Kabyle is written with its own Latin letters, not with Greek or Turkish ones that look alike.

    Good:  "aɣrum" (U+0263)
    Bad:   "aγrum" (U+03B3)
    """
    if checked_string.language.base_code != "kab":
        return None
    found = next(find_other_letters(target), None)
    return None if found is None else f"the letter {found[0]} (U+{ord(found[0]):04X}) is not a Kabyle one"


def find_other_letters(text: str) -> Iterator[re.Match[str]]:
    """Yield the matches of letters that are not Kabyle ones."""
    return re.finditer(_OTHER_LETTERS_REGEX, text)
