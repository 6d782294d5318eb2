"""Find the paths that a file mask matches below a directory."""

import os

from transtats_cli.component import Component
from transtats_cli.formats.table import FILE_FORMATS
from transtats_cli.problems import Problem
from transtats_cli.scanning.filemask.folders import DirectoryEntry, FolderListings, PathMatch


def find_matches(
    root: str, filemask: str, listings: FolderListings | None = None, failures: list[Problem] | None = None
) -> list[PathMatch]:
    """Return the paths below the directory `root` that a mask matches, unsorted. A `*` does not match a `/`.

    `listings` caches the folder listings of a run that matches several masks. If `listings` is None, no cached listing
    is used. Folders that cannot be read are added to `failures`.
    """
    listings = listings or FolderListings()
    *segments, last = filemask.split("/")
    matched = listings.match_folders(root, segments)
    failed = [] if failures is None else failures
    failed += matched.failures
    if "*" not in last:
        return list(matched.find_by_name(last, failed))
    return [
        (path, stars, _read_entry_status(entry) if is_direct else None)
        for (path, stars, is_direct), entry in matched.find_by_mask(last, failed)
    ]


def matches_folders(component: Component) -> bool:
    """Return True if the mask of a component matches folders, because each translation is a folder with several files.

    The stamp of a folder does not change if a file in it is written again.
    """
    return FILE_FORMATS[component.file_format].is_folder


def _read_entry_status(entry: DirectoryEntry) -> os.stat_result | None:
    """Return the result of `os.lstat` for an entry. None if the file was removed after the folder was listed.

    `os.DirEntry.stat` does not return inode and device on all systems.
    """
    try:
        return os.lstat(entry.path)
    except OSError:
        return None
