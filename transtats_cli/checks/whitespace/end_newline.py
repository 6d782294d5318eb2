r"""
Source and translation agree about ending with a line break.

Good:  "Done.\n"  ->  "Fini.\n"
Bad:   "Done.\n"  ->  "Fini."
Off:   the flag `ignore-end-newline`

An empty translation is no matter of this check.
"""

from transtats_cli.checks.punctuation.signs import difference
from transtats_cli.checks.subject import Subject

ID = "end_newline"


def problem(source: str, target: str, subject: Subject) -> str | None:
    return difference(source, target, "\n", "a line break")
