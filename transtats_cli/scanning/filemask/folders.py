"""Cache of folder listings, and of the folders that file masks match, for all file masks of one run.

A run may have thousands of file masks and folders. So each folder is listed once. If several masks begin with the same
segments, the folders that these segments match are found once, and names are looked up in an index of these folders.
"""

import os
import re
import stat
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache

from transtats_cli.problems import Problem
from transtats_cli.scanning.filemask.name_index import NameIndex

DirectoryEntry = os.DirEntry[str]

PathMatch = tuple[str, tuple[str, ...], os.stat_result | None]
"""Path that a mask matches (with `/` as separator), text in the place of each star, and result of `os.lstat`.

If a part of the path is a link, the third item is None. The type is a plain tuple for speed, because there is one tuple
for each file.
"""
MatchedFolder = tuple[str, tuple[str, ...], bool]
"""Path of a folder that a mask matches (with a final `/`), text in the place of each star, and a boolean.

The boolean is True if no part of the path is a link.
"""

_EntryInFolder = tuple[MatchedFolder, DirectoryEntry]
"""Folder, and one entry in this folder."""

_MAX_LOOKUPS_WITHOUT_INDEX = 8
"""Number of folders, and number of lookups, up to which comparing all names is faster than an index."""
_SPECIAL_SEGMENTS = ("", ".", "..")
"""Segments of a path that are not names of files or folders."""


class FolderListings:
    """Cache of folder listings. Each folder is listed once, so an instance must not be used for longer than one run."""

    def __init__(self) -> None:
        self._listings_by_path: dict[str, FolderListing] = {}
        self._matched_by_root: dict[str, MatchedFolders] = {}

    def list_folder(self, path: str) -> "FolderListing":
        """Return the listing of a folder. Raises OSError if the folder cannot be listed."""
        found = self._listings_by_path.get(path)
        if found is None:
            with os.scandir(path) as entries:
                found = self._listings_by_path[path] = FolderListing(list(entries))
        return found

    def match_folders(self, root: str, mask_segments: Iterable[str]) -> "MatchedFolders":
        """Return the folders below a root that match the segments of the folders in a mask."""
        found = self._matched_by_root.get(root)
        if found is None:
            found = self._matched_by_root[root] = MatchedFolders(root, self, [("", (), True)], ())
        for segment in mask_segments:
            found = found.match_next_segment(segment)
        return found


class FolderListing:
    """Entries of one folder."""

    def __init__(self, entries: Sequence[DirectoryEntry]) -> None:
        self.entries = entries

    @cached_property
    def templates_by_name(self) -> Mapping[str, Sequence[str]]:
        """Sorted names of the `.pot` files in the folder.

        The key is the name without extension, in the form that `normalize_spelling` returns.
        """
        found: dict[str, list[str]] = {}
        for name in sorted(entry.name for entry in self.entries if entry.name.endswith(".pot")):
            found.setdefault(normalize_spelling(name.removesuffix(".pot")), []).append(name)
        return found


