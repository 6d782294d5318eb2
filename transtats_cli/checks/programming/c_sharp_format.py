"""
C# format strings: a translation has the placeholders of its source, in any order.

Good:  "{0} of {1:N}"  ->  "{1:D}: {0}"
Bad:   "{0} of {1}"    ->  "{0} z {2}"
Off:   the flag `ignore-c-sharp-format`

Checked where the flag `c-sharp-format` or `csharp-format` is set. Only the numbers count: how a value is written may
differ between languages.
"""

import re

from transtats_cli.checks.placeholders.format_strings import PlaceholderSyntax

ID = "c_sharp_format"

FORMAT = PlaceholderSyntax(
    re.compile(r"\{(\d++)(?:[-,? ]++\d*+(?:\.\d++)?)?(?::[A-Za-z0#., ]*+\d*+)?\}"), introducers="{"
)
