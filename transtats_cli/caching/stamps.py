"""Stamps of files (times, size, inode, device), which detect changes without reading the files.

A stamp is settled if a later change of the file certainly changes the stamp. Other stamps must not be cached.
"""

import os
from collections.abc import Collection, Sequence

_NANOSECONDS_PER_SECOND = 1_000_000_000
# If a file changes twice within one tick of the file system's clock, the second change may leave the stamp as it is.
_TICK_NANOSECONDS = _NANOSECONDS_PER_SECOND // 10
_COARSE_TICK_NANOSECONDS = 2 * _NANOSECONDS_PER_SECOND

_MIN_PATHS_FOR_DESCRIPTOR = 16
"""Number of paths from which opening their folder takes less time than resolving the path of the folder each time."""
# Without O_PATH, a folder that may be searched but not listed cannot be opened.
_HAS_FOLDER_DESCRIPTORS = hasattr(os, "O_PATH") and os.stat in os.supports_dir_fd
_FOLDER_FLAGS = getattr(os, "O_PATH", 0) | getattr(os, "O_DIRECTORY", 0)

FileStamp = list[int]
"""Stamp of one or more files or folders: mtime and ctime in nanoseconds, size, inode and device of each file.

The stamp is a list, not a tuple, because cached documents contain it as JSON.
"""


def read_file_stamp(path: str, status: os.stat_result | None = None) -> FileStamp:
    """Return the stamp of a file. If `status` is given, `os.stat` is not called. [] if the file is not accessible."""
    try:
        found = status or os.stat(path)
    except OSError:
        return []
    return [found.st_mtime_ns, found.st_ctime_ns, found.st_size, found.st_ino, found.st_dev]


def read_stamps(folder: str, paths: Sequence[str]) -> FileStamp:
    """Return one stamp of several files and folders. [] if any is not accessible. Links are not followed.

    `paths` are relative to `folder`.
    """
    try:
        if not _HAS_FOLDER_DESCRIPTORS or len(paths) < _MIN_PATHS_FOR_DESCRIPTOR:
            return _read_stamps_below(f"{folder}/", paths)
        descriptor = os.open(folder, _FOLDER_FLAGS)
        try:
            return _read_stamps_below("", paths, descriptor)
        finally:
            os.close(descriptor)
    except (OSError, ValueError):
        return []


def _read_stamps_below(start: str, paths: Sequence[str], folder_descriptor: int | None = None) -> FileStamp:
    """Return one stamp of the files and folders whose paths are `start` followed by an item of `paths`."""
    stamp: FileStamp = []
    # There may be thousands of paths, so nothing else is called in the loop.
    read_status = os.lstat
    for path in paths:
        found = read_status(start + path, dir_fd=folder_descriptor)
        stamp += (found.st_mtime_ns, found.st_ctime_ns, found.st_size, found.st_ino, found.st_dev)
    return stamp


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
