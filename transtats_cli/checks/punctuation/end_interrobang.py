"""
Source and translation agree about ending with a question and an exclamation mark at once.

Good:  "Really?!"  ->  "Wirklich?!"
Bad:   "Really?!"  ->  "Wirklich?"
Off:   the flag `ignore-end-interrobang`

The two marks may stand in either order, be Arabic or wide, or be one character (U+2048, U+2049).
"""

from transtats_cli.checks.punctuation.signs import INTERROBANGS, describe_lost_or_added_mark
from transtats_cli.checks.subject import CheckedString

ID = "end_interrobang"


def find_problem(source: str, target: str, checked_string: CheckedString) -> str | None:
    if not source or not target:
        return None
    expected = source.endswith(INTERROBANGS)
    if expected == target.endswith(INTERROBANGS):
        return None
    return describe_lost_or_added_mark("an interrobang", is_lost=expected)
