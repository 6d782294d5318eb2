"""
A source writes an ellipsis as the one character (U+2026), not as three dots.

Good:  "Loading…"
Bad:   "Loading..."
Off:   the flag `ignore-ellipsis`
"""

from transtats_cli.checks.subject import Subject

ID = "ellipsis"


def problem(subject: Subject) -> str | None:
    if "..." not in subject.sources[0]:
        return None
    return "the source has three dots (...) instead of an ellipsis (…)"
