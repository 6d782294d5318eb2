"""Find the git repository that contains a file of a component."""

import os
from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from transtats_cli.git.process import TimeoutRecord
from transtats_cli.git.repository import Repository, find_repository
from transtats_cli.paths import parent_folder


class RepositoryFile(NamedTuple):
    """Repository that contains a file, and the path of the file in the repository."""

    repository: Repository
    path: str
    """Path of the file from the top of the repository, with links resolved."""


class RepositoryFinder:
    """Finder of the git repository of a file. The results for folders are cached."""

    def __init__(self) -> None:
        self._repositories: dict[str, Repository | None] = {}
        self._real_paths: dict[str, str] = {}
        self.timeouts: defaultdict[Repository, TimeoutRecord] = defaultdict(TimeoutRecord)

    def may_be_in_git(self, root: str, paths: Iterable[str]) -> bool:
        """True if any of the folders of files is in a git repository. `paths` are relative to `root`.

        This test is faster than `find_repository_file` for each file.
        """
        folders = [root, *(f"{root}/{folder}" for folder in {path.rpartition("/")[0] for path in paths} - {""})]
        return any(self._find_folder_repository(self._resolve_folder(each)) is not None for each in folders)

    def find_repository_file(self, path: str) -> RepositoryFile | None:
        """Return the repository of a file and the path in the repository. None if the file is in no repository."""
        folder, name = os.path.split(path)
        real = self._resolve_folder(folder)
        # The cached lookup comes before the system call.
        if self._find_folder_repository(real) is not None and os.path.islink(path):
            real, name = os.path.split(os.path.realpath(path))
        repository = self._find_folder_repository(real)
        if repository is None:
            return None
        repository_path = os.path.join(real, name)[len(repository.top) :].lstrip(os.sep)
        return RepositoryFile(repository, repository_path.replace(os.sep, "/"))

    def _resolve_folder(self, folder: str) -> str:
        """Return the real path of a folder, with links resolved.

        The results are cached, also for all parent folders.
        """
        missing: list[tuple[str, str]] = []
        # Not a recursion, because a path may have more parts than the interpreter allows calls.
        while (real := self._real_paths.get(folder)) is None:
            parent, name = os.path.split(folder)
            if name in ("", os.curdir, os.pardir) or os.path.islink(folder):
                real = self._real_paths[folder] = os.path.realpath(folder)
                break
            missing.append((folder, name))
            folder = parent
        for each, name in reversed(missing):
            real = self._real_paths[each] = f"{real}{name}" if real.endswith(os.sep) else f"{real}{os.sep}{name}"
        return real

    def _find_folder_repository(self, folder: str) -> Repository | None:
        folders: list[str] = []
        while folder not in self._repositories:
            folders.append(folder)
            parent = parent_folder(folder)
            if parent is None or os.path.lexists(f"{folder}{os.sep}.git"):
                self._repositories[folder] = find_repository(folder)
            else:
                folder = parent
        found = self._repositories[folder]
        self._repositories.update(dict.fromkeys(folders, found))
        return found
