"""
Perl brace format strings: a translation has the placeholders of its source, in any order.

Good:  "{name} by {author}"  ->  "{author}: {name}"
Bad:   "{name} by {author}"  ->  "{name} od {autor}"
Off:   the flag `ignore-perl-brace-format`

Checked where the flag `perl-brace-format` is set.
"""

import re

from transtats_cli.checks.placeholders.format_strings import PlaceholderSyntax

ID = "perl_brace_format"

FORMAT = PlaceholderSyntax(re.compile(r"\{[A-Za-z0-9_]++\}"), introducers="{")
