"""
Fluent: a translation can be read.

Good:  "Welcome, { $name }"  ->  "Willkommen, { $name }"
Bad:   "Welcome, { $name }"  ->  "Willkommen, { $name"
Off:   the flag `ignore-fluent-target-syntax`

Checked where the flag `fluent-target-syntax` is set, as for all strings of Fluent files.
"""

from transtats_cli.checks.fluent.messages import FluentSyntaxError
from transtats_cli.checks.fluent.reading import is_term, parse_message
from transtats_cli.checks.subject import CheckedString

ID = "fluent-target-syntax"


def find_problem(source: str, target: str, checked_string: CheckedString) -> str | None:
    try:
        parse_message(target, is_term=is_term(checked_string))
    except FluentSyntaxError as error:
        return f"the translation cannot be read: {error}"
    return None
