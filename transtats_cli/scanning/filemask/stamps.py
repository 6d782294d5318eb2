"""Stamps of the files and folders of a component, which show later that a report is still valid."""

import os
from operator import itemgetter

from transtats_cli.caching.stamps import read_file_stamp, read_stamps
from transtats_cli.component import Component
from transtats_cli.report import Failure, StampedPaths
from transtats_cli.scanning.filemask.folders import FolderListings
from transtats_cli.scanning.filemask.linguas import find_linguas_path
from transtats_cli.scanning.filemask.matching import find_matches, matches_folders


def stamp_paths(component: Component, listings: FolderListings, *, with_template: bool) -> StampedPaths | None:
    """Return the files and folders that a report of the component depends on, and their stamp.

    These are the files that the mask of the component matches, the folders in which the mask is searched, LINGUAS if it
    exists, and the gettext template if requested. None if the report depends on other files, if a file or folder is a
    link, if translations are folders, or if a folder cannot be read.

    The next call of `find_matches` for the component uses the same matches.
    """
    if matches_folders(component) or component.paths_by_language:
        return None
    failures: list[Failure] = []
    found = find_matches(component.root, component.filemask, listings, failures)
    if not found or failures:
        return None
    listings.keep_matches(component.root, component.filemask, found)
    folders = _list_folders_of_mask(component, listings)
    matches = sorted(found, key=itemgetter(0))
    files = [path for path, _, _ in matches]
    more_files = [component.new_base] if with_template and component.new_base else []
    linguas = find_linguas_path(component)
    if linguas and os.path.lexists(os.path.join(component.root, linguas)):
        more_files.append(linguas)
    has_links = any(os.path.islink(os.path.join(component.root, path)) for path in more_files)
    if not folders or has_links or (component.template and component.template not in files):
        return None
    stamp: list[int] = []
    for path, _, status in matches:
        if status is None:
            return None
        stamp += read_file_stamp(path, status)
    others = folders + more_files
    stamp_of_others = read_stamps(component.root, others)
    return StampedPaths(files, others, stamp + stamp_of_others, listings.created_at) if stamp_of_others else None


def _list_folders_of_mask(component: Component, listings: FolderListings) -> list[str]:
    """Return the folders whose entries decide which files the mask of a component matches. [] if a link matches.

    The folder of the component itself is left out if the mask names its subfolder, as in `po/*.po`.
    """
    *segments, _ = component.filemask.split("/")
    folders: list[str] = []
    for depth in range(len(segments) + 1):
        if depth == 0 and segments and "*" not in segments[0]:
            continue
        matched = listings.match_folders(component.root, segments[:depth])
        if matched.has_links:
            return []
        folders += matched.list_paths()
    return folders
