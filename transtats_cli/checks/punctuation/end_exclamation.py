"""
Source and translation agree about ending with an exclamation mark, in whatever script.

Good:  "Well done!"  ->  "做得好！"
Bad:   "Well done!"  ->  "Bien joué."
Off:   the flag `ignore-end-exclamation`

Basque may put its marks around the exclamation, wherever it stands. Armenian, Thai and Lojban are not asked, the name
`Texy!` is no exclamation, and a text that ends with an interrobang is left to `end_interrobang`.
"""

from transtats_cli.checks.punctuation.signs import (
    EXCLAMATION_MARKS,
    INTERROBANGS,
    LANGUAGES_WITHOUT_PUNCTUATION,
    describe_final_mark_difference,
)
from transtats_cli.checks.subject import CheckedString

ID = "end_exclamation"


def find_problem(source: str, target: str, checked_string: CheckedString) -> str | None:
    base = checked_string.language.base_code
    if base == "hy" or base in LANGUAGES_WITHOUT_PUNCTUATION:
        return None
    if source.endswith(INTERROBANGS) or target.endswith(INTERROBANGS):
        return None
    if base == "eu" and source.endswith("!") and "\u00a1" in target and "!" in target:
        return None
    if base != "my" and (source.endswith("Texy!") or target.endswith("Texy!")):
        return None
    return describe_final_mark_difference(
        source, target, EXCLAMATION_MARKS.marks_of_language(base), "an exclamation mark"
    )
