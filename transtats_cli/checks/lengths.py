"""Checks of lengths: the limits in the values of flags, and the text to measure."""

import re
from functools import lru_cache
from unicodedata import category

from transtats_cli.checks.subject import CheckedString
from transtats_cli.checks.tags.xml import xml_text_content
from transtats_cli.limits import NotChecked

_MAX_REPLACED_LENGTH = 20_000_000
"""Limit on the length of a text after the replacements of its flags, in characters."""


def _read_limit(flag_name: str, checked_string: CheckedString) -> int | str | None:
    """Return the limit in the value of a flag. None if the flag has no value.

    If the value is not one number, return the problem of the string, which names the flag.
    """
    values = checked_string.flags.values_of(flag_name)
    if not values:
        return None
    try:
        (value,) = values
        return int(value)
    except ValueError:
        return f"the flag {flag_name}:{':'.join(values)} does not hold one number"


def text_to_measure(text: str, checked_string: CheckedString) -> str:
    """Return the text whose length is measured.

    If the text is XML and has the flag `xml-text`, its tags are removed first, and its entities are replaced by blanks.
    Then the texts in the flag `replacements` are replaced.
    """
    flags = checked_string.flags
    if "xml-text" in flags and ("<" in text or "&" in text):
        content = xml_text_content(text)
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


def max_length(checked_string: CheckedString) -> str | None:
    """
    No form of a translation is longer than its flag allows.

    Good:  "Open"  ->  "Öffnen" with the flag `max-length:6`
    Bad:   "Open"  ->  "Aufmachen" with the flag `max-length:6`

    The flag `max-length:N` switches it on; N counts characters. `replacements:FROM:TO:...` replaces texts before, and
    with `xml-text` the tags do not count.
    """
    limit = _read_limit("max-length", checked_string)
    if not isinstance(limit, int):
        return limit
    longest = max(len(text_to_measure(target, checked_string)) for target in checked_string.targets)
    return f"the translation has {longest} characters, {limit} are allowed" if longest > limit else None


def find_surplus(target: str, checked_string: CheckedString) -> list[tuple[int, int]]:
    """Return the span of the characters of a target that exceed the limit of `max_length`.

    Return no span if the length is not that of the text itself.
    """
    limit = _read_limit("max-length", checked_string)
    if not isinstance(limit, int) or text_to_measure(target, checked_string) != target:
        return []
    return [(max(0, limit), len(target))] if limit < len(target) else []


def max_lines(checked_string: CheckedString) -> str | None:
    r"""
    No form of a translation has more lines than its flag allows.

    Good:  "Saved to disk"  ->  "Auf der Platte\ngespeichert" with the flag `max-lines:2`
    Bad:   "Saved to disk"  ->  "Auf der Platte\ngespeichert" with the flag `max-lines:1`

    The flag `max-lines:N` switches it on. `replacements` and `xml-text` count as for max-length.
    """
    limit = _read_limit("max-lines", checked_string)
    if not isinstance(limit, int):
        return limit
    lines = max(text_to_measure(target, checked_string).count("\n") + 1 for target in checked_string.targets)
    if lines <= limit:
        return None
    allowed = f"{limit} {'is' if limit == 1 else 'are'} allowed"
    return f"the translation has {lines} {'line' if lines == 1 else 'lines'}, {allowed}"


_VISIBLE_CATEGORIES = frozenset("LNPS")
_LINE_BREAK_PATTERN = re.compile(r"\r\n|[\r\n]")
_MIN_FONT_SIZE = 5.0
"""Smallest size of a font in which each visible character is at least one pixel wide."""


def max_size(checked_string: CheckedString) -> str | None:
    """
    No form of a string is larger than its flag allows when a server draws the string.

    Good:  "Open"  ->  "" with the flag `max-size:6`
    Bad:   "Open"  ->  "Aufmachen" with the flag `max-size:6`

    The flag `max-size:WIDTH:LINES` turns the check on. The width is in pixels, and without LINES, one line is allowed.
    A text with more lines fails, and so does each text if the values are not one or two numbers. Each visible character
    is at least one pixel wide, so that a text with more characters than pixels fails. For all other texts, the fonts of
    a server are needed: they are not checked, and a warning says so.
    """
    values = checked_string.flags.values_of("max-size")
    if not values:
        return None
    try:
        width, allowed = map(int, values if len(values) > 1 else (*values, "1"))
    except ValueError:
        return f"the flag max-size:{':'.join(values)} has no valid numbers"
    texts = [text_to_measure(target, checked_string) for target in checked_string.targets]
    found = max(len(_LINE_BREAK_PATTERN.findall(text)) + 1 for text in texts)
    if found > allowed:
        return f"the text has {found} lines, {allowed} allowed"
    most = max(sum(category(character)[0] in _VISIBLE_CATEGORIES for character in text) for text in texts)
    if most > width * allowed and _has_pixel_wide_characters(checked_string):
        lines = f" in {allowed} lines" if allowed > 1 else ""
        return f"the text has {most} visible characters, and a width of {width} pixels is allowed{lines}"
    if most:
        raise NotChecked("the fonts of a server are needed to draw it")
    return None


def _has_pixel_wide_characters(checked_string: CheckedString) -> bool:
    """Return True if the flags for the font are numbers that make each visible character at least one pixel wide."""
    sizes, spacings = (checked_string.flags.values_of(name) for name in ("font-size", "font-spacing"))
    try:
        return all(float(size) >= _MIN_FONT_SIZE for size in sizes) and all(float(each) >= 0 for each in spacings)
    except ValueError:
        return False


def source_max_length(checked_string: CheckedString) -> str | None:
    """
    A source leaves room for longer translations if their length is limited.

    Good:  "Save" with the flag `max-length:10`
    Bad:   "Save now!" with the flag `max-length:10`

    An English source may have 85 % of the limit, any other source the whole limit. A limit that is not a number is a
    problem as well.
    """
    limit = _read_limit("max-length", checked_string)
    if not isinstance(limit, int):
        return limit
    share = 85 if checked_string.languages.source_language.base_code == "en" else 100
    for source in checked_string.sources:
        length = len(text_to_measure(source, checked_string))
        if 100 * length > share * limit:
            return f"the source has {length} characters, and translations may have {limit} at most"
    return None
