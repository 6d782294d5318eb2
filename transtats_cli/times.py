"""Times in seconds and as text. A time outside of the years 1 to 9999 is unknown, because dates cannot represent it."""

import time

_FIRST = -62_135_596_800
_LAST = 253_402_300_799
_LONGEST = 20
"""Number of digits of the largest time that git accepts."""


def known(seconds: int) -> int | None:
    """Return the seconds since 1970 unchanged, or None outside of the years 1 to 9999."""
    return seconds if _FIRST <= seconds <= _LAST else None


def parsed(digits: str) -> int | None:
    """Parse seconds since 1970 as printed by git. Return None for other text, and outside of the years 1 to 9999."""
    return known(int(digits)) if len(digits) <= _LONGEST and digits.isdecimal() else None


def in_utc(seconds: int) -> str | None:
    """Format a time as `2026-01-31T12:00:00Z`. Return None outside of the years 1 to 9999."""
    if known(seconds) is None:
        return None
    # `%Y` of strftime has fewer than four digits for early years.
    return "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z".format(*time.gmtime(seconds)[:6])
