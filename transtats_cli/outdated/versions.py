"""Find the versions of files along the first parents of a commit, newest first.

A merge counts as one commit, which changes what differs from its first parent. A server that pulls a branch sees the
same.
"""

from collections.abc import Collection, Sequence
from contextlib import closing
from typing import NamedTuple

from transtats_cli.git.log import CHANGE_OPTIONS, LoggedCommit, find_pathspecs, read_log
from transtats_cli.git.tree_comparison import OldFilesByNewPath, RenameReader
from transtats_cli.git.trees import TreeReader

_MAX_LOGS_OF_PATHS = 2
"""Maximum number of logs of some files and folders. If files were moved more often, the next log has all files."""


class Version(NamedTuple):
    """Version of a file, and the commit that made it."""

    position: int
    """Place of the commit in the history: a larger number is an older commit, and 0 is the work tree."""
    commit: str
    """Id of the commit. '' for the work tree."""
    time: int | None
    """Commit time in seconds since 1970. None if the time is unknown, and for the work tree."""
    blob_id: str


def find_versions(trees: TreeReader, start_commit: str, groups: Sequence[Collection[str]]) -> dict[str, list[Version]]:
    """Return the committed versions of files, newest first, by path in the start commit.

    `groups` contains the paths of all files, grouped by component. The versions of a renamed file continue at its old
    path. Those of a file that was removed and added again end at the commit that added it last.
    """
    repository = trees.objects.repository
    versions: dict[str, list[Version]] = {path: [] for group in groups for path in group}
    first_paths = {path: path for path in versions}
    """Path in the start commit by the path at the commit that is read."""
    position, log_count, start = 0, 0, start_commit
    with RenameReader(repository, trees.refuse_beyond_limits) as renames:
        while start and first_paths:
            pathspecs = find_pathspecs(groups) if log_count < _MAX_LOGS_OF_PATHS else []
            log_count, begin, start = log_count + 1, start, ""
            with closing(read_log(repository, [begin], ["--first-parent", *CHANGE_OPTIONS], pathspecs)) as log:
                for commit in log:
                    position += 1
                    added: dict[str, str] = {}
                    for path in first_paths.keys() & commit.changes.keys():
                        before, after = commit.find_blob_ids(path)
                        if after:
                            versions[first_paths[path]].append(Version(position, commit.commit_id, commit.time, after))
                        if after and not before:
                            added[path] = first_paths.pop(path)
                    moved = _find_old_paths(commit, added, renames, trees) if added else {}
                    first_paths |= moved
                    if not first_paths:
                        break
                    if pathspecs and any(not _is_in_log(path, pathspecs) for path in moved):
                        start, groups = commit.parents[0], [first_paths]
                        break
    return versions


def _find_old_paths(
    commit: LoggedCommit, added: dict[str, str], renames: RenameReader, trees: TreeReader
) -> dict[str, str]:
    """Return the path in the start commit of each file that a commit renamed, by its path before the commit."""
    if not commit.parents or commit.commit_id in trees.objects.repository.shallow_boundary():
        return {}
    (found,) = renames.compare([(trees.find_tree(commit.parents[0]), commit.tree)])
    old_files: OldFilesByNewPath = dict(found)
    return {old_files[path][0]: first for path, first in added.items() if path in old_files}


def _is_in_log(path: str, pathspecs: Sequence[str]) -> bool:
    return any(f"{path}/".startswith(f"{each}/") for each in pathspecs)
