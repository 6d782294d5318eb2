r"""
Source and translation have the same number of line breaks written as `\n`, a backslash and an n.

Good:  "a\\nb"  ->  "c\\nd"
Bad:   "a\\nb"  ->  "c d"
Off:   the flag `ignore-escaped-newline`

Windows paths with a doubled backslash after the drive (`C:\\data\new`) are not looked into.
"""

import re

from transtats_cli.checks.subject import CheckedString

ID = "escaped_newline"

_WINDOWS_PATH_PATTERN = re.compile(r"[A-Z]:\\\\[^\\\s]+(?:\\[^\\\s]+)+")


def find_problem(source: str, target: str, checked_string: CheckedString) -> str | None:
    if not source or not target:
        return None
    expected = _WINDOWS_PATH_PATTERN.sub("", source).count(r"\n")
    found = _WINDOWS_PATH_PATTERN.sub("", target).count(r"\n")
    if found == expected:
        return None
    return rf"written line breaks (\n): {expected} in the source, {found} in the translation"
