"""Differences from tree to tree, of as many pairs as are wanted, by one `git diff-tree`."""

import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from typing import Any, NamedTuple, Self

from transtats_cli.git.limits import MOST_ENTRIES
from transtats_cli.git.process import PIECE, BeyondLimitsError, Running, ended_early, started
from transtats_cli.git.repository import Repository
from transtats_cli.git.trees import kind_of

_TOGETHER = 256
"""Pairs that are written at once: they fit into a pipe, so that neither side waits for the other."""
_LONGEST_TOKEN = 1 << 20
"""Bytes of a path; what git prints besides is short."""
_ARGUMENTS = (
    # Folders are listed, too: one that comes or goes matters even without files.
    *("--stdin", "-r", "-t", "--raw", "-z", "--no-abbrev", "--no-renames", "-O/dev/null"),
    *("--no-ext-diff", "--no-textconv", "--ignore-submodules=none"),
)

_END = b"end\n"
"""A line that git repeats, as it repeats whatever is no pair of trees; and only then it prints all that it has."""

Pair = tuple[str, str]
"""The identities of two trees."""


class Difference(NamedTuple):
    """A path with another entry in the second tree."""

    path: str
    before: str
    """The kind of its entry, as `Entry.kind`; '' where there was none."""
    after: str


class Steps:
    """Compares trees. Git is started by the first question and ends with the context."""

    def __init__(self, repository: Repository, suspect: Callable[..., None]) -> None:
        """If git takes long, `suspect` is called with the trees that remain. It may raise GitError."""
        self._repository = repository
        self._suspect = suspect
        self._stack = ExitStack()
        self._git: Running | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: Any) -> None:
        self._git = None
        self._stack.close()

    def between(self, pairs: Sequence[Pair]) -> Iterator[list[Difference]]:
        """The differences of each pair of trees; folders that differ only in their content are left out."""
        for start in range(0, len(pairs), _TOGETHER):
            yield from self._answers(pairs[start : start + _TOGETHER])

    def _answers(self, pairs: Sequence[Pair]) -> Iterator[list[Difference]]:
        if self._git is None:
            self._git = self._stack.enter_context(started(self._repository.top, "diff-tree", *_ARGUMENTS))
        git = self._git
        lines = [f"{one} {other}\n".encode() for one, other in pairs]
        try:
            git.ask(b"".join([*lines, _END]))
        except OSError as error:
            raise ended_early(self._repository.top, "diff-tree") from error
        reader = _Reader(self._repository.top, [*lines, _END])
        git.suspect = lambda: self._suspect(*(tree for pair in pairs[max(reader.begun - 1, 0) :] for tree in pair))
        while not reader.is_complete:
            piece = git.answers.read1(PIECE)
            if not piece:
                raise ended_early(self._repository.top, "diff-tree")
            began = time.monotonic()
            complete = list(reader.read(piece))
            git.spend(time.monotonic() - began)
            yield from complete


class _Reader:
    """Reads what git prints: a line for each pair, then two tokens that end with a NUL for each difference."""

    def __init__(self, top: str, headers: Sequence[bytes]) -> None:
        self._top = top
        self._headers = headers
        self._found: list[Difference] = []
        self._kinds: tuple[str, str] | None = None
        self._rest = b""
        self.begun = 0
        """Number of pairs of which something was printed."""

    @property
    def is_complete(self) -> bool:
        return self.begun == len(self._headers)

    def read(self, piece: bytes) -> Iterator[list[Difference]]:
        """Return the differences of each pair that is complete."""
        content = self._rest + piece
        place = 0
        while not self.is_complete:
            header = self._headers[self.begun]
            if self._kinds is None and content.startswith(header, place):
                if self.begun:
                    yield self._found
                self._found = []
                self.begun += 1
                place += len(header)
                continue
            end = content.find(b"\0", place)
            if end < 0:
                break
            self._take(content[place:end])
            place = end + 1
        self._rest = content[place:]
        if len(self._rest) > _LONGEST_TOKEN:
            raise BeyondLimitsError(f"{self._top}: a commit has a path of more than {_LONGEST_TOKEN:,} bytes")

    def _take(self, token: bytes) -> None:
        if self._kinds is None:
            before, after, _ = token.lstrip(b":").split(b" ", 2)
            self._kinds = kind_of(before), kind_of(after)
            return
        if self._kinds != ("folder", "folder"):
            self._found.append(Difference(os.fsdecode(token), *self._kinds))
            if len(self._found) > MOST_ENTRIES:
                raise BeyondLimitsError(f"{self._top}: a commit changes more than {MOST_ENTRIES:,} files")
        self._kinds = None
