"""
C format strings: a translation has the placeholders of its source, in their order unless they are numbered.

Good:  "%d of %s"      ->  "%d z %s"
Good:  "%1$d of %2$s"  ->  "%2$s: %1$d"
Bad:   "%d of %s"      ->  "%s: %d"
Bad:   "%d files"      ->  "soubory"
Off:   the flag `ignore-c-format`

Checked where gettext found C placeholders (`c-format`).
"""

import re

from transtats_cli.checks.placeholders.format_strings import PlaceholderSyntax, is_unnumbered_placeholder

ID = "c_format"


def _remove_grouping_flag(text: str) -> str:
    """Return a placeholder without apostrophes, because `%'d` is `%d` with digits grouped."""
    return text.replace("'", "")


# A percent sign without a valid conversion after it is a placeholder as well. Its text is empty.
FORMAT = PlaceholderSyntax(
    re.compile(r"%((?:\d++\$)?(?:[ +#'-]*+\d*+(?:\.\d++)?(?:hh|h|l|ll)?[A-Za-z%])?)"),
    normalise_text=_remove_grouping_flag,
    is_positional=is_unnumbered_placeholder,
    ignored_texts=frozenset({"%"}),
    introducers="%",
)
