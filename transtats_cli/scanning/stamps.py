"""What tells one state of a file from another without reading it, and when that may be relied on."""

import os
from collections.abc import Collection

_SECOND = 1_000_000_000
# A file that changes twice within a tick of its file system's clock looks unchanged the second time.
_TICK = _SECOND // 10
_COARSE_TICK = 2 * _SECOND

Stamp = list[int]
"""Of one file or several, five numbers each, of which the first two are times in nanoseconds; a list as in JSON."""


def stamp_of(path: str, status: os.stat_result | None = None) -> Stamp:
    """The state of a file, which the system may have told already; nothing for one that cannot be looked at."""
    try:
        found = status or os.stat(path)
    except OSError:
        return []
    return [found.st_mtime_ns, found.st_ctime_ns, found.st_size, found.st_ino, found.st_dev]


def is_settled(stamp: Stamp, now: int) -> bool:
    """Whether the files' states may be relied on: another change would have got another time."""
    return are_settled(stamp[::5] + stamp[1::5], now)


def are_settled(times: Collection[int], now: int, tick: int = _TICK) -> bool:
    """Whether files' times lie so far back that a change which comes now gets another one."""
    newest = max(times, default=0)
    # Nearly all files are older than that.
    if newest < now - _COARSE_TICK:
        return True
    return newest < now - tick and not any(time % _SECOND == 0 for time in times)
