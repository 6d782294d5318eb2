"""
Source and translation agree about ending with a semicolon.

Good:  "a = 1;"  ->  "a = 1;"
Bad:   "a = 1;"  ->  "a = 1"
Off:   the flag `ignore-end-semicolon`

The semicolon of an entity (`&nbsp;`) is none. It is the question mark of Greek, where a question in the source is left
to `end_question`.
"""

from transtats_cli.checks.punctuation.signs import describe_final_mark_difference
from transtats_cli.checks.subject import CheckedString
from transtats_cli.checks.tags import entities

ID = "end_semicolon"


def find_problem(source: str, target: str, checked_string: CheckedString) -> str | None:
    if checked_string.language.base_code == "el" and source.endswith("?"):
        return None
    return describe_final_mark_difference(
        entities.strip_entities(source), entities.strip_entities(target), ";", "a semicolon"
    )
