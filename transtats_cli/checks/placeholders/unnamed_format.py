"""
A source with several placeholders names or numbers them, so that a translation can change their order.

Good:  "%(count)d of %(total)d"
Bad:   "%d of %d"
Off:   the flag `ignore-unnamed-format`

Asked are strings with a flag of a programming language that knows names or numbers for placeholders.
"""

from transtats_cli.checks import CHECKS, CHECKS_BY_ID
from transtats_cli.checks.placeholders import format_strings
from transtats_cli.checks.subject import CheckedString

ID = "unnamed_format"

_FORMAT_FLAGS = CHECKS_BY_ID[ID].enabling_flags
_FORMAT_CHECKS = tuple(
    check for check in CHECKS if check.kind == "format" and set(check.enabling_flags) & set(_FORMAT_FLAGS)
)


def find_problem(checked_string: CheckedString) -> str | None:
    unnamed: set[tuple[int, int]] = set()
    for check in _FORMAT_CHECKS:
        if any(flag in checked_string.flags for flag in check.enabling_flags if flag in _FORMAT_FLAGS):
            unnamed.update(
                format_strings.find_unnamed_placeholder_spans(check.module.FORMAT, checked_string.sources[0])
            )
    if len(unnamed) < 2:
        return None
    return f"the source has {len(unnamed)} placeholders without name or number"
