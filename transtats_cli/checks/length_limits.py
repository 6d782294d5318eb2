"""Limits on the size of a text: the number a flag sets, and the text as it will be shown."""

import re
from functools import lru_cache

from transtats_cli.checks.limits import NotChecked
from transtats_cli.checks.subject import Subject

_MOST_CHARACTERS = 20_000_000
"""What a text may grow to when its replacements are made."""


def limit(flag: str, subject: Subject) -> int | None:
    """The number a flag sets, None where it has no value; raises ValueError when that is not one number."""
    values = subject.flags.values_of(flag)
    if not values:
        return None
    try:
        (value,) = values
        return int(value)
    except ValueError:
        raise ValueError(f"the flag {flag}:{':'.join(values)} does not hold one number") from None


def replaced(text: str, subject: Subject) -> str:
    """The text whose size counts: without tags (`xml-text`), with the `replacements` made."""
    flags = subject.flags
    if "xml-text" in flags and ("<" in text or "&" in text):
        from transtats_cli.checks import xml_trees

        content = xml_trees.text_content(text)
        text = text if content is None else content
    values = flags.values_of("replacements")
    # A last value without a partner makes all of them void.
    return _with_replacements(text, values) if values and len(values) % 2 == 0 else text


def _with_replacements(text: str, values: tuple[str, ...]) -> str:
    replacements = dict(zip(values[::2], values[1::2], strict=True))
    if (len(text) + 1) * max(map(len, values)) > _MOST_CHARACTERS:
        raise NotChecked("the string would grow too long with its replacements made")
    return _pattern(tuple(replacements)).sub(lambda match: replacements[match[0]], text)


@lru_cache(maxsize=64)
def _pattern(originals: tuple[str, ...]) -> re.Pattern[str]:
    # The longest first: a text that begins another one must not take its place.
    return re.compile("|".join(re.escape(original) for original in sorted(originals, key=len, reverse=True)))
