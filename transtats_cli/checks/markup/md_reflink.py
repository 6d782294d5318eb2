"""
A translation refers to the same Markdown link definitions as its source.

Good:  "Read the [guide][docs]"  ->  "Čtěte [příručku][docs]"
Bad:   "Read the [guide][docs]"  ->  "Čtěte [příručku][dokumentace]"
Off:   the flag `ignore-md-reflink`

The flag `md-text` switches it on. A source without references asks for nothing.
"""

from transtats_cli.checks.markup.differences import cache_parts
from transtats_cli.checks.markup.markdown_links import find_reference_names
from transtats_cli.checks.subject import CheckedString

ID = "md-reflink"

_find_names_of_source = cache_parts(lambda source: frozenset(find_reference_names(source)))


def find_problem(source: str, target: str, checked_string: CheckedString) -> str | None:
    if source == target or "[" not in source:
        return None
    expected = _find_names_of_source(source)
    if not expected:
        return None
    found = frozenset(find_reference_names(target))
    for name in sorted(expected - found):
        return f"the link reference [{name}] is missing"
    for name in sorted(found - expected):
        return f"the link reference [{name}] is not in the source"
    return None