class MatchedFolders:
    """Folders below a root that match the first segments of a mask. Names can be looked up in all folders together."""

    def __init__(
        self, root: str, listings: FolderListings, folders: Sequence[MatchedFolder], failures: Sequence[Problem]
    ) -> None:
        self.failures = failures
        """Folders that could not be read while the segments were matched."""
        self._root = root
        self._listings = listings
        self._folders = folders
        self._by_next_segment: dict[str, MatchedFolders] = {}
        self._lookup_count = 0

    def match_next_segment(self, mask_segment: str) -> "MatchedFolders":
        """Return the subfolders of these folders that match the next segment of a mask."""
        found = self._by_next_segment.get(mask_segment)
        if found is None:
            failures = [*self.failures]
            if "*" in mask_segment:
                folders = list(self._find_subfolders(mask_segment, failures))
            else:
                named = self.find_by_name(mask_segment, failures)
                folders = [(f"{path}/", stars, status is not None) for path, stars, status in named]
            found = MatchedFolders(self._root, self._listings, folders, failures)
            self._by_next_segment[mask_segment] = found
        return found

    def find_by_name(self, name: str, failures: list[Problem]) -> Iterator[PathMatch]:
        """Yield each file, folder or link with this name in the folders. Links without a target are included."""
        may_be_direct = name not in _SPECIAL_SEGMENTS
        for folder, stars, is_direct in self._candidate_folders(name):
            path = folder + name
            try:
                status = os.lstat(f"{self._root}/{path}")
            except PermissionError as error:
                _add_failure(failures, folder, error)
            except (OSError, ValueError):
                # Nothing has this name.
                pass
            else:
                is_known = is_direct and may_be_direct and not stat.S_ISLNK(status.st_mode)
                yield path, stars, status if is_known else None

    def find_by_mask(self, name_mask: str, failures: list[Problem]) -> Iterator[tuple[MatchedFolder, DirectoryEntry]]:
        """Yield each entry of the folders whose name matches `name_mask`, such as `*.po`.

        The first item of each pair is a MatchedFolder for the entry, which may also be a file. Its path has no final
        slash.
        """
        beginning, end = name_mask.partition("*")[0], name_mask.rpartition("*")[2]
        # Compiling thousands of expressions takes long, and most masks have one star.
        has_several_stars = name_mask.count("*") > 1
        for (folder, stars, is_direct), entries in self._find_by_ends(beginning, end, failures):
            for entry in entries:
                name = entry.name
                # Most names are rejected by their beginning. As in a shell, a star there matches no hidden name.
                if not name.startswith(beginning) or (name[0] == "." and not beginning):
                    continue
                if not name.endswith(end, len(beginning)):
                    continue
                found: tuple[str, ...] = (name[len(beginning) : len(name) - len(end)],)
                if has_several_stars:
                    matched = compile_mask(name_mask).fullmatch(name)
                    if matched is None:
                        continue
                    found = matched.groups()
                yield (folder + name, stars + found, is_direct and not entry.is_symlink()), entry

    def _find_subfolders(self, name_mask: str, failures: list[Problem]) -> Iterator[MatchedFolder]:
        """Yield the subfolders whose names match `name_mask`, such as `locale-*`, including links to folders.

        A folder that cannot be read is added to `failures`.
        """
        for (path, stars, is_direct), entry in self.find_by_mask(name_mask, failures):
            try:
                if entry.is_dir():
                    yield f"{path}/", stars, is_direct
            except PermissionError as error:
                _add_failure(failures, path.rpartition("/")[0], error)
            except OSError:
                # A link without a target.
                pass

    def _candidate_folders(self, name: str) -> Iterable[MatchedFolder]:
        """Return the folders that may contain a name. Folders without this name may be included."""
        is_small = len(self._folders) <= _MAX_LOOKUPS_WITHOUT_INDEX
        if is_small or name in _SPECIAL_SEGMENTS or not self._count_lookup_for_index():
            return self._folders
        names, unreadable = self._name_index
        # A folder may contain several spellings of the name.
        return dict.fromkeys([*(folder for folder, _ in names.find_by_name(name)), *unreadable])

    def _find_by_ends(
        self, beginning: str, end: str, failures: list[Problem]
    ) -> Iterator[tuple[MatchedFolder, Sequence[DirectoryEntry]]]:
        """Yield all entries whose names have this beginning and this end, by folder. Other entries may be included."""
        rest: Sequence[MatchedFolder] = self._folders
        if self._count_lookup_for_index():
            names, rest = self._name_index
            for _, (folder, entry) in names.find_by_ends(beginning, end):
                yield folder, (entry,)
        for folder in rest:
            try:
                entries = self._listings.list_folder(f"{self._root}/{folder[0]}").entries
            except (FileNotFoundError, NotADirectoryError):
                continue
            except OSError as error:
                _add_failure(failures, folder[0], error)
                continue
            yield folder, entries

    def _count_lookup_for_index(self) -> bool:
        """Count a lookup in the folders, and return True if this lookup should use the index of names.

        The first lookups are faster without the index, because the index has to be created.
        """
        self._lookup_count += 1
        return self._lookup_count > _MAX_LOOKUPS_WITHOUT_INDEX

    @cached_property
    def _name_index(self) -> "tuple[NameIndex[_EntryInFolder], Sequence[MatchedFolder]]":
        """Index of the names in all folders, and the folders that are not in the index because they cannot be read."""
        names: list[tuple[str, _EntryInFolder]] = []
        unreadable: list[MatchedFolder] = []
        for folder in self._folders:
            path = f"{self._root}/{folder[0]}"
            try:
                # Some folders can be listed, but their files not be accessed.
                os.lstat(f"{path}.")
                names += ((entry.name, (folder, entry)) for entry in self._listings.list_folder(path).entries)
            except (FileNotFoundError, NotADirectoryError):
                continue
            except OSError:
                unreadable.append(folder)
        return NameIndex(names), unreadable


@lru_cache(maxsize=4096)
def compile_mask(mask: str) -> re.Pattern[str]:
    """Convert a file mask to a regular expression. Each group matches the text in the place of a star."""
    return re.compile("([^/]*)".join(map(re.escape, mask.split("*"))), re.DOTALL)


def normalize_spelling(name: str) -> str:
    """Return a name in lower case, with `_` replaced by `-`, for the comparison of similar names."""
    return name.lower().replace("_", "-")


def _add_failure(failures: list[Problem], folder: str, error: OSError) -> None:
    """Add a failure for a folder whose files cannot be read, unless the last failure is the same."""
    failure = Problem(folder.rstrip("/") or ".", (error.strerror or str(error)).lower())
    if failures[-1:] != [failure]:
        failures.append(failure)


def find_matches(
    root: str,
    filemask: str,
    listings: FolderListings | None = None,
    failures: list[Problem] | None = None,
    *,
    with_status: bool = True,
) -> list[PathMatch]:
    """Return the paths below the directory `root` that a mask matches, unsorted. A `*` does not match a `/`.

    `listings` caches the folder listings of a run that matches several masks. If `listings` is None, no cached listing
    is used. Folders that cannot be read are added to `failures`. The status may be None if `with_status` is false.
    """
    listings = listings or FolderListings()
    *segments, last = filemask.split("/")
    matched = listings.match_folders(root, segments)
    failed = [] if failures is None else failures
    failed += matched.failures
    if "*" not in last:
        return list(matched.find_by_name(last, failed))
    return [
        (path, stars, _read_entry_status(entry) if is_direct and with_status else None)
        for (path, stars, is_direct), entry in matched.find_by_mask(last, failed)
    ]


def _read_entry_status(entry: DirectoryEntry) -> os.stat_result | None:
    # The file may have been removed. `os.DirEntry.stat` does not return inode and device on all systems.
    try:
        return os.lstat(entry.path)
    except OSError:
        return None
