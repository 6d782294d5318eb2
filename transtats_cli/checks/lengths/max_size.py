"""
No form of a string is larger than its flag allows when a server draws the string.

Good:  "Open"  ->  "" with the flag `max-size:6`
Bad:   "Open"  ->  "Aufmachen" with the flag `max-size:6`
Off:   the flag `ignore-max-size`

The flag `max-size:WIDTH:LINES` turns the check on. The width is in pixels, and without LINES, one line is allowed. Each
visible character is at least one pixel wide, so that a text with more characters than pixels fails. For all other
texts, the fonts of a server are needed: they are not checked, and a warning says so.
"""

from unicodedata import category

from transtats_cli.checks.lengths import length_limits
from transtats_cli.checks.subject import CheckedString
from transtats_cli.limits import NotChecked

ID = "max-size"

_VISIBLE_CATEGORIES = frozenset("LNPS")
_MIN_FONT_SIZE = 5.0
"""Smallest size of a font in which each visible character is at least one pixel wide."""


def find_problem(checked_string: CheckedString) -> str | None:
    values = checked_string.flags.values_of(ID)
    if not values:
        return None
    width, line_count = _read_limits(values)
    texts = (length_limits.text_to_measure(target, checked_string) for target in checked_string.targets)
    most = max(sum(category(character)[0] in _VISIBLE_CATEGORIES for character in text) for text in texts)
    if most > width * line_count and _has_pixel_wide_characters(checked_string):
        lines = f" in {line_count} lines" if line_count > 1 else ""
        return f"the text has {most} visible characters, and a width of {width} pixels is allowed{lines}"
    if most:
        raise NotChecked("the fonts of a server are needed to draw it")
    return None


def _read_limits(flag_values: tuple[str, ...]) -> tuple[int, int]:
    """Return the limits in the values of the flag `max-size`: width in pixels, and number of lines."""
    try:
        width, line_count = map(int, (*flag_values, "1")[:2])
    except ValueError as error:
        raise NotChecked(f"the flag max-size:{':'.join(flag_values)} has no valid numbers") from error
    return width, line_count


def _has_pixel_wide_characters(checked_string: CheckedString) -> bool:
    """Return True if the flags for the font make each visible character at least one pixel wide.

    Return False if the value of a flag is not a number.
    """
    sizes, spacings = (checked_string.flags.values_of(name) for name in ("font-size", "font-spacing"))
    try:
        return all(float(size) >= _MIN_FONT_SIZE for size in sizes) and all(float(each) >= 0 for each in spacings)
    except ValueError:
        return False
