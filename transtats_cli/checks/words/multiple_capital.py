"""
The translation has no two capital letters in a row, unless the source has.

Good:  "Open the FTP folder"  ->  "FTP-Ordner öffnen"
Bad:   "Welcome"  ->  "WIllkommen"
Off:   the flag `ignore-multiple-capital`
"""

import re
from functools import cache
from itertools import chain

from transtats_cli.checks.subject import CheckedString

ID = "multiple_capital"

# Ranges that are matched as a whole. Some contain other characters as well, but only symbols and letters that are
# rarely next to each other: there, testing each match costs less than an expression that lists every capital letter,
# which also takes long to compile. In `_MIXED_RANGES`, small and capital letters are mixed, and small letters follow
# each other (in Vietnamese \u01b0\u01a1), so most matches of whole ranges would be wrong.
_CAPITAL_RANGES = (
    "A-Z\u0180-\u019f\u01b1-\u024f\u0531-\u0556\u10a0-\u10cd\u13a0-\u13f5\u1c89-\u1cbf\u1e00-\u1e9f\u1f00-\u1fff"
    "\u2102-\u2183\u2c00-\u2cf2\ua640-\ua7f5\uff21-\uff3a"
)
_MIXED_RANGES = (range(0xC0, 0x180), range(0x1A0, 0x1B1), range(0x370, 0x530), range(0x1EA0, 0x1F00))
"""Other ranges of the basic plane that contain capital letters. Of these ranges, only capital letters are matched."""
_SUPPLEMENTARY_PATTERN = re.compile("[\U00010000-\U0010ffff]")


def find_problem(source: str, target: str, checked_string: CheckedString) -> str | None:
    found = _find_two_capitals(target)
    if found is None or _find_two_capitals(source) is not None:
        return None
    return f"the translation has the capital letters {found}, the source has no two in a row"


def _find_two_capitals(text: str) -> str | None:
    from unicodedata import category

    pattern = _two_capitals_in_all_planes() if _SUPPLEMENTARY_PATTERN.search(text) else two_capitals_pattern()
    found = pattern.search(text)
    while found is not None:
        if all(category(character) == "Lu" for character in found[0]):
            return found[0]
        found = pattern.search(text, found.start() + 1)
    return None


# The class is written twice, because a repetition (`{2}`) is more than twice as slow.
@cache
def two_capitals_pattern() -> re.Pattern[str]:
    """Return a pattern that matches two capital letters of the basic plane in a row.

    It also matches other characters in `_CAPITAL_RANGES`.
    """
    return re.compile(f"[{_capital_class()}][{_capital_class()}]")


@cache
def _two_capitals_in_all_planes() -> re.Pattern[str]:
    """Return a pattern that matches two capital letters of any plane in a row.

    It also matches all other characters beyond the basic plane, and other characters in `_CAPITAL_RANGES`.
    """
    return re.compile(f"[{_capital_class()}\U00010000-\U0010ffff]{{2}}")


@cache
def _capital_class() -> str:
    """Return the content of a character class that matches all capital letters of the basic plane.

    It also matches other characters in `_CAPITAL_RANGES`.
    """
    return _CAPITAL_RANGES + "".join(filter(str.isupper, map(chr, chain(*_MIXED_RANGES))))
