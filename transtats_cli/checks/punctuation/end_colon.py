"""
Source and translation agree about ending with a colon, in whatever script.

Good:  "Name:"  ->  "名前："
Bad:   "Name:"  ->  "Nom"
Off:   the flag `ignore-end-colon`

Armenian, Chinese, Japanese and Korean have signs of their own, and are asked only when the source has one. Thai and
Lojban are not asked.
"""

from transtats_cli.checks.punctuation.signs import COLONS, WITHOUT_PUNCTUATION, difference
from transtats_cli.checks.subject import Subject

ID = "end_colon"


def problem(source: str, target: str, subject: Subject) -> str | None:
    base = subject.language.base_code
    if base in WITHOUT_PUNCTUATION:
        return None
    if base == "hy" and not source.endswith(":"):
        return None
    if subject.language.is_cjk and not source.endswith((":", ";")):
        return None
    colons = COLONS.in_cjk if subject.language.is_cjk else COLONS.of(base)
    return difference(source, target, colons, "a colon")
