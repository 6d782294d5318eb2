"""
Source and translation agree about ending with a full stop, in whatever script.

Good:  "All is well."  ->  "一切顺利。"
Bad:   "All is well."  ->  "Tout va bien"
Off:   the flag `ignore-end-stop`

Which characters end a sentence depends on the language of the translation. Sources of up to four characters (`e.g.`)
are left alone, three dots may become an ellipsis, and Thai and Lojban are not asked.
"""

from transtats_cli.checks.punctuation.signs import (
    BURMESE_STOP,
    STOPS,
    WITHOUT_PUNCTUATION,
    difference,
    is_ellipsis_kept,
)
from transtats_cli.checks.subject import Subject

ID = "end_stop"


def problem(source: str, target: str, subject: Subject) -> str | None:
    base = subject.language.base_code
    if len(source) <= 4 or base in WITHOUT_PUNCTUATION or is_ellipsis_kept(source, target):
        return None
    if base == "my" and target.endswith(BURMESE_STOP):
        return None
    stops = STOPS.in_cjk if subject.language.is_cjk and source[-1] in ":;" else STOPS.of(base)
    return difference(source, target, stops, "a full stop")
