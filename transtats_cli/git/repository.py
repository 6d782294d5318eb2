"""Which repository a directory belongs to, found without running git, and where its HEAD is."""

import os
import re
from typing import NamedTuple

from transtats_cli import regular_file
from transtats_cli.git import parent_folder
from transtats_cli.git.process import GitError, run

_IDENTITY = r"[0-9a-f]{40}(?:[0-9a-f]{24})?"


class Repository(NamedTuple):
    """One work tree, and where git keeps what belongs to it. All paths are absolute."""

    top: str
    """The directory that holds `.git`."""
    directory: str
    """Where HEAD is: `.git` itself, or what the file of that name points to in worktrees and submodules."""
    common: str
    """Where objects and branches are, which all worktrees share."""

    def head(self) -> str:
        """The commit that is checked out; empty before the first one."""
        content = self._read_head()
        if re.fullmatch(_IDENTITY, content):
            return content
        # No such branch yet, or one that is kept in a way which only git knows.
        return run(self.top, "rev-parse", "--verify", "--quiet", "HEAD", accept=(0, 1)).decode().strip()

    def position(self) -> tuple[str, ...]:
        """What is another whenever HEAD is, or there is more or less of its past; found without running git."""
        tables = (os.path.join(folder, "reftable", "tables.list") for folder in {self.directory, self.common})
        return (self._read_head(), *sorted(map(_read_text, tables)), *sorted(self.boundary()))

    def boundary(self) -> frozenset[str]:
        """The commits of a shallow clone whose parents are not there."""
        return frozenset(_read_text(os.path.join(self.common, "shallow")).split())

    def relative_path(self, path: str) -> str:
        """The path of a file of the work tree, from its top and with `/` between its parts; '' is the top itself."""
        inside = os.path.relpath(os.path.realpath(path), os.path.realpath(self.top)).replace(os.sep, "/")
        if inside == ".." or inside.startswith("../"):
            raise GitError(f"{path} is not in the work tree of {self.top}")
        return "" if inside == "." else inside

    def _read_head(self) -> str:
        """The commit that HEAD's file leads to; something else where only git can follow it."""
        content = _read_line(os.path.join(self.directory, "HEAD"))
        for _ in range(5):
            if not content.startswith("ref: "):
                break
            content = self._branch(content.removeprefix("ref: ").strip())
        return content

    def _branch(self, name: str) -> str:
        for folder in (self.directory, self.common):
            content = _read_line(os.path.join(folder, *name.split("/")))
            if content:
                return content
        lines = _read_text(os.path.join(self.common, "packed-refs")).split("\n")
        return next((line.split(" ")[0] for line in lines if line.endswith(f" {name}")), "")


def find(folder: str) -> Repository | None:
    """The repository whose work tree a directory is in; None where it is in none."""
    folder = os.path.realpath(folder)
    while not os.path.lexists(os.path.join(folder, ".git")):
        parent = parent_folder(folder)
        if parent is None:
            return None
        folder = parent
    marker = os.path.join(folder, ".git")
    if os.path.isfile(marker):
        content = _read_line(marker)
        marker = os.path.join(folder, content.removeprefix("gitdir: ")) if content.startswith("gitdir: ") else ""
    if not marker or not os.path.isfile(os.path.join(marker, "HEAD")):
        return None
    directory = os.path.normpath(marker)
    shared = _read_line(os.path.join(directory, "commondir"))
    common = os.path.normpath(os.path.join(directory, shared)) if shared else directory
    return Repository(folder, directory, common) if os.path.isdir(os.path.join(common, "objects")) else None


def require(folder: str) -> Repository:
    """The repository of a directory; raises GitError where there is none."""
    if not os.path.isdir(folder):
        raise GitError(f"{folder}: no such directory; name the one that holds your projects with --root")
    found = find(folder)
    if found is None and all(os.path.exists(os.path.join(folder, name)) for name in ("HEAD", "objects", "refs")):
        raise GitError(f"{os.path.abspath(folder)} is a bare git repository; name a work tree of it: git worktree add")
    if found is None:
        raise GitError(f"{os.path.abspath(folder)} is in no git repository, so nothing is known of its past")
    return found


def _read_line(path: str) -> str:
    """The first line of a file of git's own; empty where there is none."""
    return _read_text(path, 4096).partition("\n")[0]


def _read_text(path: str, size: int = -1) -> str:
    """The text of a file of git's own; empty where there is none, or a pipe or a device in its place."""
    try:
        return regular_file.read(path, size).decode("utf-8", "surrogateescape")
    except (OSError, ValueError):
        return ""
