"""Compare git trees, and find the files that commits rename, with one git process (`git diff-tree`)."""

import os
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from itertools import islice
from typing import Generic, TypeVar

from transtats_cli.git.limits import MAX_FILES
from transtats_cli.git.objects import MAX_REQUEST_LINES, GitPipe
from transtats_cli.git.process import BeyondLimitsError, GitProcess
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

TreePair = tuple[str, str]
"""Ids of two git trees to compare."""
EntryDifference = tuple[str, str, str]
"""Path whose entries in two trees differ, with the kinds of both entries as in `TreeEntry.kind`. '' for no entry."""
OldFilesByNewPath = dict[str, tuple[str, str]]
"""Old path and old blob id of each renamed file, by its new path."""

_Entry = TypeVar("_Entry")


class _DiffTree(GitPipe, Generic[_Entry]):
    """Process `git diff-tree`. A subclass parses the output for each entry that differs."""

    options: tuple[str, ...]
    entry_size: int
    """Number of tokens in the output for one entry: a description, and one or two paths."""

    def __init__(self, repository: Repository, on_delay: Callable[..., None]) -> None:
        """Prepare the comparison without starting git.

        If git takes long, `on_delay` is called with the ids of the remaining trees. `on_delay` may raise GitError to
        end the task.
        """
        super().__init__(repository, "diff-tree", *_DIFF_OPTIONS, *self.options)
        self._on_delay = on_delay

    def parse_entry(self, tokens: Sequence[bytes]) -> _Entry | None:
        """Return the entry with these tokens. None if the entry is left out."""
        raise NotImplementedError

    def compare(self, pairs: Sequence[TreePair]) -> Iterator[list[_Entry]]:
        """Yield a list of the differences for each pair of trees."""
        for start in range(0, len(pairs), MAX_REQUEST_LINES):
            batch = pairs[start : start + MAX_REQUEST_LINES]
            lines = [f"{one} {other}" for one, other in batch]
            yield from self.read_responses(lines, [f"{line}\n".encode() for line in lines], batch)

    def read_responses(
        self, lines: Sequence[str], headers: Sequence[bytes], pairs: Sequence[TreePair]
    ) -> Iterator[list[_Entry]]:
        """Send a request, and yield the differences for each of its lines.

        `headers` is the output before the differences for each line, and `pairs` are the trees that git compares.
        """
        with self.request([*lines, _END_OF_REQUEST]) as git:
            parser = _ResponseParser(self, git, [*headers, f"{_END_OF_REQUEST}\n".encode()])
            git.on_delay = lambda: self._on_delay(
                *(tree for pair in pairs[max(parser.headers_read - 1, 0) :] for tree in pair)
            )
            yield from islice(git.parse_tokens(parser.parse_tokens), len(lines))
            if not parser.is_complete:
                raise self.create_early_end_error()


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
        return None if kinds == ("folder", "folder") else (os.fsdecode(path), *kinds)


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
            (renames,) = self.read_responses([commit], [b""], [(f"{commit}^", commit)])
            found = self._renames_by_commit[commit] = dict(renames)
        return found


class ParentComparison(_OldFileReader):
    """Comparison of the files of commits with those of any parent. Unlike reading folders, git skips equal folders."""

    options = ("--no-renames",)
    entry_size = 2

    def find_changed_files(self, parent: str, commit: str) -> dict[str, str]:
        """Return the blob id in the parent of each file that the commit changes, by path. '' for an added file."""
        (changes,) = self.read_responses([f"{commit} {parent}"], [b""], [(parent, commit)])
        return {path: blob_id if blob_id.strip("0") else "" for path, (_, blob_id) in changes}


class _ResponseParser(Generic[_Entry]):
    """Parser of the response to one request. The response consists of headers, and of tokens for each difference."""

    def __init__(self, comparison: _DiffTree[_Entry], git: GitProcess, headers: Sequence[bytes]) -> None:
        """`headers` precede the differences for each line of the request. The last header marks the end."""
        self._comparison = comparison
        self._git = git
        self._headers = headers
        self._entries: list[_Entry] = []
        self._tokens: list[bytes] = []
        self.headers_read = 0

    @property
    def is_complete(self) -> bool:
        return self.headers_read == len(self._headers)

    def parse_tokens(self, tokens: Iterable[bytes]) -> Iterator[list[_Entry]]:
        """Yield the differences for each line of the request whose output is complete."""
        for token in tokens:
            self._tokens.append(token if self._tokens else (yield from self._parse_headers(token)))
            if len(self._tokens) == self._comparison.entry_size:
                self._add_entry()
        if not self._tokens:
            self._git.incomplete_token = yield from self._parse_headers(self._git.incomplete_token)

    def _parse_headers(self, output: bytes) -> Generator[list[_Entry], None, bytes]:
        """Yield the differences before each header at the beginning of the output. Return the rest of the output."""
        while not self.is_complete and output.startswith(self._headers[self.headers_read]):
            if self.headers_read:
                yield self._entries
            self._entries = []
            output = output[len(self._headers[self.headers_read]) :]
            self.headers_read += 1
        if output == self._headers[-1]:
            # Git skips a tree that is missing, and prints only an error message.
            raise self._comparison.create_early_end_error()
        return output

    def _add_entry(self) -> None:
        entry = self._comparison.parse_entry(self._tokens)
        self._tokens = []
        if entry is not None:
            self._entries.append(entry)
            if len(self._entries) > MAX_FILES:
                raise BeyondLimitsError(
                    f"{self._comparison.repository.top}: a commit changes more than {MAX_FILES:,} files"
                )
