"""
The translation has no two blanks in a row, unless the source has.

Good:  "Save the file"  ->  "Datei speichern"
Bad:   "Save the file"  ->  "Datei  speichern"
Off:   the flag `ignore-double-space`

Only the ordinary blank (U+0020) counts. Empty texts are left alone.
"""

from transtats_cli.checks.subject import CheckedString

ID = "double_space"


def find_problem(source: str, target: str, checked_string: CheckedString) -> str | None:
    if not source or "  " not in target or "  " in source:
        return None
    return "the translation has two blanks in a row, the source has not"
