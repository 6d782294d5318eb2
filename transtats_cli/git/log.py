"""Read commits and changes of files from the output of `git log`, while git is running.

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

_COMMIT_MARK = b"\1"
_MAX_PATHSPECS = 32
"""Maximum number of files and folders in the arguments of a log. Git compares each entry with each of them."""
_LOG_OPTIONS = (
    f"--format={_COMMIT_MARK.decode()}%H %ct %T %P",
    "-z",
    "--no-color",
    "--no-show-signature",
    "--no-notes",
)
_CHANGE_OPTIONS = (
    # With options that override every setting of the user or the repository that changes the output.
    *("-c", "--raw", "--no-abbrev", "--no-renames", "-O/dev/null", "--root", "--no-ext-diff", "--no-textconv"),
    # Without this option, git reads .gitmodules in the work tree.
    "--ignore-submodules=none",
)
"""Options of `git log` that print the changed files of each commit.

For a merge, only files that differ from all parents are printed.
"""


class CommittedChange(NamedTuple):
    """Change of one file by one commit."""

    commit: str
    """Id of the commit."""
    time: int | None
    """Commit time in seconds since 1970. None if the time is unknown."""
    path: str
    """Path from the top of the repository. Bytes that are not UTF-8 are surrogate escapes."""
    blob_ids_before: tuple[str, ...]
    """Blob id of the file in each parent of the commit. '' if the parent does not have the file."""
    blob_id_after: str
    """Blob id of the file in the commit. '' if the commit removed the file."""


class LoggedCommit(NamedTuple):
    """Commit in the output of `git log`."""

    commit_id: str
    time: int | None
    """Commit time in seconds since 1970. None if the time is unknown."""
    tree: str
    """Tree id of the top folder."""
    parent_count: int = 0
    """Number of parents of the commit."""


LogLine = tuple[LoggedCommit, bytes, str]
"""Commit, description and path of one changed file. `parse_change` parses the description.

