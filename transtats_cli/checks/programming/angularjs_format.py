"""
AngularJS interpolation: a translation has the expressions of its source, in any order.

Good:  "{{name}} by {{author}}"  ->  "{{ author }}: {{name}}"
Bad:   "{{name}} by {{author}}"  ->  "{{name}} od {{autor}}"
Off:   the flag `ignore-angularjs-format`

Checked where the flag `angularjs-format` is set. Blanks inside do not matter.
"""

import re

from transtats_cli.checks.placeholders.format_strings import PlaceholderSyntax, remove_blanks

ID = "angularjs_format"

_EXPRESSION_REGEX = r".[^}\n]{0,300}+(?:\}(?!\})[^}\n]{0,300}+){0,8}"

FORMAT = PlaceholderSyntax(
    re.compile(rf"\{{\{{(\s*+{_EXPRESSION_REGEX}\s*+|\s++)\}}\}}"),
    normalise_text=remove_blanks,
    introducers="{",
)
