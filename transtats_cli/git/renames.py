"""Find renamed files between two trees, or in several commits with one git process (`git diff-tree`)."""

import os
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from typing import Any, Self

from transtats_cli.git.process import CHUNK_SIZE, GitProcess, create_early_end_error, run_git, start_git
from transtats_cli.git.repository import Repository

_DIFF_OPTIONS = (
    *("-r", "--raw", "-z", "--no-abbrev", "-M", "-l2000", "--diff-filter=R", "--no-commit-id"),
    *("-O/dev/null", "--no-ext-diff", "--no-textconv", "--ignore-submodules=none"),
)
_END_OF_REQUEST = b"end\n"
"""Input line that marks the end of a request. The line is not a commit id.

Git prints such a line unchanged and flushes its output.
"""

OldFilesByNewPath = dict[str, tuple[str, str]]
"""Old path and old blob id of each renamed file, by its new path."""


def find_renames(repository: Repository, older: str, newer: str, *, on_delay: Callable[..., None]) -> OldFilesByNewPath:
    """Return the old path and blob id of each file that was renamed between two trees, by its new path.

    If git takes long, `on_delay` is called with both tree ids.
    """
    output = run_git(repository.top, "diff-tree", *_DIFF_OPTIONS, older, newer, on_delay=lambda: on_delay(older, newer))
    return _parse_renames(output.split(b"\0"))


class RenameReader:
    """Reader of the old paths of files that commits rename.

    Git is started by the first request, and ended on exit from the context.
    """

    def __init__(self, repository: Repository, on_delay: Callable[..., None]) -> None:
        """Prepare the reader without starting git.

        If git takes long, `on_delay` is called with the parent of the commit and the commit. `on_delay` may raise
        GitError to end the task.
        """
        self._repository = repository
        self._on_delay = on_delay
        self._stack = ExitStack()
        self._git: GitProcess | None = None
        self._renames: dict[str, OldFilesByNewPath] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: Any) -> None:
        self._git = None
        self._stack.close()

    def renames_in(self, commit: str) -> OldFilesByNewPath:
        """Return the old path and blob id of each file that a commit renames, by its new path. {} for a merge."""
        found = self._renames.get(commit)
        if found is None:
            found = self._renames[commit] = self._read_renames(commit)
        return found

    def _read_renames(self, commit: str) -> OldFilesByNewPath:
        if self._git is None:
            self._git = self._stack.enter_context(
                start_git(self._repository.top, "diff-tree", "--stdin", *_DIFF_OPTIONS)
            )
        git = self._git
        git.on_delay = lambda: self._on_delay(f"{commit}^", commit)
        try:
            git.write(f"{commit}\n".encode() + _END_OF_REQUEST)
        except OSError as error:
            raise create_early_end_error(self._repository.top, "diff-tree") from error
        tokens: list[bytes] = []
        rest = b""
        while len(tokens) % 3 or rest != _END_OF_REQUEST:
            chunk = git.output.read1(CHUNK_SIZE)
            if not chunk:
                raise create_early_end_error(self._repository.top, "diff-tree")
            *complete, rest = (rest + chunk).split(b"\0")
            tokens += complete
        return _parse_renames(tokens)


def _parse_renames(tokens: Iterable[bytes]) -> OldFilesByNewPath:
    """Parse the output of `git diff-tree`.

    The tokens are a description, the old path and the new path of each renamed file.
    """
    names = list(map(os.fsdecode, tokens))
    return {
        new: (old, description.split(" ")[2])
        for description, old, new in zip(names[0::3], names[1::3], names[2::3], strict=False)
    }
