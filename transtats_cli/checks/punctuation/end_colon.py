"""
Source and translation agree about ending with a colon, in whatever script.

Good:  "Name:"  ->  "名前："
Bad:   "Name:"  ->  "Nom"
Off:   the flag `ignore-end-colon`

Armenian, Chinese, Japanese and Korean have signs of their own, and are asked only when the source has one. Thai and
Lojban are not asked.
"""

from transtats_cli.checks.punctuation.signs import COLONS, LANGUAGES_WITHOUT_PUNCTUATION, describe_final_mark_difference
from transtats_cli.checks.subject import CheckedString

ID = "end_colon"


def find_problem(source: str, target: str, checked_string: CheckedString) -> str | None:
    base = checked_string.language.base_code
    if base in LANGUAGES_WITHOUT_PUNCTUATION:
        return None
    if base == "hy" and not source.endswith(":"):
        return None
    if checked_string.language.is_cjk and not source.endswith((":", ";")):
        return None
    colons = COLONS.cjk_marks_after_colon if checked_string.language.is_cjk else COLONS.marks_of_language(base)
    return describe_final_mark_difference(source, target, colons, "a colon")
