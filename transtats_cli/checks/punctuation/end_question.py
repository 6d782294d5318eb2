"""
Source and translation agree about ending with a question mark, in whatever script.

Good:  "Delete it?"  ->  "削除しますか？"
Bad:   "Delete it?"  ->  "Supprimer"
Off:   the flag `ignore-end-question`

Armenian and Greek are asked only when the source asks, Burmese ends a question with its full stop, and Thai and Lojban
are not asked. A text that ends with an interrobang is left to `end_interrobang`.
"""

from transtats_cli.checks.punctuation.signs import (
    BURMESE_STOP,
    INTERROBANGS,
    QUESTION_MARKS,
    WITHOUT_PUNCTUATION,
    difference,
    lost_or_added,
)
from transtats_cli.checks.subject import Subject

ID = "end_question"

_MARK_NAME = "a question mark"


def problem(source: str, target: str, subject: Subject) -> str | None:
    base = subject.language.base_code
    if not source or not target or base in WITHOUT_PUNCTUATION:
        return None
    if source.endswith(INTERROBANGS) or target.endswith(INTERROBANGS):
        return None
    if base == "my":
        is_question = source[-1] == "?"
        return None if is_question == target.endswith(BURMESE_STOP) else lost_or_added(_MARK_NAME, lost=is_question)
    if base in QUESTION_MARKS.by_language and source[-1] != "?":
        return None
    return difference(source, target, QUESTION_MARKS.of(base), _MARK_NAME)
