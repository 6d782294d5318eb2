"""
ECMAScript template literals: a translation has the interpolations of its source, in any order.

Good:  "${name} by ${author}"  ->  "${ author }: ${name}"
Bad:   "${name} by ${author}"  ->  "${name} od ${autor}"
Off:   the flag `ignore-es-format`

Checked where the flag `es-format` is set. Blanks inside do not matter.
"""

import re

from transtats_cli.checks.placeholders.format_strings import PlaceholderSyntax, remove_blanks

ID = "es_format"

FORMAT = PlaceholderSyntax(re.compile(r"\$\{([^}]{1,1000}+)\}"), normalise_text=remove_blanks, introducers="$")
