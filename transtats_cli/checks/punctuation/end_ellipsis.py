"""
Source and translation agree about ending with an ellipsis (the one character, U+2026).

Good:  "Loading…"  ->  "Chargement…"
Bad:   "Loading…"  ->  "Chargement..."
Off:   the flag `ignore-end-ellipsis`

Three dots in the source may become an ellipsis. Thai and Lojban are not asked.
"""

from transtats_cli.checks.punctuation.signs import ELLIPSIS, WITHOUT_PUNCTUATION, difference, is_ellipsis_kept
from transtats_cli.checks.subject import Subject

ID = "end_ellipsis"


def problem(source: str, target: str, subject: Subject) -> str | None:
    if subject.language.base_code in WITHOUT_PUNCTUATION or is_ellipsis_kept(source, target):
        return None
    return difference(source, target, ELLIPSIS, "an ellipsis")
