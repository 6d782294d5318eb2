"""Find the git repository of a directory, and the commit at HEAD. Git is run only if its files cannot be parsed."""

import os
import re
from typing import NamedTuple

from transtats_cli.git.process import GitError, run_git
from transtats_cli.git_directory import find_git_directories, read_line, read_text
from transtats_cli.paths import parent_folder

_OBJECT_ID_REGEX = r"[0-9a-f]{40}(?:[0-9a-f]{24})?"


class Repository(NamedTuple):
    """Paths of a git repository and one of its work trees. All paths are absolute."""

    top: str
    """Top of the work tree, which is the directory that contains `.git`."""
    git_directory: str
    """Git directory, which contains the file HEAD.

    For linked work trees and submodules, the directory that the file `.git` points to.
    """
    common_directory: str
    """Directory that contains the objects and branches. All work trees of a repository share this directory."""

    def read_head_commit(self) -> str:
        """Return the id of the commit at HEAD. '' if there are no commits yet."""
        content = self._read_head()
        if re.fullmatch(_OBJECT_ID_REGEX, content):
            return content
        # The branch does not exist yet, or is stored in a format that only git can read.
        return run_git(self.top, "rev-parse", "--verify", "--quiet", "HEAD", accept=(0, 1)).decode().strip()

    def read_head_position(self) -> tuple[str, ...]:
        """Return a value that changes if HEAD refers to another commit, or if the depth of a shallow clone changes.

        Git is not run.
        """
        tables = (
            os.path.join(folder, "reftable", "tables.list") for folder in {self.git_directory, self.common_directory}
        )
        return (self._read_head(), *sorted(map(read_text, tables)), *sorted(self.shallow_boundary()))

    def shallow_boundary(self) -> frozenset[str]:
        """Return the ids of the commits whose parents are missing in a shallow clone. Empty for a full clone."""
        return frozenset(read_text(os.path.join(self.common_directory, "shallow")).split())

    def relative_path(self, path: str) -> str:
        """Return the path of a file from the top of the work tree, with `/` as separator. '' for the top itself.

        Raises GitError if the file is outside of the work tree.
        """
        inside = os.path.relpath(os.path.realpath(path), os.path.realpath(self.top)).replace(os.sep, "/")
        if inside == ".." or inside.startswith("../"):
            raise GitError(f"{path} is not in the work tree of {self.top}")
        return "" if inside == "." else inside

    def _read_head(self) -> str:
        """Return the id of the commit that the file HEAD refers to.

        If only git can find the commit, the result is not a commit id: '' or another text.
        """
        content = read_line(os.path.join(self.git_directory, "HEAD"))
        for _ in range(5):
            if not content.startswith("ref: "):
                break
            content = self._commit_of_branch(content.removeprefix("ref: ").strip())
        return content

    def _commit_of_branch(self, name: str) -> str:
        """Return the content of a reference such as `refs/heads/main`. '' if there is no such reference."""
        for folder in (self.git_directory, self.common_directory):
            content = read_line(os.path.join(folder, *name.split("/")))
            if content:
                return content
        lines = read_text(os.path.join(self.common_directory, "packed-refs")).split("\n")
        return next((line.split(" ")[0] for line in lines if line.endswith(f" {name}")), "")


def find_repository(folder: str) -> Repository | None:
    """Return the git repository whose work tree contains a directory. None if there is no repository."""
    folder = os.path.realpath(folder)
    while not os.path.lexists(os.path.join(folder, ".git")):
        parent = parent_folder(folder)
        if parent is None:
            return None
        folder = parent
    directory, common = find_git_directories(folder) or ("", "")
    is_complete = os.path.isfile(os.path.join(directory, "HEAD")) and os.path.isdir(os.path.join(common, "objects"))
    return Repository(folder, directory, common) if directory and is_complete else None


def is_bare_repository(folder: str) -> bool:
    """True if a directory has the files of a git directory."""
    return all(os.path.exists(os.path.join(folder, name)) for name in ("HEAD", "objects", "refs"))


def require_repository(folder: str) -> Repository:
    """Return the git repository whose work tree contains a directory. Raises GitError if there is no repository."""
    if not os.path.isdir(folder):
        raise GitError(f"{folder}: no such directory; name the one that holds your projects with --root")
    found = find_repository(folder)
    if found is None and is_bare_repository(folder):
        raise GitError(f"{os.path.abspath(folder)} is a bare git repository; create a work tree with: git worktree add")
    if found is None:
        raise GitError(f"{os.path.abspath(folder)} is not in a git repository; choose a work tree with --root")
    return found
