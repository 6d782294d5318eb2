"""
A source writes an ellipsis as the one character (U+2026), not as three dots.

Good:  "Loading…"
Bad:   "Loading..."
Off:   the flag `ignore-ellipsis`
"""

from transtats_cli.checks.subject import CheckedString

ID = "ellipsis"


def find_problem(checked_string: CheckedString) -> str | None:
    if "..." not in checked_string.sources[0]:
        return None
    return "the source has three dots (...) instead of an ellipsis (…)"
