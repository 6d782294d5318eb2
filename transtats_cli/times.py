"""Times in seconds and as texts. A time outside of the years 1 to 9999 is unknown: dates cannot express it."""

import time

_FIRST = -62_135_596_800
_LAST = 253_402_300_799
_LONGEST = 20
"""Digits of the largest number that git takes for a time."""


def known(seconds: int) -> int | None:
    """The same seconds since 1970; None outside of the years 1 to 9999."""
    return seconds if _FIRST <= seconds <= _LAST else None


def parsed(digits: str) -> int | None:
    """Seconds since 1970 as git prints them; None for no number, and outside of the years 1 to 9999."""
    return known(int(digits)) if len(digits) <= _LONGEST and digits.isdecimal() else None


def in_utc(seconds: int) -> str | None:
    """A time as `2026-01-31T12:00:00Z`; None outside of the years 1 to 9999."""
    if known(seconds) is None:
        return None
    # `%Y` of strftime has fewer than four digits for early years.
    return "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z".format(*time.gmtime(seconds)[:6])
