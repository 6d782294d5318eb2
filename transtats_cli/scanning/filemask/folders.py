"""Index of the names in folders, for the walk of a directory tree and for all file masks of one run.

A run may have thousands of file masks and folders. So each folder is listed once. If several masks begin with the same
segments, the folders that these segments match are found once, and names are looked up in an index of these folders.
"""

import os
import re
import stat
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from functools import cached_property, lru_cache

from transtats_cli.problems import Problem
from transtats_cli.scanning.filemask.name_index import NameIndex

PathMatch = tuple[str, tuple[str, ...], bool]
"""Path that a mask matches (with `/` as separator), text in the place of each star, and a boolean.

The boolean is True if no part of the path is a link. The path of a folder may have a final `/`. The type is a plain
tuple for speed, because there is one tuple for each file.
"""

_ListedFolder = tuple[PathMatch, Mapping[str, "EntryKind"]]

_MAX_LOOKUPS_WITHOUT_INDEX = 8
"""Number of folders, and number of lookups, up to which comparing all names is faster than an index."""
_SPECIAL_SEGMENTS = ("", ".", "..")
"""Segments of a path that are not names of files or folders."""


class EntryKind(Enum):
    """Kind of an entry in a folder. Links are not followed."""

    FILE = "file"
    FOLDER = "folder"
    OTHER = "link, or special file such as a pipe"


class FolderListings:
    """Cache of folder listings. Each folder is listed once, so an instance must not be used for longer than one run.

    Paths of folders are absolute, and end with a slash.
    """

    def __init__(self) -> None:
        self._listings_by_path: dict[str, Mapping[str, EntryKind]] = {}
        self._templates_by_path: dict[str, Mapping[str, Sequence[str]]] = {}
        self._matched_by_root: dict[str, MatchedFolders] = {}

    def list_folder(self, path: str) -> Mapping[str, EntryKind]:
        """Return the kinds of the entries in a folder, by name. Raises OSError if the folder cannot be listed."""
        found = self._listings_by_path.get(path)
        if found is None:
            with os.scandir(path) as entries:
                found = self._listings_by_path[path] = {entry.name: _find_kind(entry) for entry in entries}
        return found

    def list_templates(self, path: str) -> Mapping[str, Sequence[str]]:
        """Return the sorted names of the `.pot` files in a folder. Raises OSError if the folder cannot be listed.

        The key is the name without extension, in the form that `normalize_spelling` returns.
        """
        if path not in self._templates_by_path:
            found: dict[str, list[str]] = {}
            for name in sorted(name for name in self.list_folder(path) if name.endswith(".pot")):
                found.setdefault(normalize_spelling(name.removesuffix(".pot")), []).append(name)
            self._templates_by_path[path] = found
        return self._templates_by_path[path]

    def match_folders(self, root: str, mask_segments: Iterable[str]) -> "MatchedFolders":
        """Return the folders below a root that match the segments of the folders in a mask."""
        found = self._matched_by_root.setdefault(root, MatchedFolders(root, self, [("", (), True)], ()))
        for segment in mask_segments:
            found = found.match_next_segment(segment)
        return found


