"""
Source and translation agree about ending with a question and an exclamation mark at once.

Good:  "Really?!"  ->  "Wirklich?!"
Bad:   "Really?!"  ->  "Wirklich?"
Off:   the flag `ignore-end-interrobang`

The two marks may stand in either order, be Arabic or wide, or be one character (U+2048, U+2049).
"""

from transtats_cli.checks.punctuation.signs import INTERROBANGS, lost_or_added
from transtats_cli.checks.subject import Subject

ID = "end_interrobang"


def problem(source: str, target: str, subject: Subject) -> str | None:
    if not source or not target:
        return None
    expected = source.endswith(INTERROBANGS)
    if expected == target.endswith(INTERROBANGS):
        return None
    return lost_or_added("an interrobang", lost=expected)
