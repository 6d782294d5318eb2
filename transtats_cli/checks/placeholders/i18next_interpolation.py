"""
Interpolation of i18next: a translation has the interpolations and nested messages of its source, in any order.

Good:  "{{count}} of $t(total)"  ->  "$t(total): {{ count }}"
Bad:   "{{count}} of $t(total)"  ->  "{{count}} z $t(suma)"
Off:   the flag `ignore-i18next-interpolation`

Checked where the flag `i18next-interpolation` is set. Blanks inside do not matter.
"""

import re

from transtats_cli.checks.placeholders.format_strings import PlaceholderSyntax, remove_blanks

ID = "i18next_interpolation"

FORMAT = PlaceholderSyntax(
    re.compile(r"\$t\(.[^)\n]{0,300}+\)|\{\{.[^}\n]{0,300}+(?:\}(?!\})[^}\n]{0,300}+){0,8}\}\}"),
    normalise_text=remove_blanks,
    introducers="{$",
)
