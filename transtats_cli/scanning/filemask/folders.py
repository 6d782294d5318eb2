"""Index of the names in folders, for the walk of a directory tree and for all file masks of one run.

A run may have thousands of file masks and folders. So each folder is listed once. If several masks begin with the same
segments, the folders that these segments match are found once, and names are looked up in an index of these folders.
"""

import os
import re
from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from functools import cached_property, lru_cache
from itertools import chain, islice, takewhile

from transtats_cli.problems import Problem

PathMatch = tuple[str, tuple[str, ...], bool]
"""Path that a mask matches (with `/` as separator), text in the place of each star, and a boolean.

The boolean is True if no part of the path is a link. The path of a folder may have a final `/`. The type is a plain
tuple for speed, because there is one tuple for each file.
"""
_MAX_LOOKUPS_WITHOUT_INDEX = 8
"""Number of folders, and number of lookups, up to which comparing all names is faster than an index."""


class EntryKind(Enum):
    """Kind of an entry in a folder. Links are not followed."""

    FILE = "file"
    FOLDER = "folder"
    OTHER = "link, or special file such as a pipe"


_ListedFolder = tuple[PathMatch, Mapping[str, EntryKind]]
"""Folder, and the kinds of its entries by name."""


class FolderListings:
    """Cache of folder listings. Each folder is listed once, so an instance must not be used for longer than one run.

    Paths of folders are absolute, and end with a slash.
    """

    def __init__(self) -> None:
        self._listings_by_path: dict[str, Mapping[str, EntryKind]] = {}
        self._templates_by_path: dict[str, Mapping[str, str]] = {}
        self._matched_by_root: dict[str, MatchedFolders] = {}

    def list_folder(self, path: str) -> Mapping[str, EntryKind]:
        """Return the kinds of the entries in a folder, by name. Raises OSError if the folder cannot be listed."""
        found = self._listings_by_path.get(path)
        if found is None:
            with os.scandir(path) as entries:
                found = self._listings_by_path[path] = {entry.name: _find_kind(entry) for entry in entries}
        return found

    def list_templates(self, path: str) -> Mapping[str, str]:
        """Return the names of the `.pot` files in a folder. Raises OSError if the folder cannot be listed.

        The key is the name without extension, in the form that `normalize_spelling` returns. If several names have the
        same key, the first of the sorted names is returned.
        """
        if path not in self._templates_by_path:
            names = sorted((name for name in self.list_folder(path) if name.endswith(".pot")), reverse=True)
            self._templates_by_path[path] = {normalize_spelling(name.removesuffix(".pot")): name for name in names}
        return self._templates_by_path[path]

    def match_folders(self, root: str, mask_segments: Iterable[str]) -> "MatchedFolders":
        """Return the folders below a root that match the segments of the folders in a mask."""
        found = self._matched_by_root.setdefault(root, MatchedFolders(root, self, [("", (), True)]))
        for segment in mask_segments:
            found = found.match_next_segment(segment)
        return found