class MatchedFolders:
    """Folders below a root that match the first segments of a mask. Names can be looked up in all folders together."""

    def __init__(
        self, root: str, listings: FolderListings, folders: Sequence[PathMatch], failures: Sequence[Problem]
    ) -> None:
        self.failures = failures
        """Folders that could not be read while the segments were matched."""
        self._root = root
        self._listings = listings
        self._folders = folders
        self._by_next_segment: dict[str, MatchedFolders] = {}
        self._lookup_count = 0

    def match_next_segment(self, mask_segment: str) -> "MatchedFolders":
        """Return the subfolders of these folders that match the next segment of a mask. Links are included."""
        found = self._by_next_segment.get(mask_segment)
        if found is None:
            failures = [*self.failures]
            matches = self.find(mask_segment, failures, with_files=False)
            folders = [(f"{path}/", stars, direct) for path, stars, direct in matches]
            found = MatchedFolders(self._root, self._listings, folders, failures)
            self._by_next_segment[mask_segment] = found
        return found

    def find(self, mask_segment: str, failures: list[Problem], *, with_files: bool = True) -> Iterator[PathMatch]:
        """Yield each entry of the folders that a segment of a mask matches. Folders without access are `failures`.

        Without `with_files`, entries that are known to be files may be left out.
        """
        if "*" in mask_segment:
            return self._find_by_mask(mask_segment, failures, with_files=with_files)
        return self._find_by_name(mask_segment, failures)

    def _find_by_name(self, name: str, failures: list[Problem]) -> Iterator[PathMatch]:
        """Yield each file, folder or link with this name in the folders. Links without a target are included."""
        may_be_direct = name not in _SPECIAL_SEGMENTS
        folders: Iterable[PathMatch] = self._folders
        if may_be_direct and len(self._folders) > _MAX_LOOKUPS_WITHOUT_INDEX and self._count_lookup_for_index():
            named = (self._listed[0][number][0] for number in self._index.find_by_name(name))
            # A folder may contain several spellings of the name.
            folders = dict.fromkeys([*named, *self._closed_folders])
        for folder, stars, is_direct in folders:
            path = folder + name
            try:
                status = os.lstat(f"{self._root}/{path}")
            except PermissionError as error:
                failures.append(_describe_failure(folder, error))
            except (OSError, ValueError):
                # Nothing has this name.
                pass
            else:
                yield path, stars, is_direct and may_be_direct and not stat.S_ISLNK(status.st_mode)

    def _find_by_mask(self, name_mask: str, failures: list[Problem], *, with_files: bool) -> Iterator[PathMatch]:
        """Yield each entry of the folders whose name matches `name_mask`, such as `*.po`."""
        beginning, end = name_mask.partition("*")[0], name_mask.rpartition("*")[2]
        # Compiling thousands of expressions takes long, and most masks have one star.
        has_several_stars = name_mask.count("*") > 1
        listed, unreadable = self._listed
        failures += (failure for _, failure in unreadable)
        candidates: Iterable[tuple[str, int]] = (
            (name, number) for number, (_, entries) in enumerate(listed) for name in entries
        )
        if self._count_lookup_for_index():
            candidates = self._index.find_by_ends(beginning, end)
        for name, number in candidates:
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
            (folder, stars, is_direct), entries = listed[number]
            kind = entries[name]
            if with_files or kind is not EntryKind.FILE:
                yield folder + name, stars + found, is_direct and kind is not EntryKind.OTHER

    def _count_lookup_for_index(self) -> bool:
        """Count a lookup in the folders, and return True if this lookup should use an index of names.

        The first lookups are faster without an index, because the index has to be created.
        """
        self._lookup_count += 1
        return self._lookup_count > _MAX_LOOKUPS_WITHOUT_INDEX

    @cached_property
    def _listed(self) -> tuple[list[_ListedFolder], list[tuple[PathMatch, Problem]]]:
        """Listings of the folders, and the folders that cannot be listed. Files are left out."""
        listed = []
        unreadable = []
        for folder in self._folders:
            try:
                listed.append((folder, self._listings.list_folder(f"{self._root}/{folder[0]}")))
            except (FileNotFoundError, NotADirectoryError):
                continue
            except OSError as error:
                unreadable.append((folder, _describe_failure(folder[0], error)))
        return listed, unreadable

    @cached_property
    def _closed_folders(self) -> Sequence[PathMatch]:
        """Folders that cannot be listed, or that can be listed, but their files not be accessed."""
        listed, unreadable = self._listed
        names_only = (folder for folder, _ in listed if not os.access(f"{self._root}/{folder[0]}", os.X_OK))
        return [*(folder for folder, _ in unreadable), *names_only]

    @cached_property
    def _index(self) -> NameIndex:
        return NameIndex([(name, number) for number, (_, entries) in enumerate(self._listed[0]) for name in entries])


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


def _describe_failure(folder: str, error: OSError) -> Problem:
    return Problem(folder.rstrip("/") or ".", (error.strerror or str(error)).lower())


def find_matches(
    root: str, filemask: str, listings: FolderListings | None = None, failures: list[Problem] | None = None
) -> list[PathMatch]:
    """Return the paths below the directory `root` that a mask matches, unsorted. A `*` does not match a `/`.

    `listings` caches the folder listings of a run that matches several masks. If `listings` is None, no cached listing
    is used. Folders that cannot be read are added to `failures`.
    """
    *segments, last = filemask.split("/")
    matched = (listings or FolderListings()).match_folders(root, segments)
    failed = [] if failures is None else failures
    failed += matched.failures
    return list(matched.find(last, failed))
