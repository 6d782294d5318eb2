"""
Percent placeholders: a translation has the placeholders between percent signs of its source, in any order.

Good:  "%name% by %author%"  ->  "%author%: %name%"
Bad:   "%name% by %author%"  ->  "%name% od %autor%"
Off:   the flag `ignore-percent-placeholders`

Checked where the flag `percent-placeholders` is set.
"""

import re

from transtats_cli.checks.placeholders.format_strings import PlaceholderSyntax

ID = "percent_placeholders"

FORMAT = PlaceholderSyntax(re.compile(r"%[A-Za-z0-9_]++%"), introducers="%")
