"""
Java MessageFormat strings: a translation has the placeholders of its source, in any order, and paired apostrophes.

Good:  "{0} of {1,number}"  ->  "{1,number,integer}: {0}"
Bad:   "{0} of {1}"         ->  "{0} z {2}"
Bad:   "The file of {0}"    ->  "Le fichier d'{0}"
Off:   the flag `ignore-java-format`

Checked where the flag `java-format` is set, or `auto-java-messageformat` and the source has such a placeholder. Only
the numbers count; in these messages an apostrophe of the text is written twice.
"""

import re

from transtats_cli.checks.placeholders.format_strings import PlaceholderSyntax
from transtats_cli.checks.subject import CheckedString

ID = "java_format"

_MESSAGE_PLACEHOLDER_PATTERN = re.compile(r"\{\s*+\d++\s*+(?:,\s*+[a-z]++\s*+(?:,\s*+\S{1,200}\s*+)?)?\}")


def _is_message_format(checked_string: CheckedString) -> bool:
    return "java-format" in checked_string.flags or any(
        map(_MESSAGE_PLACEHOLDER_PATTERN.search, checked_string.sources)
    )


def _describe_single_apostrophe(target: str) -> str | None:
    return "an apostrophe has no second one; in the text it is written ''" if target.count("'") % 2 else None


# A style is as long as possible and may contain braces: it ends at the last brace before a blank.
FORMAT = PlaceholderSyntax(
    re.compile(r"\{(\d++)\s*+(?:,\s*+[a-z]++(?:,\s*+\S{1,200})?\s*+)?\}"),
    find_target_problem=_describe_single_apostrophe,
    applies_to_string=_is_message_format,
    introducers="{'",
)
