"""Which commits touched some files, the newest first: one `git log`, read while it runs."""

import os
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from typing import NamedTuple

from transtats_cli.git.limits import MOST_ENTRIES
from transtats_cli.git.process import PIECE, BeyondLimitsError, ended_early, run, started
from transtats_cli.git.repository import Repository
from transtats_cli.times import parsed

_COMMIT = b"\1"
_LONGEST_TOKEN = 1 << 20
"""Bytes of a path; what git prints besides is short."""
_ARGUMENTS = (
    f"--format={_COMMIT.decode()}%H %ct %T %P",
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
    parents: int = 0


_Line = tuple[_Commit, bytes, str]
"""A commit, and of one of its files a description and the path."""


def pattern(path: str) -> str:
    """Return a pattern for git that matches a path, and others with the same extension."""
    name, dot, extension = path.rpartition("/")[2].rpartition(".")
    return f"*.{extension}" if name and dot and extension.isalnum() else f":(literal){path}"


def changes(
    repository: Repository, start: str, paths: Iterable[str], *, in_order: bool = False, are_patterns: bool = False
) -> Generator[Change, None, None]:
    """Each change of these files in a commit and what led to it.

    Commits come by their time, and as soon as they are found; `in_order` has every commit after all that came of it,
    which takes a look at all of them first.
    """
    # Of a merge, the files that are as in none of its parents.
    options = ["-c", "--topo-order"] if in_order else ["-c"]
    asked = "\n".join([start, "--", *paths, ""])
    with closing(_logged(repository, options, asked, has_patterns=are_patterns)) as told:
        for commit, described, path in told:
            if described:
                yield Change(commit.identity, commit.time, path, *_identities(described))


def touched(repository: Repository, older: str, newer: str) -> frozenset[str] | None:
    """Return the paths of files that differ between two commits, or that a commit between them changes.

    None if the newer one does not descend from the older one.
    """
    found: set[str] = set()
    is_descendant = has_merge = False
    with closing(_logged(repository, ["-c", "--boundary"], f"{newer}\n^{older}\n")) as told:
        for commit, _, path in told:
            if commit.identity == older:
                # Parents of the commits in the range are printed, too.
                is_descendant = True
                continue
            has_merge = has_merge or commit.parents > 1
            found.add(path)
    if not is_descendant:
        return None
    if has_merge:
        # A merge may bring back a content that is older than both.
        options = ("-r", "-z", "--name-only", "--no-renames", "-O/dev/null", "--no-ext-diff", "--no-textconv")
        differing = run(repository.top, "diff-tree", *options, "--ignore-submodules=none", older, newer)
        found.update(map(os.fsdecode, differing.split(b"\0")))
    return frozenset(found)


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
    repository: Repository,
    options: Sequence[str],
    asked: str,
    *,
    has_patterns: bool = False,
) -> Generator[_Line, None, None]:
    """The commits of a log: each without a file first, and then with each of its files."""
    with started(repository.top, "log", *_ARGUMENTS, *options, "--stdin", has_patterns=has_patterns) as git:
        try:
            git.ask(os.fsencode(asked))
        except OSError as error:
            raise ended_early(repository.top, "log") from error
        git.ask_no_more()
        reader = _Reader(repository.top)
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
                identity, committed, tree, *parents = token[1:].decode().split(" ")
                self._commit = _Commit(identity, parsed(committed), tree, len(parents))
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
    told = described.decode().split(" ")
    # Few identities are none, so few begin with so many zeros.
    found = ["" if word[:8] == "00000000" and not word.strip("0") else word for word in told]
    parents = len(described) - len(described.lstrip(b":"))
    return tuple(found[parents + 1 : 2 * parents + 1]), found[2 * parents + 1]
