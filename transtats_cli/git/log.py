"""Which commits touched some files, the newest first: one `git log`, read while it runs."""

import os
import re
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing
from itertools import groupby
from typing import NamedTuple

from transtats_cli.git.process import ended_early, run, started
from transtats_cli.git.repository import Repository

_COMMIT = b"\1"
_PIECE = 1 << 16
_FILES = re.compile(rb":100[0-7]{3} 100[0-7]{3} .* M$")
_ARGUMENTS = (
    f"--format={_COMMIT.decode()}%H %ct %T",
    # As raw as can be: no settings of the user's or the repository's have a say.
    *("--raw", "-z", "--no-abbrev", "--no-renames", "-O/dev/null"),
    *("--root", "--no-ext-diff", "--no-textconv", "--no-color", "--no-show-signature", "--no-notes"),
)


class Change(NamedTuple):
    """One file in one commit."""

    commit: str
    time: int
    """When it was committed, in seconds."""
    path: str
    """From the top of the repository, as bytes that are no text are read everywhere."""
    before: tuple[str, ...]
    """The content's identity in each parent; '' where the file was not there."""
    after: str
    """The content's identity; '' where the commit removed the file."""


class _Commit(NamedTuple):
    identity: str
    time: int
    tree: str


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


def steps(repository: Repository, start: str) -> Generator[Step, None, None]:
    """The way that a branch took to a commit, along first parents, the newest first."""
    with closing(_logged(repository, ["-m", "--first-parent"], f"{start}\n")) as told:
        for commit, files in groupby(told, lambda each: each[0]):
            _, *listed = files
            modified = [path for _, described, path in listed if _FILES.match(described)]
            yield Step(commit.tree, modified, len(modified) == len(listed))


def renamed_from(repository: Repository, commit: str, before: str = "") -> dict[str, tuple[str, str]]:
    """Where the files that a commit renames were before: path and identity of the content by the new path.

    Before is in its parent, or in another commit.
    """
    told = run(
        repository.top,
        *("diff-tree", "-r", "--raw", "-z", "--no-abbrev", "-M", "-l2000", "--diff-filter=R", "--no-commit-id"),
        *("-O/dev/null", "--no-ext-diff", "--no-textconv", *filter(None, [before, commit])),
    )
    tokens = [os.fsdecode(token) for token in told.split(b"\0")]
    found: dict[str, tuple[str, str]] = {}
    for described, old, new in zip(tokens[0::3], tokens[1::3], tokens[2::3], strict=False):
        found[new] = old, described.split(" ")[2]
    return found


def _logged(
    repository: Repository, options: Sequence[str], asked: str
) -> Generator[tuple[_Commit, bytes, str], None, None]:
    with started(repository.top, "log", *_ARGUMENTS, *options, "--stdin") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(os.fsencode(asked))
            process.stdin.close()
        except OSError as error:
            raise ended_early(repository.top, "log") from error
        yield from _read(_pieces(process.stdout.fileno()))
        if process.wait():
            raise ended_early(repository.top, "log")


def _read(pieces: Iterable[bytes]) -> Iterator[tuple[_Commit, bytes, str]]:
    """What is told, in git's words: tokens that end with a NUL, a commit's first, then two for each of its files.

    Each commit comes first without a file, and then with each of its files.
    """
    commit = _Commit("", 0, "")
    described = rest = b""
    for piece in pieces:
        *tokens, rest = (rest + piece).split(b"\0")
        for token in tokens:
            if described:
                yield commit, described, os.fsdecode(token)
                described = b""
            elif token.startswith(_COMMIT):
                identity, time, tree = token[1:].decode().split(" ")
                commit = _Commit(identity, int(time), tree)
                yield commit, b"", ""
            else:
                described = token.lstrip(b"\n")


def _pieces(descriptor: int) -> Iterator[bytes]:
    """What can be read now, without waiting for more."""
    while piece := os.read(descriptor, _PIECE):
        yield piece


def _identities(described: bytes) -> tuple[tuple[str, ...], str]:
    """`:mode mode identity identity status`; a merge has a colon, a mode and an identity for each of its parents."""
    parents = len(described) - len(described.lstrip(b":"))
    told = described.decode().split(" ")[parents + 1 : 2 * parents + 2]
    *before, after = ("" if not identity.strip("0") else identity for identity in told)
    return tuple(before), after
