"""
Vue I18n formatting: a translation has the placeholders and linked messages of its source, in any order.

Good:  "{name} in @:app.title"  ->  "@:app.title: {name}"
Bad:   "{name} in @:app.title"  ->  "{name} v @:app.titel"
Off:   the flag `ignore-vue-format`

Checked where the flag `vue-format` is set.
"""

import re

from transtats_cli.checks.placeholders.format_strings import PlaceholderSyntax

ID = "vue_format"

_LINKED_MESSAGE_REGEX = r"@(?:\.[a-z]++)?:(?:[\w./|-]++|\([\w./:|-]++\))"

FORMAT = PlaceholderSyntax(
    re.compile(rf"%?\{{[^}}]{{1,1000}}+\}}|{_LINKED_MESSAGE_REGEX}", re.IGNORECASE),
    introducers="{@",
)
