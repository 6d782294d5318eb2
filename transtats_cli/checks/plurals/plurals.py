"""
All plural forms of a string are translated, or none.

Good:  "%d file" / "%d files"  ->  "%d Datei" / "%d Dateien"
Bad:   "%d file" / "%d files"  ->  "%d Datei" / ""
Off:   the flag `ignore-plurals`
"""

from transtats_cli.checks.subject import CheckedString

ID = "plurals"


def find_problem(checked_string: CheckedString) -> str | None:
    targets = checked_string.targets
    if len(targets) < 2 or all(targets) or not any(targets):
        return None
    missing = [str(form) for form, target in enumerate(targets, start=1) if not target]
    return f"plural forms without a translation: {', '.join(missing)}"
