r"""Characters that separate words in the check `duplicate`.

The separators are control characters, blanks, modifier symbols, opening brackets, `]`, and all other punctuation except
`, . : ; \ · •`. The ranges are those of Unicode 16. The ranges are listed, because older versions of Python lack some
of the characters.
"""

import re
from functools import cache

_ASCII_RANGES = "0-23 25-28 2a 2f 3f-40 5b 5d-5e 60 7b 7f"
_COMMON_RANGES = """
    80-a1 a7-a8 af b4 b6 b8 bf 2c2-2c5 2d2-2df 2e5-2eb 2ed 2ef-2ff 375 37e 384-385 387 589 5c0 5c3 5c6 5f3-5f4
    609-60a 60c-60d 61b 61d-61f 66a-66d 6d4 2000-200a 2016-2017 201a 201e 2020-2021 2023-2027 202f-2038 203b-203e
"""
"""Ranges outside ASCII without the ranges of rare characters."""
_RARE_RANGES = """
    55a-55f 2041-2043 2045 2047-2051 2053 2055-205f 700-70d 7f7-7f9 830-83e 85e 888 964-965 970 9fd a76 af0 c77 c84
    df4 e4f e5a-e5b f04-f12 f14 f3a f3c f85 fd0-fd4 fd9-fda 104a-104f 10fb 1360-1368 166e 1680 169b 16eb-16ed
    1735-1736 17d4-17d6 17d8-17da 1800-1805 1807-180a 1944-1945 1a1e-1a1f 1aa0-1aa6 1aa8-1aad 1b4e-1b4f 1b5a-1b60
    1b7d-1b7f 1bfc-1bff 1c3b-1c3f 1c7e-1c7f 1cc0-1cc7 1cd3 1fbd 1fbf-1fc1 1fcd-1fcf 1fdd-1fdf 1fed-1fef 1ffd-1ffe
    207d 208d 2308 230a 2329 2768 276a 276c 276e 2770 2772 2774 27c5 27e6 27e8 27ea 27ec 27ee 2983 2985 2987 2989
    298b 298d 298f 2991 2993 2995 2997 29d8 29da 29fc 2cf9-2cfc 2cfe-2cff 2d70 2e00-2e01 2e06-2e08 2e0b 2e0e-2e16
    2e18-2e19 2e1b 2e1e-2e1f 2e22 2e24 2e26 2e28 2e2a-2e2e 2e30-2e39 2e3c-2e3f 2e41-2e4f 2e52-2e55 2e57 2e59 2e5b
    3000-3003 3008 300a 300c 300e 3010 3014 3016 3018 301a 301d 303d 309b-309c 30fb a4fe-a4ff a60d-a60f a673 a67e
    a6f2-a6f7 a700-a716 a720-a721 a789-a78a a874-a877 a8ce-a8cf a8f8-a8fa a8fc a92e-a92f a95f a9c1-a9cd a9de-a9df
    aa5c-aa5f aade-aadf aaf0-aaf1 ab5b ab6a-ab6b abeb fbb2-fbc2 fd3f fe10-fe17 fe19 fe30 fe35 fe37 fe39 fe3b fe3d
    fe3f fe41 fe43 fe45-fe47 fe49-fe4c fe50-fe52 fe54-fe57 fe59 fe5b fe5d fe5f-fe61 fe68 fe6a-fe6b ff01-ff03
    ff05-ff08 ff0a ff0c ff0e-ff0f ff1a-ff1b ff1f-ff20 ff3b-ff3c ff3e ff40 ff5b ff5f ff61-ff62 ff64-ff65 ffe3
"""
"""Ranges of rare characters in the basic plane, see `RARE_CHARACTER_REGEX`."""
RARE_CHARACTER_REGEX = "[^\0-\u047f\u0580-\u06ff\u2000-\u203f]"
"""Regular expression of the rare characters.

The patterns for texts without rare characters are small, so they compile faster. In UTF-8, rare characters are found by
their first bytes, so the ranges of common characters end where the first byte changes.
"""
_SUPPLEMENTARY_CHARACTER_REGEX = "[\U00010000-\U0010ffff]"
_SUPPLEMENTARY_RANGES = """
    10100-10102 1039f 103d0 1056f 10857 1091f 1093f 10a50-10a58 10a7f 10af0-10af6 10b39-10b3f 10b99-10b9c 10f55-10f59
    10f86-10f89 11047-1104d 110bb-110bc 110be-110c1 11140-11143 11174-11175 111c5-111c8 111cd 111db 111dd-111df
    11238-1123d 112a9 113d4-113d5 113d7-113d8 1144b-1144f 1145a-1145b 1145d 114c6 115c1-115d7 11641-11643 11660-1166c
    116b9 1173c-1173e 1183b 11944-11946 119e2 11a3f-11a46 11a9a-11a9c 11a9e-11aa2 11b00-11b09 11be1 11c41-11c45
    11c70-11c71 11ef7-11ef8 11f43-11f4f 11fff 12470-12474 12ff1-12ff2 16a6e-16a6f 16af5 16b37-16b3b 16b44 16d6d-16d6f
    16e97-16e9a 16fe2 1bc9f 1da87-1da8b 1e5ff 1e95e-1e95f 1f3fb-1f3ff
"""


@cache
def _character_class(ranges: str) -> str:
    """Return hexadecimal ranges of characters as the content of a character class for the module `re`."""
    return "".join(
        "-".join(re.escape(chr(int(end, 16))) for end in characters.split("-")) for characters in ranges.split()
    )


def ascii_word_separators() -> frozenset[int]:
    """Return the code points of the word separators in ASCII."""
    found: set[int] = set()
    for characters in _ASCII_RANGES.split():
        first, _, last = characters.partition("-")
        found.update(range(int(first, 16), int(last or first, 16) + 1))
    return frozenset(found)


@cache
def word_separators_beyond_ascii(*, has_rare_characters: bool) -> re.Pattern[str]:
    """Return a pattern of the word separators of the basic plane outside ASCII.

    For the basic plane, `re` uses a lookup table. `re` would compare ranges of other planes one by one. If
    `has_rare_characters` is False, the pattern is only for texts in which `RARE_CHARACTER_REGEX` finds nothing.
    """
    rare = _character_class(_RARE_RANGES) if has_rare_characters else ""
    return re.compile(f"[{_character_class(_COMMON_RANGES)}{rare}]")


def split_into_words(text: str) -> list[str]:
    """Return the words of a text, without empty words."""
    return [*filter(None, _word_separator_pattern(*_ranges_for_text(text)).split(text))]


def _ranges_for_text(text: str) -> tuple[str, ...]:
    """Return the ranges of word separators that can occur in a text."""
    if text.isascii():
        return (_ASCII_RANGES,)
    if not re.search(RARE_CHARACTER_REGEX, text):
        return _ASCII_RANGES, _COMMON_RANGES
    if not re.search(_SUPPLEMENTARY_CHARACTER_REGEX, text):
        return _ASCII_RANGES, _COMMON_RANGES, _RARE_RANGES
    return _ASCII_RANGES, _COMMON_RANGES, _RARE_RANGES, _SUPPLEMENTARY_RANGES


@cache
def _word_separator_pattern(*ranges: str) -> re.Pattern[str]:
    return re.compile(f"[{''.join(map(_character_class, ranges))}]+")
