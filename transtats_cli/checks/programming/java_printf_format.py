"""
Java printf format strings: a translation has the placeholders of its source, in their order unless numbered.

Good:  "%1$s on %2$tY"  ->  "%2$tY: %1$s"
Bad:   "%s on %tY"      ->  "%tY: %s"
Bad:   "%,d bytes"      ->  "%d Byte"
Off:   the flag `ignore-java-printf-format`

Checked where the flag `java-printf-format` is set. Messages of `MessageFormat` have a check of their own, java_format.
"""

import re

from transtats_cli.checks.placeholders.format_strings import PlaceholderSyntax, is_unnumbered_placeholder

ID = "java_printf_format"

# Flags and width can both match a zero, flags and precision a full stop. Repetitions are possessive, because
# backtracking would only move these characters from one part to another.
FORMAT = PlaceholderSyntax(
    re.compile(r"%((?:\d++\$)?[-.#+0,(]*+\d*+(?:\.\d++)?(?:[Tt]?[A-Za-z]|%))"),
    is_positional=is_unnumbered_placeholder,
    ignored_texts=frozenset({"%"}),
    introducers="%",
)
