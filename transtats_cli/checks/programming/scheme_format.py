"""
Scheme format strings: a translation has the directives of its source, in their order unless they are numbered.

Good:  "~0@*~a of ~1@*~d"  ->  "~1@*~d: ~0@*~a"
Bad:   "~a of ~d"          ->  "~d: ~a"
Bad:   "~5,'0d seconds"    ->  "~5d sekund"
Off:   the flag `ignore-scheme-format`

Checked where the flag `scheme-format` is set.
"""

import re

from transtats_cli.checks.placeholders.format_strings import PlaceholderSyntax

ID = "scheme_format"


def _is_unnumbered(text: str) -> bool:
    return "@*" not in text and text != "~"


_PARAMETER_REGEX = r"(?:[+-]?\d++|'.|[vV#])"

FORMAT = PlaceholderSyntax(
    re.compile(rf"~((?:\d++@\*~)?(?:(?:{_PARAMETER_REGEX}(?:,{_PARAMETER_REGEX})*)?:?@?[A-Za-z%$?&_/|!\[\]()~])?)"),
    is_positional=_is_unnumbered,
    ignored_texts=frozenset({"~"}),
    introducers="~",
)
