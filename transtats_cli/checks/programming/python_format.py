"""
Python format strings: a translation has the placeholders of its source, named ones in any order.

Good:  "%(name)s by %(author)s"  ->  "%(author)s: %(name)s"
Bad:   "%(name)s by %(author)s"  ->  "%(nmae)s od %(author)s"
Bad:   "%s in %d files"          ->  "v %d souborech: %s"
Off:   the flag `ignore-python-format`

Checked where gettext found percent placeholders of Python (`python-format`).
"""

import re

from transtats_cli.checks.placeholders.format_strings import PlaceholderSyntax

ID = "python_format"


def _is_unnamed(text: str) -> bool:
    return "(" not in text


FORMAT = PlaceholderSyntax(
    re.compile(r"%((?:\([^)]{1,1000}+\))?(?:[ +#-]*+\d*+(?:\.\d++)?(?:hh|h|l|ll)?[A-Za-z%])?)"),
    is_positional=_is_unnamed,
    ignored_texts=frozenset({"%"}),
    introducers="%",
)
