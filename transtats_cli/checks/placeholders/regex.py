r"""
Every form of a translation contains a match of the regular expression of its flag.

Good:  "red"  ->  "Rot" with the flag `regex:r"^[A-Z]"`
Bad:   "red"  ->  "rot" with the flag `regex:r"^[A-Z]"`
Off:   the flag `ignore-regex`

The flag `regex:r"..."` switches it on. An expression that cannot be read is a problem of its own; one that takes too
long leaves the string unchecked, with a warning.
"""

from transtats_cli import expressions
from transtats_cli.checks.subject import CheckedString

ID = "regex"


def find_problem(checked_string: CheckedString) -> str | None:
    values = checked_string.flags.values_of("regex")
    if not any(values):
        return None
    if len(values) > 1:
        return f"the flag regex:{':'.join(values)} does not hold one regular expression"
    try:
        pattern = expressions.compile_expression(values[0])
    except ValueError as error:
        return str(error)
    if all(pattern.has_match_in(target, checked_string.search_time) for target in checked_string.targets):
        return None
    return f"the translation does not match the regular expression {values[0]}"
