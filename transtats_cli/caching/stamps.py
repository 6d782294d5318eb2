"""Stamps of files, which detect changes without reading the files, and tests if a stamp is reliable."""

import os
from collections.abc import Collection

_SECOND = 1_000_000_000
# If a file changes twice within one tick of the file system's clock, the second change may leave the stamp as it is.
_TICK = _SECOND // 10
_COARSE_TICK = 2 * _SECOND

Stamp = list[int]
"""Five numbers for each file: mtime and ctime in nanoseconds, size, inode and device. A list, as in JSON."""


def stamp_of(path: str, status: os.stat_result | None = None) -> Stamp:
    """Return the stamp of a file, from its status if that is given. Empty if the file is not accessible."""
    try:
        found = status or os.stat(path)
    except OSError:
        return []
    return [found.st_mtime_ns, found.st_ctime_ns, found.st_size, found.st_ino, found.st_dev]


def is_settled(stamp: Stamp, now: int) -> bool:
    """True if any change of the files after `now` (in nanoseconds) also changes the stamp."""
    return are_settled(stamp[::5] + stamp[1::5], now)


def are_settled(times: Collection[int], now: int, tick: int = _TICK) -> bool:
    """True if the times are so old that a change after `now` gets another time. All values are nanoseconds."""
    newest = max(times, default=0)
    # Fast path: nearly all files are older than that.
    if newest < now - _COARSE_TICK:
        return True
    return newest < now - tick and not any(time % _SECOND == 0 for time in times)
