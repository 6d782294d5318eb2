"""
Source and translation agree about ending with an ellipsis (the one character, U+2026).

Good:  "Loading…"  ->  "Chargement…"
Bad:   "Loading…"  ->  "Chargement..."
Off:   the flag `ignore-end-ellipsis`

Three dots in the source may become an ellipsis. Thai and Lojban are not asked.
"""

from transtats_cli.checks.punctuation.signs import (
    ELLIPSIS,
    LANGUAGES_WITHOUT_PUNCTUATION,
    describe_final_mark_difference,
    is_ellipsis_equivalent,
)
from transtats_cli.checks.subject import CheckedString

ID = "end_ellipsis"


def find_problem(source: str, target: str, checked_string: CheckedString) -> str | None:
    if checked_string.language.base_code in LANGUAGES_WITHOUT_PUNCTUATION or is_ellipsis_equivalent(source, target):
        return None
    return describe_final_mark_difference(source, target, ELLIPSIS, "an ellipsis")
