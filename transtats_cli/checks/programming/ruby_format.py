"""
Ruby format strings: a translation has the placeholders of its source, in their order unless named or numbered.

Good:  "%{name} by %<author>s"  ->  "%<author>s: %{name}"
Bad:   "%s by %d"               ->  "%d: %s"
Bad:   "100%% of %s"            ->  "100 % z %s"
Off:   the flag `ignore-ruby-format`

Checked where the flag `ruby-format` is set. An escaped percent sign, `%%`, counts like a placeholder.
"""

import re

from transtats_cli.checks.placeholders.format_strings import PlaceholderSyntax

ID = "ruby_format"

_NAME_START_CHARACTERS = frozenset("$<{")


def _is_unnamed(text: str) -> bool:
    return text != "%" and _NAME_START_CHARACTERS.isdisjoint(text)


_FLAGS_REGEX = r"(?:\d++\$)?[ +#*-]*+\d*+(?:\.\d++)?"
# A name contains any characters but blanks and the closing bracket, so the name in `%<a<n>s` is `a<n`.
_NAME_IN_ANGLES_PATTERN, _NAME_IN_BRACES_PATTERN = "[^> ]{1,200}+", "[^} ]{1,200}+"

FORMAT = PlaceholderSyntax(
    re.compile(rf"%({_FLAGS_REGEX}(?:[A-Za-z%]|<{_NAME_IN_ANGLES_PATTERN}>[A-Za-z]|\{{{_NAME_IN_BRACES_PATTERN}\}}))"),
    is_positional=_is_unnamed,
    introducers="%",
)
