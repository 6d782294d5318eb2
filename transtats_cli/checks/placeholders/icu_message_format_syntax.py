"""
Syntax of ICU MessageFormat: a source is a message that can be read.

Good:  "{count, plural, one {# file} other {# files}}"
Bad:   "{count, plural, one {# file} other {# files}"
Off:   the flag `ignore-icu-message-format`

Checked where the flag `icu-message-format` is set.
"""

from transtats_cli.checks.placeholders.icu_messages import Grammar, MessageError, arguments
from transtats_cli.checks.subject import Subject

ID = "icu_message_format_syntax"


def problem(subject: Subject) -> str | None:
    try:
        arguments(subject.sources[0], Grammar.of(subject.flags))
    except MessageError as error:
        return f"the message cannot be read: {error}"
    return None
