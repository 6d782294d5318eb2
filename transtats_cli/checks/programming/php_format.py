"""
PHP format strings: a translation has the placeholders of its source, in their order unless they are numbered.

Good:  "%1$s by %2$s"  ->  "%2$s: %1$s"
Bad:   "%1$s by %2$s"  ->  "%1$s od %1$s"
Off:   the flag `ignore-php-format`

Checked where the flag `php-format` is set.
"""

import re

from transtats_cli.checks.placeholders.format_strings import PlaceholderSyntax, is_unnumbered_placeholder

ID = "php_format"

FORMAT = PlaceholderSyntax(
    re.compile(r"%((?:\d++\$)?(?:[ +#-]*+\d*+(?:\.\d++)?(?:hh|h|l|ll)?[A-Za-z%])?)"),
    is_positional=is_unnumbered_placeholder,
    ignored_texts=frozenset({"%"}),
    introducers="%",
)
