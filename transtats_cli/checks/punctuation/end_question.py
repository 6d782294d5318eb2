"""
Source and translation agree about ending with a question mark, in whatever script.

Good:  "Delete it?"  ->  "削除しますか？"
Bad:   "Delete it?"  ->  "Supprimer"
Off:   the flag `ignore-end-question`

Armenian and Greek are asked only when the source asks, Burmese ends a question with its full stop, and Thai and Lojban
are not asked. A text that ends with an interrobang is left to `end_interrobang`.
"""

from transtats_cli.checks.punctuation.signs import (
    BURMESE_FULL_STOP,
    INTERROBANGS,
    LANGUAGES_WITHOUT_PUNCTUATION,
    QUESTION_MARKS,
    describe_final_mark_difference,
    describe_lost_or_added_mark,
)
from transtats_cli.checks.subject import CheckedString

ID = "end_question"

_MARK_NAME = "a question mark"


def find_problem(source: str, target: str, checked_string: CheckedString) -> str | None:
    base = checked_string.language.base_code
    if not source or not target or base in LANGUAGES_WITHOUT_PUNCTUATION:
        return None
    if source.endswith(INTERROBANGS) or target.endswith(INTERROBANGS):
        return None
    if base == "my":
        is_question = source[-1] == "?"
        return (
            None
            if is_question == target.endswith(BURMESE_FULL_STOP)
            else describe_lost_or_added_mark(_MARK_NAME, is_lost=is_question)
        )
    if base in QUESTION_MARKS.marks_by_language and source[-1] != "?":
        return None
    return describe_final_mark_difference(source, target, QUESTION_MARKS.marks_of_language(base), _MARK_NAME)
