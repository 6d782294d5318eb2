"""
Qt plural format strings: a translation says the count as its source does.

Good:  "%n files"  ->  "%n souborů"
Bad:   "%n files"  ->  "%Ln souborů"
Off:   the flag `ignore-qt-plural-format`

Checked where the flag `qt-plural-format` is set.
"""

import re

from transtats_cli.checks.placeholders.format_strings import PlaceholderSyntax, always_positional

ID = "qt_plural_format"

FORMAT = PlaceholderSyntax(re.compile(r"%(L?n)"), is_positional=always_positional, introducers="%")
