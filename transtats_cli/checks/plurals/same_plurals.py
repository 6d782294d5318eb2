"""
The plural forms of a translation are not all the same.

Good:  "%d file" / "%d files"  ->  "%d Datei" / "%d Dateien"
Bad:   "%d file" / "%d files"  ->  "%d Datei" / "%d Datei"
Off:   the flag `ignore-same-plurals`
"""

from transtats_cli.checks.subject import CheckedString

ID = "same-plurals"


def find_problem(checked_string: CheckedString) -> str | None:
    targets = checked_string.targets
    if (
        len(checked_string.sources) < 2
        or len(targets) < 2
        or not targets[0]
        or targets.count(targets[0]) != len(targets)
    ):
        return None
    return "all plural forms are the same"
