"""Find the paths that a file mask matches below a directory."""

import os

from transtats_cli.report import Failure
from transtats_cli.scanning.filemask.folders import Entry, Folders, Match


def matches(
    root: str, filemask: str, folders: Folders | None = None, failures: list[Failure] | None = None
) -> list[Match]:
    """Return the paths below the directory `root` that a mask matches, unsorted. A `*` does not match a `/`.

    `folders` caches the folder listings of a run that matches several masks. If `folders` is None, no cached listing is
    used. Folders that cannot be read are added to `failures`.
    """
    *segments, last = filemask.split("/")
    matched = (folders or Folders()).matched(root, segments)
    failed = [] if failures is None else failures
    failed += matched.failures
    if "*" not in last:
        return list(matched.named(last, failed))
    return [
        (path, stars, _status_of_entry(entry) if is_direct else None)
        for (path, stars, is_direct), entry in matched.like(last, failed)
    ]


def _status_of_entry(entry: Entry) -> os.stat_result | None:
    """Return the result of `os.lstat` for an entry. None if the file was removed after the folder was listed.

    `os.DirEntry.stat` does not return inode and device on all systems.
    """
    try:
        return os.lstat(entry.path)
    except OSError:
        return None
