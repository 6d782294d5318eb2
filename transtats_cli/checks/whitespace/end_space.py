"""
Source and translation end with the same number of blanks.

Good:  "Name: "  ->  "Nom : "
Bad:   "Name: "  ->  "Nom :"
Off:   the flag `ignore-end-space`

Only the ordinary blank (U+0020) counts. A pair of texts of one character at most is left alone, and so is an empty text
and a translation of nothing but blanks.
"""

from transtats_cli.checks.subject import CheckedString

ID = "end_space"


def find_problem(source: str, target: str, checked_string: CheckedString) -> str | None:
    if not source or (len(source) <= 1 and len(target) <= 1):
        return None
    stripped = target.rstrip(" ")
    if not stripped:
        return None
    found = len(target) - len(stripped)
    expected = len(source) - len(source.rstrip(" "))
    if found == expected:
        return None
    return f"blanks at the end: {expected} in the source, {found} in the translation"
