"""
Fluent: the translation of a message has a value if its source has one, and the same attributes.

Good:  "Save\\n.title = Save the file"  ->  "Sichern\\n.title = Datei sichern"
Bad:   "Save\\n.title = Save the file"  ->  "Sichern"
Bad:   ".title = Save the file"        ->  "Sichern\\n.title = Datei sichern"
Off:   the flag `ignore-fluent-parts`

Checked where the flag `fluent-parts` is set, as for all strings of Fluent files. Terms are not checked, because their
attributes depend on the language.
"""

import re
from collections.abc import Iterator

from transtats_cli.checks.fluent.messages import FluentMessage
from transtats_cli.checks.fluent.reading import is_term, parse_pair
from transtats_cli.checks.subject import CheckedString

ID = "fluent-parts"

_ATTRIBUTE_NAME_PATTERN = re.compile(r"^\.[A-Za-z][A-Za-z0-9_-]*+ *=", re.MULTILINE)


def find_problem(source: str, target: str, checked_string: CheckedString) -> str | None:
    messages = None if is_term(checked_string) else parse_pair(source, target, checked_string)
    if messages is None:
        return None
    expected, found = map(_list_parts, messages)
    problems = [f"{part} is missing" for part in expected if part not in found]
    problems += [f"{part} is not in the source" for part in found if part not in expected]
    return "; ".join(problems) or None


def find_highlights(text: str, checked_string: CheckedString) -> Iterator[tuple[int, int]]:
    """Yield the spans of the names of attributes in a message. Yield nothing for a term."""
    return iter(()) if is_term(checked_string) else (found.span() for found in _ATTRIBUTE_NAME_PATTERN.finditer(text))


def _list_parts(message: FluentMessage) -> list[str]:
    value = [] if message.value is None else ["the value"]
    return value + [f"the attribute .{name}" for name in message.attributes]
