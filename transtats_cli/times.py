"""Convert times between seconds since 1970 and text. A time outside of the years 1 to 9999 is unknown (None)."""

import time

_EARLIEST_TIME = -62_135_596_800
_LATEST_TIME = 253_402_300_799
_MAX_DIGITS = 20
"""Maximum number of digits of a time. git accepts no time with more digits."""


def time_in_valid_range(seconds: int) -> int | None:
    """Return a time, in seconds since 1970, unchanged. If it is outside of the years 1 to 9999, return None."""
    return seconds if _EARLIEST_TIME <= seconds <= _LATEST_TIME else None


def parse_seconds(digits: str) -> int | None:
    """Convert decimal digits to a number of seconds since 1970.

    Return None for any other text, and for a time outside of the years 1 to 9999.
    """
    return time_in_valid_range(int(digits)) if len(digits) <= _MAX_DIGITS and digits.isdecimal() else None


def format_as_utc(seconds: int) -> str | None:
    """Format seconds since 1970 as `2026-01-31T12:00:00Z`. Return None for a time outside of the years 1 to 9999."""
    if time_in_valid_range(seconds) is None:
        return None
    # `%Y` of strftime has fewer than four digits for early years.
    return "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z".format(*time.gmtime(seconds)[:6])
