"""
No form of a translation is longer than its flag allows.

Good:  "Open"  ->  "Öffnen" with the flag `max-length:6`
Bad:   "Open"  ->  "Aufmachen" with the flag `max-length:6`
Off:   the flag `ignore-max-length`

The flag `max-length:N` switches it on; N counts characters. `replacements:FROM:TO:...` names texts that others will
take the place of, and with `xml-text` the tags do not count.
"""

from transtats_cli.checks.lengths import length_limits
from transtats_cli.checks.subject import Subject

ID = "max-length"


def problem(subject: Subject) -> str | None:
    def describe_excess(limit: int) -> str | None:
        longest = max(len(length_limits.replaced(target, subject)) for target in subject.targets)
        return f"the translation has {longest} characters, {limit} are allowed" if longest > limit else None

    return length_limits.problem(ID, subject, describe_excess)
