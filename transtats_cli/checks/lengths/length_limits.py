"""Limits on the length of a text: the limit from the value of a flag, and the text to measure."""

import re
from collections.abc import Callable
from functools import lru_cache

from transtats_cli.checks.subject import CheckedString
from transtats_cli.limits import NotChecked

_MAX_REPLACED_LENGTH = 20_000_000
"""Limit on the length of a text after the replacements of its flags, in characters."""


def find_length_problem(
    flag_name: str, checked_string: CheckedString, describe_excess: Callable[[int], str | None]
) -> str | None:
    """Return the problem of a string that exceeds the limit in the value of a flag, or None if there is no problem.

    `describe_excess` gets the limit, and returns the problem or None. If the flag has no value, return None. If the
    value is not one number, return a problem that names the flag.
    """
    values = checked_string.flags.values_of(flag_name)
    if not values:
        return None
    try:
        (value,) = values
        limit = int(value)
    except ValueError:
        return f"the flag {flag_name}:{':'.join(values)} does not hold one number"
    return describe_excess(limit)


def text_to_measure(text: str, checked_string: CheckedString) -> str:
    """Return the text whose length is measured.

    If the text is XML and has the flag `xml-text`, its tags are removed first, and its entities are replaced by blanks.
    Then the texts in the flag `replacements` are replaced.
    """
    flags = checked_string.flags
    if "xml-text" in flags and ("<" in text or "&" in text):
        from transtats_cli.checks.tags import xml_trees

        content = xml_trees.xml_text_content(text)
        text = text if content is None else content
    values = flags.values_of("replacements")
    # Values are pairs. If their number is odd, all of them are ignored.
    return _replace_texts(text, values) if values and len(values) % 2 == 0 else text


def _replace_texts(text: str, flag_values: tuple[str, ...]) -> str:
    replacements = dict(zip(flag_values[::2], flag_values[1::2], strict=True))
    if (len(text) + 1) * max(map(len, flag_values)) > _MAX_REPLACED_LENGTH:
        raise NotChecked("the string would grow too long with its replacements made")
    return _compile_replaced_texts(tuple(replacements)).sub(lambda match: replacements[match[0]], text)


@lru_cache(maxsize=64)
def _compile_replaced_texts(originals: tuple[str, ...]) -> re.Pattern[str]:
    # Longest first: a text must not be matched in place of a longer one that begins with it.
    return re.compile("|".join(re.escape(original) for original in sorted(originals, key=len, reverse=True)))
