"""
A source is not at fault when several of its translations are.

Good:  "%d files", of which one translation lacks the placeholder
Bad:   "%d files", of which two translations fail some check
Off:   the flag `ignore-multiple-failures`

Where two or more languages fail, whatever the checks, the source may be hard to understand or to translate.
"""

from collections import Counter
from collections.abc import Iterable

from transtats_cli.checks import CHECKS_BY_ID
from transtats_cli.flags import Flags

ID = "multiple_failures"


_CHECK = CHECKS_BY_ID[ID]


def count_failing_translations(failing_keys: Iterable[set[str]]) -> Counter[str]:
    """Return the number of translations in which each string fails, by the identity key of the string.

    `failing_keys` contains the identity keys of the failing strings, one set for each translation.
    """
    return Counter(identity for identities in failing_keys for identity in identities)


def find_problem(failing_translation_count: int, flags: Flags) -> str | None:
    if failing_translation_count < 2 or not _CHECK.is_on_for_flags(flags):
        return None
    return f"checks fail in {failing_translation_count} of its translations"