For a line without a file, the description and the path are empty.
"""


class LogScope:
    """Set of paths whose changes are read with one log: the files with certain extensions in certain folders.

    Git compares each entry of a folder with each pathspec. So the log of a few folders is much faster than the log of
    many files, and faster than the log of a pattern like `*.po`, for which git has to read all folders.
    """

    def __init__(self, groups: Iterable[Collection[str]]) -> None:
        """Create a scope that contains the paths of all groups.

        The paths of a group, such as the files of one component, have most of their folders in common.
        """
        named = [[path for path in group if "\n" not in path] for group in groups]
        paths = frozenset(path for group in named for path in group)
        folders = _without_nested({posixpath.commonpath(map(posixpath.dirname, group)) for group in named if group})
        self._patterns = frozenset(map(_path_pattern, paths))
        self._paths = paths if len(paths) <= _MAX_PATHSPECS else frozenset()
        self._folders: tuple[str, ...] = ()
        if not self._paths:
            is_small = len(folders) <= _MAX_PATHSPECS and "" not in folders
            self._folders = tuple(f"{folder}/" for folder in folders) if is_small else ("",)
        literal = self._paths or (folders if self._folders != ("",) else ())
        self.pathspecs = [f":(literal){path}" for path in literal] or list(self._patterns)

    def __contains__(self, path: str) -> bool:
        return path in self._paths or (path.startswith(self._folders) and _path_pattern(path) in self._patterns)


def _path_pattern(path: str) -> str:
    """Return a git pathspec that matches a path and all other paths with the same extension."""
    name, dot, extension = path.rpartition("/")[2].rpartition(".")
    return f"*.{extension}" if name and dot and extension.isalnum() else f":(literal){path}"


def _without_nested(folders: Iterable[str]) -> list[str]:
    """Return the folders that are not inside another of the folders."""
    found: list[str] = []
    for folder in sorted(folders, key=lambda each: f"{each}/"):
        if not found or not f"{folder}/".startswith(f"{found[-1]}/"):
            found.append(folder)
    return found


def read_committed_changes(
    repository: Repository, start: str, paths: Iterable[str], *, in_order: bool = False
) -> Generator[CommittedChange, None, None]:
    """Yield the changes of files in the commit `start` and its ancestors.

    The changes are sorted by commit time, newest first, and are yielded as soon as git finds the commit. With
    `in_order`, every commit comes after all its descendants. This is slower, because git reads all commits before it
    prints any commit.
    """
    options = [*_CHANGE_OPTIONS, "--topo-order"] if in_order else _CHANGE_OPTIONS
    request = "\n".join([start, "--", *paths, ""])
    with closing(_read_log(repository, options, request)) as lines:
        for commit, description, path in lines:
            if description:
                yield parse_change(commit, description, path)


def read_log_of_scope(repository: Repository, start: str, scope: LogScope) -> Generator[LogLine, None, None]:
    """Yield the lines of the log of a scope, sorted by commit time, newest first.

    For each commit, the first line has an empty path. One line for each changed file follows. The lines may include
    files that are not in the scope.
    """
    if scope.pathspecs:
        request = "\n".join([start, "--", *scope.pathspecs, ""])
        yield from _read_log(repository, _CHANGE_OPTIONS, request, has_patterns=True)


def read_commits_of_main_line(repository: Repository, start: str) -> Generator[LoggedCommit, None, None]:
    """Yield a commit, its first parent, the first parent of this parent, and so on."""
    with closing(_read_log(repository, ["--first-parent"], f"{start}\n")) as lines:
        for commit, _, _ in lines:
            yield commit


def parse_blob_id_after(description: bytes) -> str:
    """Return the blob id of the file after a change.

    If the commit removed the file, the id consists of zeros. `description` is a part of the output of `git log`.
    """
    return description.rsplit(b" ", 2)[1].decode()


def parse_change(commit: LoggedCommit, description: bytes, path: str) -> CommittedChange:
    """Parse the description of a changed file, which has the form `:mode mode id id status`.

    For a merge, the description has one colon, one mode and one id for each parent.
    """
    fields = description.decode().split(" ")
    # The first comparison is a fast test: only a null id, or very rarely another one, begins with so many zeros.
    values = ["" if field[:8] == "00000000" and not field.strip("0") else field for field in fields]
    parents = len(description) - len(description.lstrip(b":"))
    before, after = tuple(values[parents + 1 : 2 * parents + 1]), values[2 * parents + 1]
    return CommittedChange(commit.commit_id, commit.time, path, before, after)


def find_changed_paths(repository: Repository, older: str, newer: str) -> frozenset[str] | None:
    """Return the paths of all files that differ between two commits, or that any commit between the two changes.

    Return None if the commit `newer` does not descend from the commit `older`.
    """
    found: set[str] = set()
    is_descendant = has_merge = False
    with closing(_read_log(repository, [*_CHANGE_OPTIONS, "--boundary"], f"{newer}\n^{older}\n")) as lines:
        for commit, _, path in lines:
            if commit.commit_id == older:
                # With --boundary, git also prints the parents of the commits in the range.
                is_descendant = True
                continue
            has_merge = has_merge or commit.parent_count > 1
            found.add(path)
    if not is_descendant:
        return None
    if has_merge:
        # A merge may restore a content that is older than both commits.
        options = ("-r", "-z", "--name-only", "--no-renames", "-O/dev/null", "--no-ext-diff", "--no-textconv")
        differing = run_git(repository.top, "diff-tree", *options, "--ignore-submodules=none", older, newer)
        found.update(map(os.fsdecode, differing.split(b"\0")))
    return frozenset(found)


def _read_log(
    repository: Repository,
    options: Sequence[str],
    request: str,
    *,
    has_patterns: bool = False,
) -> Generator[LogLine, None, None]:
    """Yield the lines of a log. Each commit is yielded once with an empty path, and then once for each changed file."""
    with start_git(repository.top, "log", *_LOG_OPTIONS, *options, "--stdin", has_patterns=has_patterns) as git:
        try:
            git.write(os.fsencode(request))
        except OSError as error:
            raise create_early_end_error(repository.top, "log") from error
        git.close_input()
        yield from git.parse_tokens(_LogParser(repository.top).parse_tokens)
        if git.wait_for_exit():
            raise create_early_end_error(repository.top, "log")


class _LogParser:
    """Incremental parser of the output of `git log`.

    The output consists of tokens that end with NUL: one token for each commit, and two tokens for each changed file.
    """

    def __init__(self, top: str) -> None:
        self._top = top
        self._commit = LoggedCommit("", None, "")
        self._changed_files = 0
        self._description = b""

    def parse_tokens(self, tokens: Iterable[bytes]) -> Iterator[LogLine]:
        description = self._description
        for token in tokens:
            if description:
                self._changed_files += 1
                yield self._commit, description, os.fsdecode(token)
                description = b""
            elif token.startswith(_COMMIT_MARK):
                self._refuse_many_files()
                commit_id, committed, tree, *parents = token[1:].decode().split(" ")
                self._commit = LoggedCommit(commit_id, parse_seconds(committed), tree, len(parents))
                self._changed_files = 0
                yield self._commit, b"", ""
            else:
                description = token.lstrip(b"\n")
        self._description = description
        self._refuse_many_files()

    def _refuse_many_files(self) -> None:
        """Raise BeyondLimitsError if the current commit changes too many files."""
        if self._changed_files > MAX_FILES:
            raise BeyondLimitsError(f"{self._top}: {self._commit.commit_id} changes more than {MAX_FILES:,} files")
