"""Checks of plural forms."""

import re

from transtats_cli.checks.needs import Needs
from transtats_cli.checks.subject import CheckedString


@Needs(forms_test=lambda targets: "" in targets).to_fail
def plurals(checked_string: CheckedString) -> str | None:
    """
    All plural forms of a string are translated, or none.

    Good:  "%d file" / "%d files"  ->  "%d Datei" / "%d Dateien"
    Bad:   "%d file" / "%d files"  ->  "%d Datei" / ""
    """
    targets = checked_string.targets
    if len(targets) < 2 or all(targets) or not any(targets):
        return None
    missing = [str(form) for form, target in enumerate(targets, start=1) if not target]
    if len(missing) == 1:
        return f"plural form {missing[0]} is not translated"
    return f"plural forms {', '.join(missing[:-1])} and {missing[-1]} are not translated"


@Needs(forms_test=lambda targets: targets.count(targets[0]) == len(targets)).to_fail
def same_plurals(checked_string: CheckedString) -> str | None:
    """
    The plural forms of a translation are not all the same.

    Good:  "%d file" / "%d files"  ->  "%d Datei" / "%d Dateien"
    Bad:   "%d file" / "%d files"  ->  "%d Datei" / "%d Datei"
    """
    targets = checked_string.targets
    if min(len(checked_string.sources), len(targets)) < 2 or not targets[0] or len(set(targets)) > 1:
        return None
    return "all plural forms are the same"


_OPTIONAL_PLURAL_REGEX = r"\w\(s\)(?:\W|\Z)"


@Needs(source="(s)").to_fail
def optional_plural(checked_string: CheckedString) -> str | None:
    """
    A source has plural forms, not an ending in parentheses.

    Good:  "%d file" / "%d files"
    Bad:   "%d file(s)"
    """
    if len(checked_string.sources) != 1 or not re.search(_OPTIONAL_PLURAL_REGEX, checked_string.sources[0]):
        return None
    return "the source has an optional plural (s), where plural forms would serve all languages"
