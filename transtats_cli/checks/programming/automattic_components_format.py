"""
Automattic components: a translation has the component tags of its source, in any order.

Good:  "Read {{link}}more{{/link}}{{icon/}}"  ->  "{{icon/}}{{link}}Více{{/link}}"
Bad:   "Read {{link}}more{{/link}}"           ->  "{{link}}Více"
Off:   the flag `ignore-automattic-components-format`

Checked where the flag `automattic-components-format` is set.
"""

import re

from transtats_cli.checks.placeholders.format_strings import PlaceholderSyntax

ID = "automattic_components_format"

FORMAT = PlaceholderSyntax(re.compile(r"\{\{/?\s*+\w++\s*+/?\}\}"), introducers="{")
