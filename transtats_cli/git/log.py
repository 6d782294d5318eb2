"""Read commits and their changed files from the output of `git log`, while git is running.

The newest commit comes first.
"""

import os
import posixpath
from collections.abc import Collection, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from typing import NamedTuple

from transtats_cli.git.limits import MAX_FILES
from transtats_cli.git.process import BeyondLimitsError, create_early_end_error, run_git, start_git
from transtats_cli.git.repository import Repository
from transtats_cli.times import parse_seconds

_COMMIT_MARK = "\1"
_MAX_PATHSPECS = 32
"""Maximum number of files and folders in the arguments of a log. Git compares each entry with each of them."""
_LOG_OPTIONS = (
    f"--format={_COMMIT_MARK}%H %ct %T %P",
    "-z",
    "--no-color",
    "--no-show-signature",
    "--no-notes",
)
CHANGE_OPTIONS = (
    # With options that override every setting of the user or the repository that changes the output.
    *("--raw", "--no-abbrev", "--no-renames", "-O/dev/null", "--root", "--no-ext-diff", "--no-textconv"),
    "--diff-merges=first-parent",
    # Without this option, git reads .gitmodules in the work tree.
    "--ignore-submodules=none",
)
"""Options of `read_log` for the changed files of each commit, compared with its first parent."""
CONNECTED_COMMITS_OPTIONS = ("--full-history", "--parents")
"""Options of `read_log` that, if there are paths, omit most commits that change none of the paths.

Merges that connect the other commits are not omitted. `LoggedCommit.parents` are not the parents, but the next older
commits in the log. With a wrong clock, a commit may be yielded before its descendants.
"""
ORDERED_OPTIONS = ("--full-history", "--sparse", "--date-order")
"""Options of `read_log` that omit no commit, and that yield each commit after all its descendants.

Git reads all commits before it prints the first one.
"""


class LoggedCommit(NamedTuple):
    """Commit in the output of `git log`."""

    commit_id: str
    time: int | None
    """Commit time in seconds since 1970. None if the time is unknown."""
    tree: str
    """Tree id of the top folder."""
    parents: tuple[str, ...]
    changes: dict[str, str]
    """Descriptions of the changed files, by path from the top of the repository. Bytes that are not UTF-8 are surrogate
    escapes. A description has the form `:mode mode id id status`.
    """

    def find_blob_ids(self, path: str) -> tuple[str, str]:
        """Return the blob ids of a changed file in the first parent and in the commit. '' if there is no file."""
        _, _, before, after, _ = self.changes[path].lstrip("\n").split(" ")
        return before if before.strip("0") else "", after if after.strip("0") else ""


def find_pathspecs(groups: Iterable[Collection[str]]) -> list[str]:
    """Return a small number of files or folders that contain the paths of all groups. [] for the whole repository.

    The paths of a group, such as the files of one component, have most of their folders in common. Git compares each
    entry of a folder with each pathspec. So the log of a few folders is faster than the log of many files, and the log
    of the whole repository is faster than the log of many folders.
    """
    named = [group for group in groups if group]
    found = list(dict.fromkeys(path for group in named for path in group))
    if any("\n" in path for path in found):
        # A newline separates the pathspecs in the input of git.
        return []
    if len(found) > _MAX_PATHSPECS and len(named) <= _MAX_PATHSPECS:
        found = _without_nested({posixpath.commonpath(map(posixpath.dirname, group)) for group in named})
    return found if len(found) <= _MAX_PATHSPECS and "" not in found else []


def _without_nested(folders: Iterable[str]) -> list[str]:
    """Return the folders that are not inside another of the folders."""
    found: list[str] = []
    for folder in sorted(folders, key=lambda each: f"{each}/"):
        if not found or not f"{folder}/".startswith(f"{found[-1]}/"):
            found.append(folder)
    return found


def find_changed_paths(repository: Repository, older: str, newer: str) -> frozenset[str] | None:
    """Return the paths of all files that differ between two commits, or that any commit between the two changes.

    Return None if the commit `newer` does not descend from the commit `older`.
    """
    found: set[str] = set()
    is_descendant = has_merge = False
    with closing(read_log(repository, [newer, f"^{older}"], [*CHANGE_OPTIONS, "--boundary"])) as log:
        for commit in log:
            if commit.commit_id == older:
                # With --boundary, git also prints the parents of the commits in the range.
                is_descendant = True
                continue
            has_merge = has_merge or len(commit.parents) > 1
            found.update(commit.changes)
    if not is_descendant:
        return None
    if has_merge:
        # A merge may restore a content that is older than both commits.
        options = ("-r", "-z", "--name-only", "--no-renames", "-O/dev/null", "--no-ext-diff", "--no-textconv")
        differing = run_git(repository.top, "diff-tree", *options, "--ignore-submodules=none", older, newer)
        found.update(map(os.fsdecode, differing.split(b"\0")))
    return frozenset(found)


def read_log(
    repository: Repository, revisions: Iterable[str], options: Iterable[str] = (), paths: Sequence[str] = ()
) -> Generator[LoggedCommit, None, None]:
    """Yield the commits of a log, sorted by commit time, newest first, as soon as git finds them.

    `paths` are files and folders. Without `CHANGE_OPTIONS`, the commits have no changes.
    """
    request = "\n".join([*revisions, "--", *paths, ""])
    with start_git(repository.top, "log", *_LOG_OPTIONS, *options, "--stdin") as git:
        try:
            git.write(os.fsencode(request))
        except OSError as error:
            raise create_early_end_error(repository.top, "log") from error
        git.close_input()
        parser = _LogParser(repository.top)
        yield from git.parse_tokens(parser.parse_tokens)
        if git.wait_for_exit():
            raise create_early_end_error(repository.top, "log")
        yield from parser.parse_tokens([_COMMIT_MARK.encode()])


class _LogParser:
    """Incremental parser of the output of `git log`.

    The output consists of tokens that end with NUL: one token for each commit, and two tokens for each changed file.
    """

    def __init__(self, top: str) -> None:
        self._top = top
        self._commit: LoggedCommit | None = None
        self._description = ""

    def parse_tokens(self, tokens: Sequence[bytes]) -> Iterator[LoggedCommit]:
        """Yield each commit whose changes are complete, because the next commit begins, or the token is only a mark."""
        commit, description = self._commit, self._description
        remaining = iter(os.fsdecode(b"\0".join(tokens)).split("\0") if tokens else ())
        for token in remaining:
            if description and commit is not None:
                commit.changes[token] = description
                description = ""
            elif token[:1] != _COMMIT_MARK:
                description = token
                if commit is not None and (path := next(remaining, "")):
                    commit.changes[path] = description
                    description = ""
            else:
                if commit is not None:
                    self._refuse_many_files(commit)
                    yield commit
                commit = _parse_commit(token[1:]) if len(token) > 1 else None
        self._commit, self._description = commit, description
        if commit is not None:
            self._refuse_many_files(commit)

    def _refuse_many_files(self, commit: LoggedCommit) -> None:
        """Raise BeyondLimitsError if a commit changes too many files."""
        if len(commit.changes) > MAX_FILES:
            raise BeyondLimitsError(f"{self._top}: {commit.commit_id} changes more than {MAX_FILES:,} files")


def _parse_commit(text: str) -> LoggedCommit:
    commit_id, committed, tree, *parents = text.split(" ")
    return LoggedCommit(commit_id, parse_seconds(committed), tree, tuple(filter(None, parents)), {})
