r"""
The translation has no zero-width space (U+200B), unless the source has one.

Good:  "Settings"  ->  "Paramètres"
Bad:   "Settings"  ->  "Para\u200bmètres"
Off:   the flag `ignore-zero-width-space`

The character cannot be seen and is mostly there by accident. Khmer, which separates words with it, is not asked.
"""

from transtats_cli.checks.subject import CheckedString

ID = "zero-width-space"

_ZERO_WIDTH_SPACE = "\u200b"


def find_problem(source: str, target: str, checked_string: CheckedString) -> str | None:
    offset = target.find(_ZERO_WIDTH_SPACE)
    if offset < 0 or _ZERO_WIDTH_SPACE in source or checked_string.language.base_code == "km":
        return None
    return f"character {offset + 1} of the translation is a zero-width space"
