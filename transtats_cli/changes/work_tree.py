"""Which repository each file of a component is in, and what its HEAD has at that place."""

import os
from typing import NamedTuple

from transtats_cli.git.repository import Repository, above, find


class Place(NamedTuple):
    """A file of a work tree."""

    repository: Repository
    path: str
    """From the top of the repository, links resolved."""


class Places:
    """Finds the repositories of files; each folder is looked at once."""

    def __init__(self) -> None:
        self._repositories: dict[str, Repository | None] = {}
        self._folders: dict[str, str] = {}
        self._heads: dict[str, str] = {}

    def place(self, path: str) -> Place | None:
        """The place of a file; None outside of git."""
        folder, name = os.path.split(path)
        if os.path.islink(path):
            folder, name = os.path.split(os.path.realpath(path))
        real = self._folders.get(folder)
        if real is None:
            real = self._folders[folder] = os.path.realpath(folder)
        repository = self._repository(real)
        if repository is None:
            return None
        inside = os.path.join(real, name)[len(repository.top) :].lstrip(os.sep)
        return Place(repository, inside.replace(os.sep, "/"))

    def head(self, repository: Repository) -> str:
        found = self._heads.get(repository.directory)
        if found is None:
            found = self._heads[repository.directory] = repository.head()
        return found

    def _repository(self, folder: str) -> Repository | None:
        if folder not in self._repositories:
            parent = above(folder)
            is_top = parent is None or os.path.lexists(os.path.join(folder, ".git"))
            self._repositories[folder] = find(folder) if is_top else self._repository(str(parent))
        return self._repositories[folder]


def identity_of(content: bytes, like: str) -> str:
    """The identity that git gives to a file's content, in the repository's way of making them."""
    import hashlib

    made = hashlib.new("sha1" if len(like) == 40 else "sha256", usedforsecurity=False)
    made.update(b"blob %d\0" % len(content))
    made.update(content)
    return made.hexdigest()
