"""
Qt format strings: a translation has the numbered placeholders of its source, in any order.

Good:  "%1 of %L2"  ->  "%L2: %1"
Bad:   "%1 of %2"   ->  "%1 z %3"
Off:   the flag `ignore-qt-format`

Checked where the flag `qt-format` is set.
"""

import re

from transtats_cli.checks.placeholders.format_strings import PlaceholderSyntax

ID = "qt_format"

FORMAT = PlaceholderSyntax(re.compile(r"%(L?\d{1,2})"), introducers="%")
