r"""
Source and translation agree about ending with a line break.

Good:  "Done.\n"  ->  "Fini.\n"
Bad:   "Done.\n"  ->  "Fini."
Off:   the flag `ignore-end-newline`

An empty translation is no matter of this check.
"""

from transtats_cli.checks.punctuation.signs import describe_final_mark_difference
from transtats_cli.checks.subject import CheckedString

ID = "end_newline"


def find_problem(source: str, target: str, checked_string: CheckedString) -> str | None:
    return describe_final_mark_difference(source, target, "\n", "a line break")
