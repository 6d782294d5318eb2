"""
Source and translation begin with the same number of blanks.

Good:  " of 10"  ->  " von 10"
Bad:   " of 10"  ->  "von 10"
Off:   the flag `ignore-begin-space`

Only the ordinary blank (U+0020) counts. A pair of texts of one character at most is left alone, and so is a translation
of nothing but blanks.
"""

from transtats_cli.checks.subject import CheckedString

ID = "begin_space"


def find_problem(source: str, target: str, checked_string: CheckedString) -> str | None:
    if len(source) <= 1 and len(target) <= 1:
        return None
    stripped = target.lstrip(" ")
    if not stripped:
        return None
    found = len(target) - len(stripped)
    expected = len(source) - len(source.lstrip(" "))
    if found == expected:
        return None
    return f"blanks at the beginning: {expected} in the source, {found} in the translation"
