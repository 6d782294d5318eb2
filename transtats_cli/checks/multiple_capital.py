"""
The translation has no two capital letters in a row, unless the source has.

Good:  "Open the FTP folder"  ->  "FTP-Ordner öffnen"
Bad:   "Welcome"  ->  "WIllkommen"
Off:   the flag `ignore-multiple-capital`
"""

import re
import unicodedata
from functools import cache
from itertools import chain

from transtats_cli.checks.subject import Subject

ID = "multiple_capital"

# Outside these blocks no character of the basic plane is a capital letter; the other planes are asked one by one.
_BLOCKS = (
    *(range(0xC0, 0x588), range(0x10A0, 0x10D0), range(0x13A0, 0x13F6), range(0x1C89, 0x1CC0), range(0x1E00, 0x2184)),
    *(range(0x2C00, 0x2CF3), range(0xA640, 0xA7F6), range(0xFF21, 0xFF3B)),
)
_LAST_BASIC = "\uffff"


def problem(source: str, target: str, subject: Subject) -> str | None:
    found = _two_capitals(target)
    if found is None or _two_capitals(source) is not None:
        return None
    return f"the translation has the capital letters {found}, the source has no two in a row"


def _two_capitals(text: str) -> str | None:
    perhaps_two = two_capitals() if not text or max(text) <= _LAST_BASIC else _two_beyond_the_basic_plane()
    found = perhaps_two.search(text)
    while found is not None:
        if all(unicodedata.category(character) == "Lu" for character in found[0]):
            return found[0]
        found = perhaps_two.search(text, found.start() + 1)
    return None


# The class stands there twice, as the engine takes more than twice as long to repeat it.
@cache
def two_capitals() -> re.Pattern[str]:
    """Finds all of the basic plane, and some characters that only look like capital letters."""
    return re.compile(f"[{_capitals()}][{_capitals()}]")


@cache
def _two_beyond_the_basic_plane() -> re.Pattern[str]:
    """Finds two capital letters, and any two characters of the other planes."""
    return re.compile(f"[{_capitals()}\U00010000-\U0010ffff]{{2}}")


@cache
def _capitals() -> str:
    """All that counts as upper case: a little more than the capital letters, and asked faster."""
    return "A-Z" + "".join(filter(str.isupper, map(chr, chain(*_BLOCKS))))
