"""
A source leaves plurals to the plural forms, not to an ending in parentheses.

Good:  "%d file" / "%d files"
Bad:   "%d file(s)"
Off:   the flag `ignore-optional-plural`
"""

import re

from transtats_cli.checks.subject import CheckedString

ID = "optional_plural"

_OPTIONAL_PLURAL_PATTERN = re.compile(r"\w\(s\)(?:\W|\Z)")


def find_problem(checked_string: CheckedString) -> str | None:
    if len(checked_string.sources) != 1 or _OPTIONAL_PLURAL_PATTERN.search(checked_string.sources[0]) is None:
        return None
    return "the source has an optional plural (s), where plural forms would serve all languages"
