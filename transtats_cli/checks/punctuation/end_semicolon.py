"""
Source and translation agree about ending with a semicolon.

Good:  "a = 1;"  ->  "a = 1;"
Bad:   "a = 1;"  ->  "a = 1"
Off:   the flag `ignore-end-semicolon`

The semicolon of an entity (`&nbsp;`) is none. It is the question mark of Greek, where a question in the source is left
to `end_question`.
"""

from transtats_cli.checks.punctuation.signs import difference
from transtats_cli.checks.subject import Subject
from transtats_cli.checks.tags import entities

ID = "end_semicolon"


def problem(source: str, target: str, subject: Subject) -> str | None:
    if subject.language.base_code == "el" and source.endswith("?"):
        return None
    return difference(entities.strip(source), entities.strip(target), ";", "a semicolon")
