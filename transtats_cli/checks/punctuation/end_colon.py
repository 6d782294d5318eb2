"""
Source and translation agree about ending with a colon, in whatever script.

Good:  "Name:"  ->  "名前："
Bad:   "Name:"  ->  "Nom"
Off:   the flag `ignore-end-colon`

Armenian, Chinese, Japanese and Korean have signs of their own, and are asked only when the source has one. Thai and
Lojban are not asked.
"""

from transtats_cli.checks.punctuation.signs import WITHOUT_PUNCTUATION, difference
from transtats_cli.checks.subject import Subject

ID = "end_colon"

_COLONS = ":\uff1a\u17d6"
_CJK_COLONS = ";:\uff1a.\u3002"
_ARMENIAN_COLONS = ":\u055d`"


def problem(source: str, target: str, subject: Subject) -> str | None:
    base = subject.language.base
    if base in WITHOUT_PUNCTUATION:
        return None
    colons = _COLONS
    if base == "hy":
        if not source.endswith(":"):
            return None
        colons = _ARMENIAN_COLONS
    elif subject.language.is_cjk:
        if not source.endswith((":", ";")):
            return None
        colons = _CJK_COLONS
    return difference(source, target, colons, "a colon")
