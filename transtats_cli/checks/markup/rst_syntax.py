"""
A translation is reStructuredText that docutils has nothing to say against.

Good:  "A **bold** word"  ->  "Ein **fettes** Wort"
Bad:   "A **bold** word"  ->  "Ein **fettes* Wort"
Off:   the flag `ignore-rst-syntax`

The flag `rst-text` switches it on. Roles that docutils does not know are no problem where the source has them too. Nor
may a role stand in backticks of its own (`` ` :ref:`x` ` ``), or a translation begin a list that its source does not.
"""

import re

from transtats_cli.checks.markup.restructuredtext import docutils_messages
from transtats_cli.checks.subject import CheckedString

ID = "rst-syntax"

_IGNORED_MESSAGES = (
    "No role entry",
    "Too many autonumbered footnote",
    "Enumerated list start value not ordinal",
    "Undefined substitution referenced",
)
_UNKNOWN_TARGET_MESSAGE = "Unknown target name:"
_UNKNOWN_ROLE_PATTERN = re.compile(r'(?:Unknown i|I)nterpreted text role "(?P<role>[^"]*)"(?:\.| not implemented\.)')
_WRAPPED_ROLE_PATTERN = re.compile(r"(?<!\S)`\s+(?::[\w.:+-]+:`[^`]+`|`[^`]+`:[\w.:+-]+:)\s+`(?!`)")
_BULLETS = ("- ", "* ", "+ ")


def find_problem(source: str, target: str, checked_string: CheckedString) -> str | None:
    for message in docutils_messages(target):
        if not _is_ignored_message(message, source):
            return f"docutils says: {message.splitlines()[0]}"
    if "`" in target and (wrapped := _WRAPPED_ROLE_PATTERN.search(target)):
        return f"the role in {wrapped[0]} stands in backticks of its own"
    if target.startswith(_BULLETS) and not source.startswith(_BULLETS):
        return "the translation begins with a list, the source does not"
    return None


def _is_ignored_message(message: str, source: str) -> bool:
    if message.startswith(_IGNORED_MESSAGES):
        return True
    if message.startswith(_UNKNOWN_TARGET_MESSAGE):
        return "`" not in message
    role = _UNKNOWN_ROLE_PATTERN.match(message)
    return role is not None and role["role"] in _find_unknown_roles(source)


def _find_unknown_roles(text: str) -> set[str]:
    return {role["role"] for message in docutils_messages(text) if (role := _UNKNOWN_ROLE_PATTERN.match(message))}
