"""
The translation has no two capital letters in a row, unless the source has.

Good:  "Open the FTP folder"  ->  "FTP-Ordner öffnen"
Bad:   "Welcome"  ->  "WIllkommen"
Off:   the flag `ignore-multiple-capital`
"""

import re
import unicodedata
from collections.abc import Iterator
from itertools import chain, groupby

from transtats_cli.checks.subject import Subject

ID = "multiple_capital"

# Outside these blocks no character of the basic plane is a capital letter; the other planes are asked one by one.
_BLOCKS = (range(0xC0, 0x2E00), range(0xA640, 0xA800), range(0xFF21, 0xFF3B))


def _capitals() -> Iterator[str]:
    """The capital letters as ranges, which compile ten times as fast as single characters."""
    codes = [code for code in chain(*_BLOCKS) if unicodedata.category(chr(code)) == "Lu"]
    for _, run in groupby(enumerate(codes), key=lambda item: item[1] - item[0]):
        characters = [chr(code) for _, code in run]
        yield f"{characters[0]}-{characters[-1]}"


PERHAPS_TWO = re.compile(rf"[A-Z{''.join(_capitals())}\U00010000-\U0010ffff]{{2}}")
"""Finds two capital letters, and any two characters beyond the basic plane."""


def problem(source: str, target: str, subject: Subject) -> str | None:
    found = _two_capitals(target)
    if found is None or _two_capitals(source) is not None:
        return None
    return f"the translation has the capital letters {found}, the source has no two in a row"


def _two_capitals(text: str) -> str | None:
    found = PERHAPS_TWO.search(text)
    while found is not None:
        if all(unicodedata.category(character) == "Lu" for character in found[0]):
            return found[0]
        found = PERHAPS_TWO.search(text, found.start() + 1)
    return None
