"""Find the git repository that contains a file of a component."""

import os
from collections.abc import Iterable
from typing import NamedTuple

from transtats_cli.errors import TranstatsError
from transtats_cli.git.process import GitTimeoutError
from transtats_cli.git.repository import Repository, find_repository
from transtats_cli.paths import parent_folder


class RepositoryFile(NamedTuple):
    """Repository that contains a file, and the path of the file in the repository."""

    repository: "Repository"
    path: str
    """Path of the file from the top of the repository, with links resolved."""


class RepositoryFinder:
    """Finder of the git repository of a file. The results for folders are cached."""

    def __init__(self) -> None:
        self._repositories: dict[str, Repository | None] = {}
        self._real_paths: dict[str, str] = {}
        self._head_commits: dict[str, str] = {}
        self._folders_without_repository: set[str] = set()
        """Paths of folders that do not contain `.git`."""
        self._timeout_errors: dict[str, TranstatsError] = {}
        """Timeout errors of git, by the git directory of the repository."""

    def is_folder_in_git(self, folder: str) -> bool:
        """True if a folder, or a folder above it, is a git repository."""
        return self._find_folder_repository(self._resolve_folder(folder)) is not None

    def may_be_in_git(self, root: str, paths: Iterable[str]) -> bool:
        """True if any of the files may be in a git repository. `paths` are relative to `root`.

        This test needs fewer system calls than `find_repository_file` for each file.
        """
        if self.is_folder_in_git(root):
            return True
        folders: set[str] = set()
        for path in paths:
            folder = path.rpartition("/")[0]
            while folder and folder not in folders:
                folders.add(folder)
                folder = folder.rpartition("/")[0]
        unseen = {f"{root}/{folder}" for folder in folders} - self._folders_without_repository
        # There may be as many folders as files. os.access raises no exception, and a loop is faster than any().
        exists, must_exist = os.access, os.F_OK
        for folder in unseen:
            if exists(f"{folder}/.git", must_exist):
                return True
        self._folders_without_repository |= unseen
        return False

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

    def read_head_commit(self, repository: "Repository") -> str:
        found = self._head_commits.get(repository.git_directory)
        if found is None:
            found = self._head_commits[repository.git_directory] = repository.read_head_commit()
        return found

    def record_failure(self, repository: "Repository", error: TranstatsError) -> None:
        """Record the error if git has reached the time limit. Other errors are ignored.

        Without this record, git would probably reach the time limit again for every component.
        """
        if isinstance(error, GitTimeoutError):
            self._timeout_errors[repository.git_directory] = error

    def raise_recorded_failure(self, repository: "Repository") -> None:
        """Raise the error that `record_failure` has recorded for the repository. Do nothing if there is no error."""
        if repository.git_directory in self._timeout_errors:
            raise self._timeout_errors[repository.git_directory]

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

    def _find_folder_repository(self, folder: str) -> "Repository | None":
        found: Repository | None = None
        folders: list[str] = []
        while folder not in self._repositories:
            folders.append(folder)
            if os.path.lexists(f"{folder}{os.sep}.git"):
                found = _open_repository(folder)
                break
            parent = parent_folder(folder)
            if parent is None:
                break
            folder = parent
        else:
            found = self._repositories[folder]
        self._repositories.update(dict.fromkeys(folders, found))
        return found


def _open_repository(folder: str) -> "Repository | None":
    return find_repository(folder)


def compute_blob_id(content: bytes, sample_id: str) -> str:
    """Return git's blob id of a file content.

    `sample_id` is an id of the same repository, which determines the hash function.
    """
    import hashlib

    made = hashlib.new("sha1" if len(sample_id) == 40 else "sha256", usedforsecurity=False)
    made.update(b"blob %d\0" % len(content))
    made.update(content)
    return made.hexdigest()
