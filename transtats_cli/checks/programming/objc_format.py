"""
Objective-C format strings: a translation has the placeholders of its source, in their order unless numbered.

Good:  "%1$@ of %2$ld"  ->  "%2$ld: %1$@"
Bad:   "%@ of %ld"      ->  "%ld: %@"
Bad:   "%#@days@ left"  ->  "noch Tage"
Off:   the flag `ignore-objc-format`

Checked where the flag `objc-format` is set. Variables of a stringsdict, `%#@days@`, may change places.
"""

import re

from transtats_cli.checks.placeholders.format_strings import PlaceholderSyntax, is_unnumbered_placeholder

ID = "objc_format"


def _remove_grouping_flag(text: str) -> str:
    return text.replace("'", "")


def _is_positional(text: str) -> bool:
    return is_unnumbered_placeholder(text) and not text.startswith("#@")


FORMAT = PlaceholderSyntax(
    re.compile(r"%((?:\d++\$)?(?:#@\w++@|[ +#'-]*+\d*+(?:\.\d++)?(?:hh|ll|[hlztjqL])?[A-Za-z@%])?)"),
    normalise_text=_remove_grouping_flag,
    is_positional=_is_positional,
    ignored_texts=frozenset({"%"}),
    introducers="%",
)
