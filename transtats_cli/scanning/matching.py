"""Paths that a file mask matches below a directory."""

import os
import re
import stat
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache

from transtats_cli.report import Failure
from transtats_cli.scanning.folders import Entry, Folders

_NO_NAMES = ("", ".", "..")
"""Parts of a path that say nothing, or lead back."""


Match = tuple[str, tuple[str, ...], os.stat_result | None]
"""A path that a mask matches, with `/` between its parts; what each `*` stands for; what the system says of the file.

It says so where no part of the path is a link. A plain tuple, because there are as many as files.
"""
_Folder = tuple[str, tuple[str, ...], bool]
"""The same of a folder on the way, its slash included: whether no part of it is a link."""


def matches(
    root: str, filemask: str, folders: Folders | None = None, failures: list[Failure] | None = None
) -> list[Match]:
    """Each path below root that a mask matches; a `*` does not cross a `/`.

    `folders` are the listings of a run that matches several masks; without them, each folder is listed anew. Folders
    that cannot be listed are added to `failures`. The paths are in no order.
    """
    matcher = _Matcher(root, Folders() if folders is None else folders, [] if failures is None else failures)
    found: list[_Folder] = [("", (), True)]
    *on_the_way, last = filemask.split("/")
    for segment in on_the_way:
        find = matcher.folders_like if "*" in segment else matcher.named
        found = [(f"{path}/", stars, bool(is_direct)) for path, stars, is_direct in find(found, segment)]
    if "*" not in last:
        return list(matcher.named(found, last))
    return [
        (path, stars, _status(entry) if is_direct else None)
        for (path, stars, is_direct), entry in matcher.like(found, last)
    ]


def _status(entry: Entry) -> os.stat_result | None:
    """As `os.lstat` has it everywhere, unlike the entry itself; nothing for what has gone meanwhile."""
    try:
        return os.lstat(entry.path)
    except OSError:
        return None


@lru_cache(maxsize=1024)
def pattern(mask: str) -> re.Pattern[str]:
    """A mask as an expression; its groups are what the stars stand for."""
    return re.compile("([^/]*)".join(re.escape(piece) for piece in mask.split("*")), re.DOTALL)


def _stars_of(mask: str) -> Callable[[str], tuple[str, ...] | None]:
    """Return a function that returns what the stars of the mask of a name stand for; None if the name is another.

    Most masks have one star, and to compile an expression for each of thousands of masks takes long.
    """
    beginning, _, end = mask.partition("*")

    def of_one(name: str) -> tuple[str, ...] | None:
        is_long_enough = len(name) >= len(beginning) + len(end)
        if is_long_enough and name.startswith(beginning) and name.endswith(end):
            return (name[len(beginning) : len(name) - len(end)],)
        return None

    def of_several(name: str) -> tuple[str, ...] | None:
        found = matches_name(name)
        return found and found.groups()

    if "*" not in end:
        return of_one
    matches_name = pattern(mask).fullmatch
    return of_several


class _Matcher:
    """Follows a mask through a directory, a segment at a time, and remembers where it could not."""

    def __init__(self, root: str, folders: Folders, failures: list[Failure]) -> None:
        self._root = root
        self._folders = folders
        self._failures = failures

    def named(self, folders: Iterable[_Folder], name: str) -> Iterator[Match]:
        """What has this name in the folders, be it a link that leads nowhere."""
        root, may_be_direct = self._root, name not in _NO_NAMES
        for folder, stars, is_direct in folders:
            path = folder + name
            try:
                status = os.lstat(f"{root}/{path}")
            except PermissionError as error:
                self._failed(folder, error)
            except (OSError, ValueError):
                # Nothing of that name.
                pass
            else:
                is_known = is_direct and may_be_direct and not stat.S_ISLNK(status.st_mode)
                yield path, stars, status if is_known else None

    def folders_like(self, folders: Iterable[_Folder], mask: str) -> Iterator[_Folder]:
        """The folders among what the mask of a name matches, and links to folders."""
        for match, entry in self.like(folders, mask):
            try:
                if entry.is_dir():
                    yield match
            except PermissionError as error:
                self._failed(match[0].rpartition("/")[0], error)
            except OSError:
                # A link that leads nowhere.
                pass

    def like(self, folders: Iterable[_Folder], mask: str) -> Iterator[tuple[_Folder, Entry]]:
        """What the mask of a name matches in the folders, each with what the system says of it."""
        stars_of, beginning, end = _stars_of(mask), mask.partition("*")[0], mask.rpartition("*")[2]
        for folder, stars, is_direct in folders:
            for entry in self._entries(folder, beginning, end):
                # Most names are dismissed at once.
                found = stars_of(entry.name) if entry.name.startswith(beginning) else None
                # As in a shell, a star at the beginning matches no hidden name.
                if found is not None and (entry.name[0] != "." or mask[0] != "*"):
                    yield (folder + entry.name, stars + found, is_direct and not entry.is_symlink()), entry

    def _entries(self, folder: str, beginning: str, end: str) -> Sequence[Entry]:
        try:
            return self._folders.listed(f"{self._root}/{folder}").around(beginning, end)
        except (FileNotFoundError, NotADirectoryError):
            return []
        except OSError as error:
            self._failed(folder, error)
            return []

    def _failed(self, folder: str, error: OSError) -> None:
        """One word for a folder, from which on everything in it is unknown."""
        failure = Failure(folder.rstrip("/") or ".", (error.strerror or str(error)).lower())
        if self._failures[-1:] != [failure]:
            self._failures.append(failure)
