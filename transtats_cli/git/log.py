"""Which commits touched some files, the newest first: one `git log`, read while it runs."""

import os
import re
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from itertools import groupby
from typing import NamedTuple

from transtats_cli.git.limits import MOST_ENTRIES
from transtats_cli.git.process import PIECE, BeyondLimitsError, ended_early, run, started
from transtats_cli.git.repository import Repository
from transtats_cli.times import parsed

_COMMIT = b"\1"
_LONGEST_TOKEN = 1 << 20
"""Bytes of a path; what git prints besides is short."""
_FILES = re.compile(rb":100[0-7]{3} 100[0-7]{3} .* M$")
_ARGUMENTS = (
    f"--format={_COMMIT.decode()}%H %ct %T",
    # As raw as can be: no settings of the user's or the repository's have a say.
    *("--raw", "-z", "--no-abbrev", "--no-renames", "-O/dev/null"),
    *("--root", "--no-ext-diff", "--no-textconv", "--no-color", "--no-show-signature", "--no-notes"),
    # Otherwise git reads .gitmodules in the work tree.
    "--ignore-submodules=none",
)


class Change(NamedTuple):
    """One file in one commit."""

    commit: str
    time: int | None
    """When it was committed, in seconds; None where that is unknown."""
    path: str
    """From the top of the repository, as bytes that are no text are read everywhere."""
    before: tuple[str, ...]
    """The content's identity in each parent; '' where the file was not there."""
    after: str
    """The content's identity; '' where the commit removed the file."""


class _Commit(NamedTuple):
    identity: str
    time: int | None
    tree: str


_Line = tuple[_Commit, bytes, str]
"""A commit, and of one of its files a description and the path."""


class Step(NamedTuple):
    """One commit on the way of a branch, and what it did to the one before."""

    tree: str
    modified: list[str]
    """The files that have another content, and are files as before."""
    is_plain: bool
    """That was all: nothing came, went, or is something else than before."""


def changes(
    repository: Repository, start: str, paths: Iterable[str], *, in_order: bool = False
) -> Generator[Change, None, None]:
    """Each change of these files in a commit and what led to it.

    Commits come by their time, and as soon as they are found; `in_order` has every commit after all that came of it,
    which takes a look at all of them first.
    """
    # Of a merge, the files that are as in none of its parents.
    options = ["-c", "--topo-order"] if in_order else ["-c"]
    with closing(_logged(repository, options, "\n".join([start, "--", *paths, ""]))) as told:
        for commit, described, path in told:
            if described:
                yield Change(commit.identity, commit.time, path, *_identities(described))


def steps(repository: Repository, start: str, suspect: Callable[..., None]) -> Generator[Step, None, None]:
    """The way that a branch took to a commit, along first parents, the newest first.

    If git takes long for a commit, `suspect` is called with it and its parent. It may raise GitError.
    """
    with closing(_logged(repository, ["-m", "--first-parent"], f"{start}\n", suspect)) as told:
        for commit, files in groupby(told, lambda each: each[0]):
            _, *listed = files
            modified = [path for _, described, path in listed if _FILES.match(described)]
            yield Step(commit.tree, modified, len(modified) == len(listed))


def renamed_from(
    repository: Repository, commit: str, before: str = "", *, suspect: Callable[..., None]
) -> dict[str, tuple[str, str]]:
    """Where the files that a commit renames were before: path and identity of the content by the new path.

    Before is in its parent, or in another commit. If git takes long, `suspect` is called with both.
    """
    told = run(
        repository.top,
        *("diff-tree", "-r", "--raw", "-z", "--no-abbrev", "-M", "-l2000", "--diff-filter=R", "--no-commit-id"),
        *("-O/dev/null", "--no-ext-diff", "--no-textconv", "--ignore-submodules=none", *filter(None, [before, commit])),
        suspect=lambda: suspect(before or f"{commit}^", commit),
    )
    tokens = [os.fsdecode(token) for token in told.split(b"\0")]
    found: dict[str, tuple[str, str]] = {}
    for described, old, new in zip(tokens[0::3], tokens[1::3], tokens[2::3], strict=False):
        found[new] = old, described.split(" ")[2]
    return found


def _logged(
    repository: Repository, options: Sequence[str], asked: str, suspect: Callable[..., None] | None = None
) -> Generator[_Line, None, None]:
    """The commits of a log: each without a file first, and then with each of its files."""
    with started(repository.top, "log", *_ARGUMENTS, *options, "--stdin") as git:
        try:
            git.ask(os.fsencode(asked))
        except OSError as error:
            raise ended_early(repository.top, "log") from error
        git.ask_no_more()
        reader = _Reader(repository.top)
        if suspect is not None:
            # Git prints a commit when all its files are found: it is at work on the next one.
            git.suspect = lambda: suspect(*(reader.next or (asked.strip(), f"{asked.strip()}^")))
        while piece := git.answers.read1(PIECE):
            began = time.monotonic()
            lines = list(reader.read(piece))
            git.spend(time.monotonic() - began)
            yield from lines
        if git.end():
            raise ended_early(repository.top, "log")


class _Reader:
    """Reads what git prints piece by piece: tokens that end with a NUL, one for a commit, two for each of its files."""

    def __init__(self, top: str) -> None:
        self._top = top
        self._commit = _Commit("", None, "")
        self._files = 0
        self._described = b""
        self._rest = b""

    @property
    def next(self) -> tuple[str, str] | None:
        """The first parent of the last commit, and its first parent; None before there is one."""
        last = self._commit.identity
        return (f"{last}^", f"{last}^^") if last else None

    def read(self, piece: bytes) -> Iterator[_Line]:
        *tokens, self._rest = (self._rest + piece).split(b"\0")
        if len(self._rest) > _LONGEST_TOKEN:
            raise BeyondLimitsError(
                f"{self._top}: {self._commit.identity} has a path of more than {_LONGEST_TOKEN:,} bytes"
            )
        described = self._described
        for token in tokens:
            if described:
                yield self._commit, described, os.fsdecode(token)
                described = b""
            elif token.startswith(_COMMIT):
                identity, committed, tree = token[1:].decode().split(" ")
                self._commit = _Commit(identity, parsed(committed), tree)
                self._files = 0
                yield self._commit, b"", ""
            else:
                described = token.lstrip(b"\n")
        self._described = described
        self._count(len(tokens))

    def _count(self, tokens: int) -> None:
        """Refuse a commit that changes too many files; the tokens may be of several commits."""
        self._files += tokens // 2
        if self._files > MOST_ENTRIES:
            raise BeyondLimitsError(f"{self._top}: {self._commit.identity} changes more than {MOST_ENTRIES:,} files")


def _identities(described: bytes) -> tuple[tuple[str, ...], str]:
    """`:mode mode identity identity status`; a merge has a colon, a mode and an identity for each of its parents."""
    parents = len(described) - len(described.lstrip(b":"))
    told = described.decode().split(" ")[parents + 1 : 2 * parents + 2]
    *before, after = ("" if not identity.strip("0") else identity for identity in told)
    return tuple(before), after
