r"""
Source and translation agree about beginning with a line break.

Good:  "\nUsage:"  ->  "\nVerwendung:"
Bad:   "\nUsage:"  ->  "Verwendung:"
Off:   the flag `ignore-begin-newline`

An empty translation is no matter of this check.
"""

from transtats_cli.checks.subject import CheckedString

ID = "begin_newline"


def find_problem(source: str, target: str, checked_string: CheckedString) -> str | None:
    if not source or not target or (source[0] == "\n") == (target[0] == "\n"):
        return None
    if source[0] == "\n":
        return "the source begins with a line break, the translation does not"
    return "the translation begins with a line break, the source does not"
