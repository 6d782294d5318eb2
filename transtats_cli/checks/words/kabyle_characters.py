"""
Kabyle is written with its own Latin letters, not with Greek or Turkish ones that look alike.

Good:  "aɣrum" (U+0263)
Bad:   "aγrum" (U+03B3)
Off:   the flag `ignore-kabyle-characters`
"""

import re
from functools import cache

from transtats_cli.checks.subject import CheckedString
from transtats_cli.languages import Language

ID = "kabyle-characters"


def find_problem(source: str, target: str, checked_string: CheckedString) -> str | None:
    if not applies_to_language(checked_string.language):
        return None
    found = screening_pattern().search(target)
    return None if found is None else f"the letter {found[0]} (U+{ord(found[0]):04X}) is not a Kabyle one"


def applies_to_language(language: Language) -> bool:
    return language.base_code == "kab"


@cache
def screening_pattern() -> re.Pattern[str]:
    """Return a pattern of the Greek and Turkish letters that look like Kabyle letters."""
    return re.compile("[\u03b3\u0393\u03b5\u0395\u011f\u011e]")
