"""
Syntax of ICU MessageFormat: a source is a message that can be read.

Good:  "{count, plural, one {# file} other {# files}}"
Bad:   "{count, plural, one {# file} other {# files}"
Off:   the flag `ignore-icu-message-format`

Checked where the flag `icu-message-format` is set.
"""

from transtats_cli.checks.placeholders.icu_messages import IcuGrammar, IcuMessageError, parse_icu_arguments
from transtats_cli.checks.subject import CheckedString

ID = "icu_message_format_syntax"


def find_problem(checked_string: CheckedString) -> str | None:
    try:
        parse_icu_arguments(checked_string.sources[0], IcuGrammar.from_flags(checked_string.flags))
    except IcuMessageError as error:
        return f"the message cannot be read: {error}"
    return None
