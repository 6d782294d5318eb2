"""Which repository each file of a component is in, and what its HEAD has at that place."""

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from transtats_cli.errors import TranstatsError
from transtats_cli.git import above

if TYPE_CHECKING:
    from transtats_cli.git.repository import Repository


class Place(NamedTuple):
    """A file of a work tree."""

    repository: "Repository"
    path: str
    """From the top of the repository, links resolved."""


class Places:
    """Finds the repositories of files; each folder is looked at once."""

    def __init__(self) -> None:
        self._repositories: dict[str, Repository | None] = {}
        self._folders: dict[str, str] = {}
        self._heads: dict[str, str] = {}
        self._bare: set[str] = set()
        """Folders in which there is no repository."""
        self._slow: dict[str, TranstatsError] = {}

    def any_of(self, root: str, paths: Iterable[str]) -> bool:
        """Whether some of the files below a folder may be in a repository, found by as few looks as possible."""
        if self._repository(self._real(root)) is not None:
            return True
        folders: set[str] = set()
        found = {path.rpartition("/")[0] for path in paths}
        while found:
            folders |= found
            found = {folder.rpartition("/")[0] for folder in found} - folders
        folders.discard("")
        unseen = {f"{root}/{folder}" for folder in folders} - self._bare
        # Whether there is anything, said without an exception where there is not: there are as many folders as files.
        if any(os.access(f"{folder}/.git", os.F_OK) for folder in unseen):
            return True
        self._bare |= unseen
        return False

    def place(self, path: str) -> Place | None:
        """The place of a file; None outside of git."""
        folder, name = os.path.split(path)
        real = self._real(folder)
        # Most files are in no repository or no link: the cheaper question comes first.
        if self._repository(real) is not None and os.path.islink(path):
            real, name = os.path.split(os.path.realpath(path))
        repository = self._repository(real)
        if repository is None:
            return None
        inside = os.path.join(real, name)[len(repository.top) :].lstrip(os.sep)
        return Place(repository, inside.replace(os.sep, "/"))

    def repositories(self) -> "set[Repository]":
        """All in which there is a file that was asked for."""
        return {found for found in self._repositories.values() if found is not None}

    def head(self, repository: "Repository") -> str:
        found = self._heads.get(repository.directory)
        if found is None:
            found = self._heads[repository.directory] = repository.head()
        return found

    def failed(self, repository: "Repository", error: TranstatsError) -> None:
        """Remember a repository that git took too long for: it would take as long for every component."""
        from transtats_cli.git.process import GitTimeoutError

        if isinstance(error, GitTimeoutError):
            self._slow[repository.directory] = error

    def refuse_slow(self, repository: "Repository") -> None:
        """Raise the error again that git took too long for a repository."""
        if repository.directory in self._slow:
            raise self._slow[repository.directory]

    def _real(self, folder: str) -> str:
        """Where a folder really is, from where the one above it is."""
        real = self._folders.get(folder)
        if real is None:
            parent, name = os.path.split(folder)
            is_plain = name not in ("", os.curdir, os.pardir) and not os.path.islink(folder)
            real = os.path.join(self._real(parent), name) if is_plain else os.path.realpath(folder)
            self._folders[folder] = real
        return real

    def _repository(self, folder: str) -> "Repository | None":
        if folder not in self._repositories:
            parent = above(folder)
            if os.path.lexists(os.path.join(folder, ".git")):
                self._repositories[folder] = _found(folder)
            else:
                self._repositories[folder] = None if parent is None else self._repository(parent)
        return self._repositories[folder]


def _found(folder: str) -> "Repository | None":
    # Imported late: most folders are in none.
    from transtats_cli.git.repository import find

    return find(folder)


def identity_of(content: bytes, like: str) -> str:
    """The identity that git gives to a file's content, in the repository's way of making them."""
    import hashlib

    made = hashlib.new("sha1" if len(like) == 40 else "sha256", usedforsecurity=False)
    made.update(b"blob %d\0" % len(content))
    made.update(content)
    return made.hexdigest()
