"""
A source with several placeholders names or numbers them, so that a translation can change their order.

Good:  "%(count)d of %(total)d"
Bad:   "%d of %d"
Off:   the flag `ignore-unnamed-format`

Asked are strings with a flag of a programming language that knows names or numbers for placeholders.
"""

from transtats_cli.checks import BY_ID, CHECKS, Kind
from transtats_cli.checks.placeholders import format_strings
from transtats_cli.checks.subject import Subject

ID = "unnamed_format"

_FORMAT_FLAGS = BY_ID[ID].enable
_FORMAT_CHECKS = tuple(
    check for check in CHECKS if check.kind is Kind.FORMAT and set(check.enable) & set(_FORMAT_FLAGS)
)


def problem(subject: Subject) -> str | None:
    unnamed: set[tuple[int, int]] = set()
    for check in _FORMAT_CHECKS:
        if any(flag in subject.flags for flag in check.enable if flag in _FORMAT_FLAGS):
            unnamed.update(format_strings.unnamed_spans(check.module.FORMAT, subject.sources[0]))
    if len(unnamed) < 2:
        return None
    return f"the source has {len(unnamed)} placeholders without name or number"
