"""
Ruby format strings: a translation has the placeholders of its source, in their order unless named or numbered.

Good:  "%{name} by %<author>s"  ->  "%<author>s: %{name}"
Bad:   "%s by %d"               ->  "%d: %s"
Bad:   "100%% of %s"            ->  "100 % z %s"
Off:   the flag `ignore-ruby-format`

Checked where the flag `ruby-format` is set. An escaped percent sign, `%%`, counts like a placeholder.
"""

import re

from transtats_cli.checks.format_strings import FormatString

ID = "ruby_format"

_NAMES = frozenset("$<{")


def _is_unnamed(text: str) -> bool:
    return text != "%" and _NAMES.isdisjoint(text)


_FLAGS = r"(?:\d++\$)?[ +#*-]*+\d*+(?:\.\d++)?"

FORMAT = FormatString(
    re.compile(rf"%({_FLAGS}(?:[A-Za-z%]|<\w++>[A-Za-z]|\{{\w++\}}))"),
    is_positional=_is_unnamed,
)
