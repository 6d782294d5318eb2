"""Parse the strings of a Fluent file. A string is a message, or a term that is used in other strings."""

from functools import lru_cache

from transtats_cli.checks.fluent.messages import FluentMessage, FluentSyntaxError
from transtats_cli.checks.subject import CheckedString
from transtats_cli.limits import NotChecked, refuse_longer_than

_MAX_TEXT_LENGTH = 50_000


def is_term(checked_string: CheckedString) -> bool:
    """Return True if a string is a term, and False if it is a message."""
    return "Term" in checked_string.flags.values_of("fluent-type")


def parse_pair(source: str, target: str, checked_string: CheckedString) -> tuple[FluentMessage, FluentMessage] | None:
    """Parse the source and the translation of a Fluent string. Return None if one of them has a syntax error.

    Raises NotChecked if a text is too long.
    """
    term = is_term(checked_string)
    try:
        return parse_message(source, is_term=term), parse_message(target, is_term=term)
    except FluentSyntaxError:
        return None


@lru_cache(maxsize=1024)
def parse_message(text: str, *, is_term: bool) -> FluentMessage:
    """Parse the text of a message or a term. Raise FluentSyntaxError if the text is not valid.

    Raise NotChecked if the text is too long, or if fluent.syntax is not installed.
    """
    refuse_longer_than(_MAX_TEXT_LENGTH, text)
    try:
        # Imported late, because most strings have no flags of Fluent.
        from transtats_cli.checks.fluent.syntax_tree import parse_text
    except ModuleNotFoundError as error:
        raise NotChecked("the package fluent.syntax is missing, use `pip install fluent.syntax`") from error
    return parse_text(text, is_term=is_term)
