"""
Object Pascal format strings: a translation has the placeholders of its source, in their order unless numbered.

Good:  "%0:s of %1:d"  ->  "%1:d: %0:s"
Bad:   "%s of %d"      ->  "%d: %s"
Bad:   "%8.2f euros"   ->  "%8.3f eur"
Off:   the flag `ignore-object-pascal-format`

Checked where the flag `object-pascal-format` is set.
"""

import re

from transtats_cli.checks.placeholders.format_strings import PlaceholderSyntax

ID = "object_pascal_format"


def _is_unnumbered(text: str) -> bool:
    return ":" not in text and text != "%"


FORMAT = PlaceholderSyntax(
    re.compile(r"%((?:(?:\*|\d++):)?(?:-?(?:\*|\d++)?(?:\.(?:\*|\d++))?[DEFGMNPSUXdefgmnpsux%])?)"),
    is_positional=_is_unnumbered,
    ignored_texts=frozenset({"%"}),
    introducers="%",
)
