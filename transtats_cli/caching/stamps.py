"""Stamps of files (times, size, inode, device), which detect changes without reading the files.

A stamp is settled if a later change of the file certainly changes the stamp. Other stamps must not be cached.
"""

import os
from collections.abc import Collection

_NANOSECONDS_PER_SECOND = 1_000_000_000
# If a file changes twice within one tick of the file system's clock, the second change may leave the stamp as it is.
_TICK_NANOSECONDS = _NANOSECONDS_PER_SECOND // 10
_COARSE_TICK_NANOSECONDS = 2 * _NANOSECONDS_PER_SECOND

FileStamp = list[int]
"""Stamp of one or more files: mtime and ctime in nanoseconds, size, inode and device of each file.

The stamp is a list, not a tuple, because cached documents contain it as JSON.
"""


def read_file_stamp(path: str, status: os.stat_result | None = None) -> FileStamp:
    """Return the stamp of a file. If `status` is given, `os.stat` is not called. [] if the file is not accessible."""
    try:
        found = status or os.stat(path)
    except (OSError, ValueError):  # a path with a NUL character
        return []
    return [found.st_mtime_ns, found.st_ctime_ns, found.st_size, found.st_ino, found.st_dev]


def is_stamp_settled(stamp: FileStamp, now: int) -> bool:
    """Return True if every change of a file after `now` certainly changes its stamp.

    `now` is a time in nanoseconds. `stamp` may contain the stamps of several files. The result is False if a
    file was changed so shortly before `now` that another change may get the same time.
    """
    return are_times_settled(stamp[::5] + stamp[1::5], now)


def are_times_settled(modification_times: Collection[int], now: int, tick: int = _TICK_NANOSECONDS) -> bool:
    """Return True if a file that changes after `now` gets a modification time later than all `modification_times`.

    All values are nanoseconds. `tick` is the resolution of the clock of the file system.
    """
    newest = max(modification_times, default=0)
    # Fast path: nearly all files are older than that.
    if newest < now - _COARSE_TICK_NANOSECONDS:
        return True
    return newest < now - tick and not any(time % _NANOSECONDS_PER_SECOND == 0 for time in modification_times)
