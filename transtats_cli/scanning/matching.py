"""What a file mask matches below a directory; each folder on the way is listed once, and each name looked at once."""

import os
import re
import stat
from collections.abc import Iterable, Iterator
from functools import lru_cache

from transtats_cli.report import Failure

_NO_NAMES = ("", ".", "..")
"""Parts of a path that say nothing, or lead back."""


Match = tuple[str, tuple[str, ...], os.stat_result | None]
"""A path that a mask matches, with `/` between its parts; what each `*` stands for; what the system says of the file.

It says so where no part of the path is a link. A plain tuple, because there are as many as files.
"""
_Folder = tuple[str, tuple[str, ...], bool]
"""The same of a folder on the way, its slash included: whether no part of it is a link."""


def matches(root: str, filemask: str, failures: list[Failure] | None = None) -> list[Match]:
    """Each path below root that a mask matches; a `*` does not cross a `/`.

    Folders that cannot be looked into are added to the failures, where somebody wants to know.
    """
    matcher = _Matcher(root, [] if failures is None else failures)
    found: list[_Folder] = [("", (), True)]
    *folders, last = filemask.split("/")
    for segment in folders:
        find = matcher.folders_like if "*" in segment else matcher.named
        found = [(f"{path}/", stars, bool(is_direct)) for path, stars, is_direct in find(found, segment)]
    if "*" not in last:
        return list(matcher.named(found, last))
    return [
        (path, stars, _status(entry) if is_direct else None)
        for (path, stars, is_direct), entry in matcher.like(found, last)
    ]


def _status(entry: os.DirEntry[str]) -> os.stat_result | None:
    """As `os.lstat` has it everywhere, unlike the entry itself; nothing for what has gone meanwhile."""
    try:
        return os.lstat(entry.path)
    except OSError:
        return None


@lru_cache(maxsize=1024)
def pattern(mask: str) -> re.Pattern[str]:
    """A mask as an expression; its groups are what the stars stand for."""
    return re.compile("([^/]*)".join(re.escape(piece) for piece in mask.split("*")), re.DOTALL)


class _Matcher:
    """Follows a mask through a directory, a segment at a time, and remembers where it could not."""

    def __init__(self, root: str, failures: list[Failure]) -> None:
        self._root = root
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

    def like(self, folders: Iterable[_Folder], mask: str) -> Iterator[tuple[_Folder, os.DirEntry[str]]]:
        """What the mask of a name matches in the folders, each with what the system says of it."""
        matches_name, beginning = pattern(mask).fullmatch, mask.partition("*")[0]
        for folder, stars, is_direct in folders:
            for entry in self._entries(folder):
                # A folder may have as many masks as files: most names are dismissed at once.
                found = matches_name(entry.name) if entry.name.startswith(beginning) else None
                # As in a shell, a star at the beginning matches no hidden name.
                if found is not None and (entry.name[0] != "." or mask[0] != "*"):
                    yield (folder + entry.name, stars + found.groups(), is_direct and not entry.is_symlink()), entry

    def _entries(self, folder: str) -> list[os.DirEntry[str]]:
        try:
            with os.scandir(f"{self._root}/{folder}") as entries:
                return list(entries)
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
