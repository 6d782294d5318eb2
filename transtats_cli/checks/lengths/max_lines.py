r"""
No form of a translation has more lines than its flag allows.

Good:  "Saved to disk"  ->  "Auf der Platte\ngespeichert" with the flag `max-lines:2`
Bad:   "Saved to disk"  ->  "Auf der Platte\ngespeichert" with the flag `max-lines:1`
Off:   the flag `ignore-max-lines`

The flag `max-lines:N` switches it on. `replacements` and `xml-text` count as for max-length.
"""

from transtats_cli.checks.lengths import length_limits
from transtats_cli.checks.subject import CheckedString

ID = "max-lines"


def find_problem(checked_string: CheckedString) -> str | None:
    def describe_excess(limit: int) -> str | None:
        lines = max(
            length_limits.text_to_measure(target, checked_string).count("\n") + 1 for target in checked_string.targets
        )
        if lines <= limit:
            return None
        return f"the translation has {lines} {'line' if lines == 1 else 'lines'}, {limit} are allowed"

    return length_limits.find_length_problem(ID, checked_string, describe_excess)
