"""Limits on the size of a text: the value of the flag, and the text as it is displayed."""

import re
from collections.abc import Callable
from functools import lru_cache

from transtats_cli.checks.subject import Subject
from transtats_cli.limits import NotChecked

_MOST_CHARACTERS = 20_000_000
"""Limit on the length of a text after its replacements, in characters."""


def problem(flag: str, subject: Subject, beyond: Callable[[int], str | None]) -> str | None:
    """Return the problem that `beyond` finds with the value of a flag as the limit.

    If the value is not one number, return that problem. If the flag has no value, return None.
    """
    values = subject.flags.values_of(flag)
    if not values:
        return None
    try:
        (value,) = values
        limit = int(value)
    except ValueError:
        return f"the flag {flag}:{':'.join(values)} does not hold one number"
    return beyond(limit)


def replaced(text: str, subject: Subject) -> str:
    """Return the text that is measured: without tags if `xml-text` is set, and with the `replacements` of the flags."""
    flags = subject.flags
    if "xml-text" in flags and ("<" in text or "&" in text):
        from transtats_cli.checks.tags import xml_trees

        content = xml_trees.text_content(text)
        text = text if content is None else content
    values = flags.values_of("replacements")
    # Values are pairs. If their number is odd, all of them are ignored.
    return _with_replacements(text, values) if values and len(values) % 2 == 0 else text


def _with_replacements(text: str, values: tuple[str, ...]) -> str:
    replacements = dict(zip(values[::2], values[1::2], strict=True))
    if (len(text) + 1) * max(map(len, values)) > _MOST_CHARACTERS:
        raise NotChecked("the string would grow too long with its replacements made")
    return _pattern(tuple(replacements)).sub(lambda match: replacements[match[0]], text)


@lru_cache(maxsize=64)
def _pattern(originals: tuple[str, ...]) -> re.Pattern[str]:
    # Longest first: a text must not be matched in place of a longer one that begins with it.
    return re.compile("|".join(re.escape(original) for original in sorted(originals, key=len, reverse=True)))
