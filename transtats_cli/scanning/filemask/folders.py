"""Listings of folders, and the folders that masks match, shared by all masks of one run.

A tree may have as many masks as files, and as many folders. So each folder is listed once, the folders that several
masks have in common are found once, and a name is looked up in all of these folders together.
"""

import os
import stat
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from transtats_cli.report import Failure
from transtats_cli.scanning.filemask.mask_pattern import stars_of
from transtats_cli.scanning.filemask.name_index import FEW, NameIndex

Entry = os.DirEntry[str]

Match = tuple[str, tuple[str, ...], os.stat_result | None]
"""A path that a mask matches, with `/` as separator, the text in the place of each star, and the result of `os.lstat`.

The last is None if a part of the path is a link. A plain tuple, because there are as many as files.
"""
MatchedFolder = tuple[str, tuple[str, ...], bool]
"""The same for a folder, its path with a slash at the end. The last is True if no part of the path is a link."""

_Inside = tuple[MatchedFolder, Entry]
"""A folder and an entry in it."""

_NO_NAMES = ("", ".", "..")
"""Parts of a path that are no names in a folder."""


class Folders:
    """Listings of folders. Each folder is listed once, so an object must not be used longer than one run."""

    def __init__(self) -> None:
        self._listed: dict[str, Folder] = {}
        self._matched: dict[str, MatchedFolders] = {}

    def listed(self, path: str) -> "Folder":
        """Return the listing of a folder. Raises OSError if the folder cannot be listed."""
        found = self._listed.get(path)
        if found is None:
            with os.scandir(path) as entries:
                found = self._listed[path] = Folder(list(entries))
        return found

    def matched(self, root: str, segments: Iterable[str]) -> "MatchedFolders":
        """Return the folders below a root that these segments of a mask match."""
        found = self._matched.get(root)
        if found is None:
            found = self._matched[root] = MatchedFolders(root, self, [("", (), True)], ())
        for segment in segments:
            found = found.below(segment)
        return found


class Folder:
    """Names in one folder."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.entries = entries

    @cached_property
    def templates(self) -> Mapping[str, Sequence[str]]:
        """Names of `.pot` files, sorted, by the name without extension in the form that `alike` returns."""
        found: dict[str, list[str]] = {}
        for name in sorted(entry.name for entry in self.entries if entry.name.endswith(".pot")):
            found.setdefault(alike(name.removesuffix(".pot")), []).append(name)
        return found


class MatchedFolders:
    """The folders below a root that the first segments of a mask match, to look up names in all of them."""

    def __init__(
        self, root: str, listings: Folders, folders: Sequence[MatchedFolder], failures: Sequence[Failure]
    ) -> None:
        self.failures = failures
        """Folders that could not be read on the way."""
        self._root = root
        self._listings = listings
        self._folders = folders
        self._below: dict[str, MatchedFolders] = {}
        self._lookups = 0

    def below(self, segment: str) -> "MatchedFolders":
        """Return the folders in these folders that the next segment of a mask matches."""
        found = self._below.get(segment)
        if found is None:
            failures = [*self.failures]
            matches = self._folders_like(segment, failures) if "*" in segment else self.named(segment, failures)
            folders = [(f"{path}/", stars, bool(is_direct)) for path, stars, is_direct in matches]
            found = self._below[segment] = MatchedFolders(self._root, self._listings, folders, failures)
        return found

    def named(self, name: str, failures: list[Failure]) -> Iterator[Match]:
        """Yield what has this name in the folders, also a link without a target."""
        may_be_direct = name not in _NO_NAMES
        for folder, stars, is_direct in self._may_contain(name):
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

    def like(self, mask: str, failures: list[Failure]) -> Iterator[tuple[MatchedFolder, Entry]]:
        """Yield what the mask of a name matches in the folders. The paths of folders have no slash at the end."""
        find_stars, beginning, end = stars_of(mask), mask.partition("*")[0], mask.rpartition("*")[2]
        for (folder, stars, is_direct), entry in self._around(beginning, end, failures):
            # Most names are rejected by their beginning.
            found = find_stars(entry.name) if entry.name.startswith(beginning) else None
            # As in a shell, a star at the beginning matches no hidden name.
            if found is not None and (entry.name[0] != "." or mask[0] != "*"):
                yield (folder + entry.name, stars + found, is_direct and not entry.is_symlink()), entry

    def _folders_like(self, mask: str, failures: list[Failure]) -> Iterator[MatchedFolder]:
        """Yield the folders that the mask of a name matches, and links to folders."""
        for match, entry in self.like(mask, failures):
            try:
                if entry.is_dir():
                    yield match
            except PermissionError as error:
                _add_failure(failures, match[0].rpartition("/")[0], error)
            except OSError:
                # A link without a target.
                pass

    def _may_contain(self, name: str) -> Iterable[MatchedFolder]:
        """Return the folders to look for a name in."""
        if len(self._folders) <= FEW or name in _NO_NAMES or not self._is_indexed():
            return self._folders
        names, unreadable = self._index
        # A folder may contain several spellings of the name.
        return dict.fromkeys([*(folder for folder, _ in names.named(name)), *unreadable])

    def _around(self, beginning: str, end: str, failures: list[Failure]) -> Iterator[_Inside]:
        """Yield all entries whose names have this beginning and this end, and perhaps others."""
        rest: Sequence[MatchedFolder] = self._folders
        if self._is_indexed():
            names, rest = self._index
            for _, inside in names.around(beginning, end):
                yield inside
        for folder in rest:
            try:
                entries = self._listings.listed(f"{self._root}/{folder[0]}").entries
            except (FileNotFoundError, NotADirectoryError):
                continue
            except OSError as error:
                _add_failure(failures, folder[0], error)
                continue
            for entry in entries:
                yield folder, entry

    def _is_indexed(self) -> bool:
        """Count a lookup. False for the first ones, which are faster without an index."""
        self._lookups += 1
        return self._lookups > FEW

    @cached_property
    def _index(self) -> tuple[NameIndex[_Inside], Sequence[MatchedFolder]]:
        """Index of the names in all folders, and the folders that it does not contain because they cannot be read."""
        names: list[tuple[str, _Inside]] = []
        unreadable: list[MatchedFolder] = []
        for folder in self._folders:
            path = f"{self._root}/{folder[0]}"
            try:
                # Some folders can be listed, but their files not be accessed.
                os.lstat(f"{path}.")
                names += ((entry.name, (folder, entry)) for entry in self._listings.listed(path).entries)
            except (FileNotFoundError, NotADirectoryError):
                continue
            except OSError:
                unreadable.append(folder)
        return NameIndex(names), unreadable


def alike(name: str) -> str:
    """Return a name in small letters with `-` for `_`."""
    return name.lower().replace("_", "-")


def _add_failure(failures: list[Failure], folder: str, error: OSError) -> None:
    """Add one failure for a folder whose files cannot be read."""
    failure = Failure(folder.rstrip("/") or ".", (error.strerror or str(error)).lower())
    if failures[-1:] != [failure]:
        failures.append(failure)
