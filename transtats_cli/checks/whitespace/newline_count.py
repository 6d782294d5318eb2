r"""
Source and translation have the same number of lines.

Good:  "One\nTwo"  ->  "Eins\nZwei"
Bad:   "One\nTwo"  ->  "Eins, zwei"
Off:   the flag `ignore-newline-count`
"""

from transtats_cli.checks.subject import CheckedString

ID = "newline-count"


def find_problem(source: str, target: str, checked_string: CheckedString) -> str | None:
    if not source or not target:
        return None
    expected = source.count("\n")
    found = target.count("\n")
    if found == expected:
        return None
    return f"line breaks: {expected} in the source, {found} in the translation"
