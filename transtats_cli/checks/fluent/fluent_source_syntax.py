"""
Fluent: a source can be read.

Good:  "Welcome, { $name }"
Bad:   "Welcome, { $name"
Off:   the flag `ignore-fluent-source-syntax`

Checked where the flag `fluent-source-syntax` is set, as for all strings of Fluent files.
"""

from transtats_cli.checks.fluent.messages import FluentSyntaxError
from transtats_cli.checks.fluent.reading import is_term, parse_message
from transtats_cli.checks.subject import CheckedString

ID = "fluent-source-syntax"


def find_problem(checked_string: CheckedString) -> str | None:
    try:
        parse_message(checked_string.sources[0], is_term=is_term(checked_string))
    except FluentSyntaxError as error:
        return f"the source cannot be read: {error}"
    return None