class MatchedFolders:
    """Folders below a root that match the first segments of a mask. Names can be looked up in all folders together."""

    def __init__(
        self, root: str, listings: FolderListings, folders: Iterable[PathMatch], failures: Iterable[Problem] = ()
    ) -> None:
        self.failures = [*failures]
        """Folders that could not be read, these and those of earlier segments. Files are left out."""
        self._root = root
        self._listings = listings
        self._listed: list[_ListedFolder] = []
        for folder in folders:
            try:
                self._listed.append((folder, listings.list_folder(f"{root}/{folder[0]}")))
            except (FileNotFoundError, NotADirectoryError):
                continue
            except OSError as error:
                self.failures.append(Problem(folder[0].rstrip("/") or ".", (error.strerror or str(error)).lower()))
        self._lookup_count = 0
        self._by_next_segment: dict[str, MatchedFolders] = {}

    def match_next_segment(self, mask_segment: str) -> "MatchedFolders":
        """Return the subfolders of these folders that match the next segment of a mask. Links are included."""
        found = self._by_next_segment.get(mask_segment)
        if found is None:
            matches = self.find(mask_segment, with_files=False)
            folders = ((f"{path}/", stars, is_direct) for path, stars, is_direct in matches)
            found = MatchedFolders(self._root, self._listings, folders, self.failures)
            self._by_next_segment[mask_segment] = found
        return found

    def find(self, mask_segment: str, *, with_files: bool = True) -> Iterator[PathMatch]:
        """Yield each entry of the folders whose name a segment of a mask matches, such as `*.po`."""
        for name, found in self._find_names(mask_segment):
            for (folder, stars, is_direct), entries in self._list_folders(name):
                kind = entries[name]
                if with_files or kind is not EntryKind.FILE:
                    yield folder + name, stars + found, is_direct and kind is not EntryKind.OTHER

    def _find_names(self, mask_segment: str) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Yield each distinct name that a segment of a mask matches, and the texts of the stars."""
        beginning, star, _ = mask_segment.partition("*")
        if not star:
            yield mask_segment, ()
            return
        end = mask_segment.rpartition("*")[2]
        # Compiling thousands of expressions takes long, and most masks have one star.
        has_several_stars = mask_segment.count("*") > 1
        for name in self._list_names(beginning, end):
            # Most names are rejected by their beginning. As in a shell, a star there matches no hidden name.
            if not name.startswith(beginning) or (name[0] == "." and not beginning):
                continue
            if not name.endswith(end, len(beginning)):
                continue
            if not has_several_stars:
                yield name, (name[len(beginning) : len(name) - len(end)],)
            elif matched := compile_mask(mask_segment).fullmatch(name):
                yield name, matched.groups()

    def _list_names(self, beginning: str, end: str) -> Iterable[str]:
        """Return all distinct names with this beginning and this end. Other names may be included."""
        self._lookup_count += 1
        if self._lookup_count <= _MAX_LOOKUPS_WITHOUT_INDEX:
            return self._distinct_names()
        by_beginning, by_end = self._sorted_names
        if beginning:
            return _list_with_beginning(by_beginning, beginning)
        return [name[::-1] for name in _list_with_beginning(by_end, end[::-1])]

    def _list_folders(self, name: str) -> Sequence[_ListedFolder]:
        if len(self._listed) > _MAX_LOOKUPS_WITHOUT_INDEX:
            return self._folders_by_name.get(name, ())
        return [each for each in self._listed if name in each[1]]

    def _distinct_names(self) -> Collection[str]:
        return dict.fromkeys(chain.from_iterable(entries for _, entries in self._listed))

    @cached_property
    def _folders_by_name(self) -> Mapping[str, Sequence[_ListedFolder]]:
        found: dict[str, list[_ListedFolder]] = {}
        for each in self._listed:
            for name in each[1]:
                found.setdefault(name, []).append(each)
        return found

    @cached_property
    def _sorted_names(self) -> tuple[Sequence[str], Sequence[str]]:
        """The distinct names, and the reversed names."""
        names = self._distinct_names()
        return sorted(names), sorted(name[::-1] for name in names)


def _list_with_beginning(sorted_names: Sequence[str], beginning: str) -> Iterator[str]:
    first = bisect_left(sorted_names, beginning)
    return takewhile(lambda name: name.startswith(beginning), islice(sorted_names, first, None))


def _find_kind(entry: os.DirEntry[str]) -> EntryKind:
    if entry.is_file(follow_symlinks=False):
        return EntryKind.FILE
    return EntryKind.FOLDER if entry.is_dir(follow_symlinks=False) else EntryKind.OTHER


@lru_cache(maxsize=4096)
def compile_mask(mask: str) -> re.Pattern[str]:
    """Convert a file mask to a regular expression. Each group matches the text in the place of a star."""
    return re.compile("([^/]*)".join(map(re.escape, mask.split("*"))), re.DOTALL)


def normalize_spelling(name: str) -> str:
    """Return a name in lower case, with `_` replaced by `-`, for the comparison of similar names."""
    return name.lower().replace("_", "-")


def find_matches(
    root: str, filemask: str, listings: FolderListings | None = None, failures: list[Problem] | None = None
) -> list[PathMatch]:
    """Return the paths below the directory `root` that a mask matches, unsorted. A `*` does not match a `/`.

    `listings` caches the folder listings of a run that matches several masks. If `listings` is None, no cached listing
    is used. Folders that cannot be read are added to `failures`.
    """
    *segments, last = filemask.split("/")
    matched = (listings or FolderListings()).match_folders(root, segments)
    if failures is not None:
        failures += matched.failures
    return list(matched.find(last))
