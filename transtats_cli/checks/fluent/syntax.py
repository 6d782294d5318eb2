"""Checks of the syntax of Fluent messages, and of their parts: the value and the attributes."""

import re
from collections.abc import Iterator

from transtats_cli.checks.fluent.messages import FluentSyntaxError, is_term, parse_message, parse_pair
from transtats_cli.checks.subject import CheckedString


def fluent_source_syntax(checked_string: CheckedString) -> str | None:
    """
    Fluent: a source can be read.

    Good:  "Welcome, { $name }"
    Bad:   "Welcome, { $name"

    Checked where the flag `fluent-source-syntax` is set, as for all strings of Fluent files.
    """
    return _find_syntax_error("source", checked_string.sources[0], checked_string)


def fluent_target_syntax(source: str, target: str, checked_string: CheckedString) -> str | None:
    """
    Fluent: a translation can be read.

    Good:  "Welcome, { $name }"  ->  "Willkommen, { $name }"
    Bad:   "Welcome, { $name }"  ->  "Willkommen, { $name"

    Checked where the flag `fluent-target-syntax` is set, as for all strings of Fluent files.
    """
    return _find_syntax_error("translation", target, checked_string)


def _find_syntax_error(name: str, text: str, checked_string: CheckedString) -> str | None:
    try:
        parse_message(text, is_term=is_term(checked_string))
    except FluentSyntaxError as error:
        return f"the {name} cannot be read: {error}"
    return None


_ATTRIBUTE_NAME_PATTERN = re.compile(r"^\.[A-Za-z][A-Za-z0-9_-]*+ *=", re.MULTILINE)


def fluent_parts(source: str, target: str, checked_string: CheckedString) -> str | None:
    """
    Fluent: the translation of a message has a value if its source has one, and the same attributes.

    Good:  "Save\\n.title = Save the file"  ->  "Sichern\\n.title = Datei sichern"
    Bad:   "Save\\n.title = Save the file"  ->  "Sichern"
    Bad:   ".title = Save the file"        ->  "Sichern\\n.title = Datei sichern"

    Checked where the flag `fluent-parts` is set, as for all strings of Fluent files. Terms are not checked, because
    their attributes depend on the language.
    """
    messages = None if is_term(checked_string) else parse_pair(source, target, checked_string)
    if messages is None:
        return None
    expected, found = messages
    problems = [f"{part} is missing" for part in expected if part not in found]
    problems += [f"{part} is not in the source" for part in found if part not in expected]
    return "; ".join(problems) or None


def highlight_fluent_parts(text: str, checked_string: CheckedString) -> Iterator[tuple[int, int]]:
    """Yield the spans of the names of attributes in a message. Yield nothing for a term."""
    return iter(()) if is_term(checked_string) else (found.span() for found in _ATTRIBUTE_NAME_PATTERN.finditer(text))
