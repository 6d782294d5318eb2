r"""
No form of a translation has more lines than its flag allows.

Good:  "Saved to disk"  ->  "Auf der Platte\ngespeichert" with the flag `max-lines:2`
Bad:   "Saved to disk"  ->  "Auf der Platte\ngespeichert" with the flag `max-lines:1`
Off:   the flag `ignore-max-lines`

The flag `max-lines:N` switches it on. `replacements` and `xml-text` count as for max-length.
"""

from transtats_cli.checks.lengths import length_limits
from transtats_cli.checks.subject import Subject

ID = "max-lines"


def problem(subject: Subject) -> str | None:
    def describe_excess(limit: int) -> str | None:
        lines = max(length_limits.replaced(target, subject).count("\n") + 1 for target in subject.targets)
        if lines <= limit:
            return None
        return f"the translation has {lines} {'line' if lines == 1 else 'lines'}, {limit} are allowed"

    return length_limits.problem(ID, subject, describe_excess)
