"""Compare git trees, and find the files that commits rename, with one git process (`git diff-tree`)."""

import os
from collections.abc import Callable, Iterable, Sequence
from typing import Generic, NamedTuple, TypeVar

from transtats_cli.git.limits import MAX_FILES
from transtats_cli.git.objects import GitPipe
from transtats_cli.git.process import BeyondLimitsError
from transtats_cli.git.repository import Repository
from transtats_cli.git.trees import find_entry_kind

_DIFF_OPTIONS = (
    *("--stdin", "-r", "--raw", "-z", "--no-abbrev", "--no-commit-id", "-O/dev/null"),
    *("--no-ext-diff", "--no-textconv", "--ignore-submodules=none"),
)
# Folders are listed, too: a new or removed folder matters even if it contains no files.
_ENTRY_OPTIONS = ("-t", "--no-renames")
_RENAME_OPTIONS = ("-M", "-l2000", "--diff-filter=R")
_END_OF_REQUEST = "end"
"""Input line that marks the end of a request. The line is not the id of a commit or a tree.

Git prints such a line unchanged and flushes its output.
"""

OldFilesByNewPath = dict[str, tuple[str, str]]
"""Old path and old blob id of each renamed file, by its new path."""

_Entry = TypeVar("_Entry")


class EntryDifference(NamedTuple):
    """Path whose entries in two trees differ, with the kinds of both entries."""

    path: str
    kind_before: str
    """Kind of the entry in the first tree, as in `TreeEntry.kind`. '' if the first tree does not have the path."""
    kind_after: str


class _DiffTree(GitPipe, Generic[_Entry]):
    """Process `git diff-tree`. A subclass parses the output for each entry that differs."""

    options: tuple[str, ...]
    entry_size: int
    """Number of tokens in the output for one entry: a description, and one or two paths."""

    def __init__(self, repository: Repository, on_delay: Callable[..., None]) -> None:
        """Prepare the comparison without starting git.

        If git takes long, `on_delay` is called with the ids of both trees. `on_delay` may raise GitError to end the
        task.
        """
        super().__init__(repository, "diff-tree", *_DIFF_OPTIONS, *self.options)
        self._on_delay = on_delay

    def parse_entry(self, tokens: Sequence[bytes]) -> _Entry | None:
        """Return the entry with these tokens. None if the entry is left out."""
        raise NotImplementedError

    def compare(self, older: str, newer: str) -> list[_Entry]:
        """Return the differences between two trees."""
        line = f"{older} {newer}"
        return self.read_response(line, f"{line}\n".encode(), (older, newer))

    def read_response(self, line: str, header: bytes, trees: tuple[str, str]) -> list[_Entry]:
        """Send a request of one line, and return the differences.

        `header` is the output before the differences, and `trees` are the trees that git compares.
        """
        entries: list[_Entry] = []
        pending: list[bytes] = []

        def parse_tokens(tokens: Iterable[bytes]) -> list[bool]:
            """Add the entries with these tokens. Return [] until the end, then [False] if the header is missing."""
            nonlocal header
            for token in tokens:
                pending.append(token.removeprefix(header))
                header = b""
                if len(pending) == self.entry_size:
                    self._add_entry(entries, pending)
                    pending.clear()
            rest, end = git.incomplete_token, f"{_END_OF_REQUEST}\n".encode()
            # Git skips a tree that is missing, and prints only an error message. Then the header is missing, too.
            return [rest == header + end] if not pending and rest in (end, header + end) else []

        with self.request([line, _END_OF_REQUEST]) as git:
            git.on_delay = lambda: self._on_delay(*trees)
            if not next(git.parse_tokens(parse_tokens), False):
                raise self.create_early_end_error()
            git.incomplete_token = b""
        return entries

    def _add_entry(self, entries: list[_Entry], tokens: Sequence[bytes]) -> None:
        entry = self.parse_entry(tokens)
        if entry is not None:
            entries.append(entry)
            if len(entries) > MAX_FILES:
                raise BeyondLimitsError(f"{self.repository.top}: a commit changes more than {MAX_FILES:,} files")


class TreeComparison(_DiffTree[EntryDifference]):
    """Comparison of the entries of git trees.

    A folder that exists in both trees is not a difference, but the differences inside it are.
    """

    options = _ENTRY_OPTIONS
    entry_size = 2

    def parse_entry(self, tokens: Sequence[bytes]) -> EntryDifference | None:
        description, path = tokens
        before, after, _ = description.lstrip(b":").split(b" ", 2)
        kinds = find_entry_kind(before), find_entry_kind(after)
        return None if kinds == ("folder", "folder") else EntryDifference(os.fsdecode(path), *kinds)


class _OldFileReader(_DiffTree[tuple[str, tuple[str, str]]]):
    """Reader of the changed files of commits. An entry is the path of a file, and its old path and old blob id."""

    def parse_entry(self, tokens: Sequence[bytes]) -> tuple[str, tuple[str, str]]:
        description, old, *new = map(os.fsdecode, tokens)
        return new[0] if new else old, (old, description.split(" ")[2])


class RenameReader(_OldFileReader):
    """Reader of the renamed files of commits."""

    options = _RENAME_OPTIONS
    entry_size = 3

    def __init__(self, repository: Repository, on_delay: Callable[..., None]) -> None:
        super().__init__(repository, on_delay)
        self._renames_by_commit: dict[str, OldFilesByNewPath] = {}

    def renames_in(self, commit: str) -> OldFilesByNewPath:
        """Return the old path and blob id of each file that a commit renames, by its new path. {} for a merge."""
        found = self._renames_by_commit.get(commit)
        if found is None:
            # Git prints no header for a commit.
            found = self._renames_by_commit[commit] = dict(self.read_response(commit, b"", (f"{commit}^", commit)))
        return found


class ParentComparison(_OldFileReader):
    """Comparison of the files of commits with those of any parent. Unlike reading folders, git skips equal folders."""

    options = ("--no-renames",)
    entry_size = 2

    def find_changed_files(self, parent: str, commit: str) -> dict[str, str]:
        """Return the blob id in the parent of each file that the commit changes, by path. '' for an added file."""
        changes = self.read_response(f"{commit} {parent}", b"", (parent, commit))
        return {path: blob_id if blob_id.strip("0") else "" for path, (_, blob_id) in changes}


def find_renames(repository: Repository, older: str, newer: str, *, on_delay: Callable[..., None]) -> OldFilesByNewPath:
    """Return the old path and blob id of each file that was renamed between two trees, by its new path.

    If git takes long, `on_delay` is called with both tree ids.
    """
    with RenameReader(repository, on_delay) as reader:
        return dict(reader.compare(older, newer))
