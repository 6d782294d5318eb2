"""
Source and translation agree about ending with a full stop, in whatever script.

Good:  "All is well."  ->  "一切顺利。"
Bad:   "All is well."  ->  "Tout va bien"
Off:   the flag `ignore-end-stop`

Which characters end a sentence depends on the language of the translation. Sources of up to four characters (`e.g.`)
are left alone, three dots may become an ellipsis, and Thai and Lojban are not asked.
"""

from transtats_cli.checks.punctuation.signs import BURMESE_STOP, WITHOUT_PUNCTUATION, difference, is_ellipsis_kept
from transtats_cli.checks.subject import Subject

ID = "end_stop"

_STOPS = ".\u3002\u0964\u06d4\u0589\u00b7\u0df4\u17d4\u1362"
_CJK_AFTER_COLON = ";:\uff1a.\u3002"
_STOPS_OF = {
    "hy": ".\u3002\u0964\u06d4\u0589\u00b7\u0df4\u17d4:\u055d?!`",
    "hi": ".\u0964\u09f7|",
    "bn": ".\u0964\u09f7|",
    "or": ".\u0964\u09f7|",
    "sat": ".\u1c7e",
    "my": ".\u104b",
}


def problem(source: str, target: str, subject: Subject) -> str | None:
    base = subject.language.base
    if len(source) <= 4 or base in WITHOUT_PUNCTUATION or is_ellipsis_kept(source, target):
        return None
    if base == "my" and target.endswith(BURMESE_STOP):
        return None
    stops = _STOPS_OF.get(base, _STOPS)
    if subject.language.is_cjk and source[-1] in ":;":
        stops = _CJK_AFTER_COLON
    return difference(source, target, stops, "a full stop")
