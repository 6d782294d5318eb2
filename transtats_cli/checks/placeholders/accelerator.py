"""
A translation has as many accelerator keys as its source, and not more than one.

Good:  "&Open"  ->  "&Otevřít"
Bad:   "&Open"  ->  "Otevřít"
Bad:   "&Open"  ->  "&Otev&řít"
Off:   the flag `ignore-accelerator`

The flag `accelerator:&` switches it on and names the marker: one ASCII punctuation character. A doubled marker is the
character itself.
"""

from string import punctuation

from transtats_cli.checks.subject import CheckedString

ID = "accelerator"


def find_problem(source: str, target: str, checked_string: CheckedString) -> str | None:
    values = checked_string.flags.values_of("accelerator")
    if not values:
        return None
    marker = values[0]
    if len(values) > 1 or len(marker) != 1 or marker not in punctuation:
        return f"the flag accelerator:{':'.join(values)} does not name one punctuation character"
    expected, found = _count_markers(source, marker), _count_markers(target, marker)
    if found > 1:
        return f"the translation has {found} accelerators {marker}, and one at most can work"
    if found == expected:
        return None
    return f"the accelerator {marker} is missing" if expected else f"the source has no accelerator {marker}"


def _count_markers(text: str, marker: str) -> int:
    return text.replace(marker * 2, "").count(marker)
