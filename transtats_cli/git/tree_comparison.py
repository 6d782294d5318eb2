"""Compare pairs of git trees with one git process (`git diff-tree`)."""

import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from typing import Any, NamedTuple, Self

from transtats_cli.git.limits import MAX_FILES
from transtats_cli.git.process import CHUNK_SIZE, BeyondLimitsError, GitProcess, create_early_end_error, start_git
from transtats_cli.git.repository import Repository
from transtats_cli.git.trees import find_entry_kind

_BATCH_SIZE = 31
"""Maximum number of pairs of trees in one request to git.

A request must fit into the smallest buffer of a pipe, which has 4096 bytes (Windows). Otherwise, both processes could
wait for each other for ever. A line with two SHA-256 ids has 130 bytes.
"""
_MAX_TOKEN_BYTES = 1 << 20
"""Maximum length in bytes of one token in the output of git. Only paths can be long."""
_DIFF_OPTIONS = (
    # Folders are listed, too: a new or removed folder matters even if it contains no files.
    *("--stdin", "-r", "-t", "--raw", "-z", "--no-abbrev", "--no-renames", "-O/dev/null"),
    *("--no-ext-diff", "--no-textconv", "--ignore-submodules=none"),
)

_END_OF_BATCH = b"end\n"
"""Input line that marks the end of a request. The line is not a pair of tree ids.

Git prints such a line unchanged and flushes its output.
"""

TreePair = tuple[str, str]
"""Ids of two git trees to compare."""


class EntryDifference(NamedTuple):
    """Path whose entries in two trees differ, with the kinds of both entries."""

    path: str
    kind_before: str
    """Kind of the entry in the first tree, as in `TreeEntry.kind`. '' if the first tree does not have the path."""
    kind_after: str


class TreeComparison:
    """Comparison of git trees. Git is started by the first request, and ended on exit from the context."""

    def __init__(self, repository: Repository, on_delay: Callable[..., None]) -> None:
        """Prepare the comparison without starting git.

        If git takes long, `on_delay` is called with the ids of the remaining trees. `on_delay` may raise GitError to
        end the task.
        """
        self._repository = repository
        self._on_delay = on_delay
        self._stack = ExitStack()
        self._git: GitProcess | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: Any) -> None:
        self._git = None
        self._stack.close()

    def compare(self, pairs: Sequence[TreePair]) -> Iterator[list[EntryDifference]]:
        """Yield a list of the differences for each pair of trees.

        A folder that exists in both trees is not listed, but the differences inside it are.
        """
        for start in range(0, len(pairs), _BATCH_SIZE):
            yield from self._compare_batch(pairs[start : start + _BATCH_SIZE])

    def _compare_batch(self, pairs: Sequence[TreePair]) -> Iterator[list[EntryDifference]]:
        if self._git is None:
            self._git = self._stack.enter_context(start_git(self._repository.top, "diff-tree", *_DIFF_OPTIONS))
        git = self._git
        lines = [f"{one} {other}\n".encode() for one, other in pairs]
        try:
            git.write(b"".join([*lines, _END_OF_BATCH]))
        except OSError as error:
            raise create_early_end_error(self._repository.top, "diff-tree") from error
        reader = _OutputParser(self._repository.top, [*lines, _END_OF_BATCH])
        git.on_delay = lambda: self._on_delay(
            *(tree for pair in pairs[max(reader.pairs_started - 1, 0) :] for tree in pair)
        )
        while not reader.is_complete:
            chunk = git.output.read1(CHUNK_SIZE)
            if not chunk:
                raise create_early_end_error(self._repository.top, "diff-tree")
            began = time.monotonic()
            complete = list(reader.parse_chunk(chunk))
            git.add_time(time.monotonic() - began)
            yield from complete


class _OutputParser:
    """Incremental parser of the output of `git diff-tree`.

    The output contains one line for each pair of trees, and then two tokens that end with NUL for each difference.
    """

    def __init__(self, top: str, headers: Sequence[bytes]) -> None:
        """Create a parser of the output for one request.

        `headers` are the lines of the request. Git prints each of them before the differences of the pair.
        """
        self._top = top
        self._headers = headers
        self._differences: list[EntryDifference] = []
        self._kinds: tuple[str, str] | None = None
        self._incomplete_output = b""
        self.pairs_started = 0
        """Number of pairs of trees whose output has started."""

    @property
    def is_complete(self) -> bool:
        return self.pairs_started == len(self._headers)

    def parse_chunk(self, chunk: bytes) -> Iterator[list[EntryDifference]]:
        """Parse a chunk of the output. Yield the differences of each pair of trees whose output is complete."""
        content = self._incomplete_output + chunk
        position = 0
        while not self.is_complete:
            header = self._headers[self.pairs_started]
            if self._kinds is None and content.startswith(header, position):
                if self.pairs_started:
                    yield self._differences
                self._differences = []
                self.pairs_started += 1
                position += len(header)
                continue
            end = content.find(b"\0", position)
            if end < 0:
                break
            self._add_token(content[position:end])
            position = end + 1
        self._incomplete_output = content[position:]
        if len(self._incomplete_output) > _MAX_TOKEN_BYTES:
            raise BeyondLimitsError(f"{self._top}: a commit has a path of more than {_MAX_TOKEN_BYTES:,} bytes")

    def _add_token(self, token: bytes) -> None:
        if self._kinds is None:
            before, after, _ = token.lstrip(b":").split(b" ", 2)
            self._kinds = find_entry_kind(before), find_entry_kind(after)
            return
        if self._kinds != ("folder", "folder"):
            self._differences.append(EntryDifference(os.fsdecode(token), *self._kinds))
            if len(self._differences) > MAX_FILES:
                raise BeyondLimitsError(f"{self._top}: a commit changes more than {MAX_FILES:,} files")
        self._kinds = None
