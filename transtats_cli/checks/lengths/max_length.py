"""
No form of a translation is longer than its flag allows.

Good:  "Open"  ->  "Öffnen" with the flag `max-length:6`
Bad:   "Open"  ->  "Aufmachen" with the flag `max-length:6`
Off:   the flag `ignore-max-length`

The flag `max-length:N` switches it on; N counts characters. `replacements:FROM:TO:...` names texts that others will
take the place of, and with `xml-text` the tags do not count.
"""

from transtats_cli.checks.lengths import length_limits
from transtats_cli.checks.subject import CheckedString

ID = "max-length"


def find_problem(checked_string: CheckedString) -> str | None:
    def describe_excess(limit: int) -> str | None:
        longest = max(len(length_limits.text_to_measure(target, checked_string)) for target in checked_string.targets)
        return f"the translation has {longest} characters, {limit} are allowed" if longest > limit else None

    return length_limits.find_length_problem(ID, checked_string, describe_excess)
