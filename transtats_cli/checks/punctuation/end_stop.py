"""
Source and translation agree about ending with a full stop, in whatever script.

Good:  "All is well."  ->  "一切顺利。"
Bad:   "All is well."  ->  "Tout va bien"
Off:   the flag `ignore-end-stop`

Which characters end a sentence depends on the language of the translation. Sources of up to four characters (`e.g.`)
are left alone, three dots may become an ellipsis, and Thai and Lojban are not asked.
"""

from transtats_cli.checks.punctuation.signs import (
    BURMESE_FULL_STOP,
    FULL_STOPS,
    LANGUAGES_WITHOUT_PUNCTUATION,
    describe_final_mark_difference,
    is_ellipsis_equivalent,
)
from transtats_cli.checks.subject import CheckedString

ID = "end_stop"


def find_problem(source: str, target: str, checked_string: CheckedString) -> str | None:
    base = checked_string.language.base_code
    if len(source) <= 4 or base in LANGUAGES_WITHOUT_PUNCTUATION or is_ellipsis_equivalent(source, target):
        return None
    if base == "my" and target.endswith(BURMESE_FULL_STOP):
        return None
    stops = (
        FULL_STOPS.cjk_marks_after_colon
        if checked_string.language.is_cjk and source[-1] in ":;"
        else FULL_STOPS.marks_of_language(base)
    )
    return describe_final_mark_difference(source, target, stops, "a full stop")
