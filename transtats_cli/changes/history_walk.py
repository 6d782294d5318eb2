"""Walk from a commit to its ancestors, and add each change of a file to the history of this file.

All files of all components are followed with one git log. At a merge, a history continues at the first parent that has
the same content of the file. So changes of branches that do not affect the current content are left out. If no parent
has the same content, the merge changes the file. The history of a renamed file continues at its old path.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import closing
from typing import NamedTuple

from transtats_cli.git.log import (
    CHANGE_OPTIONS,
    CONNECTED_COMMITS_OPTIONS,
    ORDERED_OPTIONS,
    LoggedCommit,
    find_pathspecs,
    read_log,
)
from transtats_cli.git.objects import BlobCache
from transtats_cli.git.tree_comparison import ParentComparison, RenameReader
from transtats_cli.git.trees import TreeReader

_MAX_LOGS_OF_PATHS = 2
"""Maximum number of logs of some files and folders. All further logs are of the whole repository, so that files that
were renamed many times do not need many logs.
"""
_CHANGES_PER_REQUEST = 64
"""Maximum number of changes for which contents are read with one request."""


class CommittedChange(NamedTuple):
    """Change of one file by one commit."""

    commit: str
    """Id of the commit."""
    time: int | None
    """Commit time in seconds since 1970. None if the time is unknown."""
    blob_ids_before: Sequence[str]
    """Blob id of the file in each parent of the commit, at least one. '' if the parent does not have the file."""
    blob_id_after: str


class History:
    """History of one file. The walk adds changes, from the newest to the oldest."""

    is_complete = False
    """True if older changes do not affect the history. The walk may set this attribute, too."""
    follows_renames = True
    """False if the commit that renamed the file is regarded as the commit that added the file."""

    @property
    def lacks_last_change(self) -> bool:
        """True if no change was found, and older commits must still be read."""
        return not self.is_complete

    def can_ignore_changes_at(self, _time: int | None) -> bool:
        """True if changes at this time (seconds since 1970) and earlier do not affect the history."""
        return self.is_complete

    def must_compare_changes_at(self, _time: int | None) -> bool:
        """True if `add_change` reads the contents before and after a change at this time."""
        return True

    def add_change(self, change: CommittedChange, read_blob: Callable[[str], bytes]) -> Sequence[int]:
        """Add a change. Return the indexes of the parents at which the history continues."""
        raise NotImplementedError

    def set_creation_time(self, _time: int | None) -> None:
        """Complete the history at the commit that added the file."""
        self.is_complete = True


Entries = dict[str, list[History]]
"""Histories that continue at one commit, by the path of the file in this commit."""


_FollowedChange = tuple[list[History], CommittedChange, str]
"""Histories to which a change is added, the change, and the path of the file before the change."""


class HistoryWalk:
    """Walk through the commits of one repository."""

    def __init__(self, trees: TreeReader, blobs: BlobCache) -> None:
        self._trees = trees
        self._blobs = blobs
        self._repository = trees.objects.repository
        self._boundary = self._repository.shallow_boundary()
        self._entries_by_commit: dict[str, Entries] = {}
        """Entries of the commits that were not read yet. All of them are parents of commits that were read."""
        self._moved: dict[str, Entries] = {}
        """Entries of files that were moved from paths outside of the log, by the commit that moved them."""
        self._pathspecs: list[str] = []

    def complete_histories(self, start_commit: str, entries: Entries, groups: Iterable[Collection[str]] = ()) -> None:
        """Add the changes in a commit and its ancestors to the histories of files of this commit.

        `groups` contains the paths of all files, grouped by component.
        """
        with (
            RenameReader(self._repository, self._trees.refuse_beyond_limits) as self._renames,
            ParentComparison(self._repository, self._trees.refuse_beyond_limits) as self._other_parents,
        ):
            remaining = {start_commit: entries}
            groups = groups or [entries.keys()]
            logs = 0
            while remaining:
                self._pathspecs = find_pathspecs(groups) if logs < _MAX_LOGS_OF_PATHS else []
                remaining = self._read_log(remaining, is_first=not logs)
                groups = [{path for each in remaining.values() for path in each}]
                logs += 1

    def _read_log(self, starts: dict[str, Entries], *, is_first: bool) -> dict[str, Entries]:
        """Complete histories from one log. Return the entries of commits at which another log must start."""
        histories = [history for entries in starts.values() for each in entries.values() for history in each]
        waiting = set(histories)
        self._entries_by_commit, self._moved = starts.copy(), {}
        # The first log of some paths is probably not read to the end, so git must print each commit when it is found.
        is_ordered = not (is_first and self._pathspecs)
        # Other logs must not omit the commits at which they start.
        options = (*CHANGE_OPTIONS, *(ORDERED_OPTIONS if is_ordered else CONNECTED_COMMITS_OPTIONS))
        start = next(iter(starts))
        with closing(read_log(self._repository, list(starts), options, self._pathspecs)) as log:
            for commit in log:
                entries = self._entries_by_commit.pop(commit.commit_id, None)
                if entries is None and is_first:
                    # The log may omit the commit at which it starts. Then it begins with the next commit.
                    entries = self._entries_by_commit.pop(start, None)
                if entries is None:
                    continue
                for history in self._continue_at_parents(commit, entries):
                    if not history.lacks_last_change:
                        waiting.discard(history)
                if not self._entries_by_commit:
                    return self._moved
                while not waiting and histories and histories[-1].can_ignore_changes_at(commit.time):
                    histories.pop()
                if not histories:
                    return {}
        if not is_ordered:
            # With a wrong clock, a commit may seem to be newer than its descendants, so the log prints it too early.
            for commit_id, entries in self._entries_by_commit.items():
                late = {path: found for path, each in entries.items() if (found := [h for h in each if h in waiting])}
                if late:
                    _add_entries(self._moved, commit_id, late)
        return self._moved

    def _continue_at_parents(self, commit: LoggedCommit, entries: Entries) -> Iterator[History]:
        """Add the changes of a commit to the histories, which then continue at the parents of the commit.

        Yield the histories of changed files.
        """
        paths = list(entries.keys() & commit.changes.keys())
        for start in range(0, len(paths), _CHANGES_PER_REQUEST):
            followed = list(self._find_changes(commit, entries, paths[start : start + _CHANGES_PER_REQUEST]))
            self._blobs.read_ahead(
                blob_id
                for histories, change, _ in followed
                if any(not each.is_complete and each.must_compare_changes_at(commit.time) for each in histories)
                for blob_id in (change.blob_id_after, *change.blob_ids_before)
            )
            for histories, change, old_path in followed:
                for history in histories:
                    for index in () if history.is_complete else history.add_change(change, self._blobs.read):
                        if not history.is_complete:
                            self._continue_history(history, commit, index, old_path)
                yield from histories
        if commit.parents and entries:
            _add_entries(self._entries_by_commit, commit.parents[0], entries)

    def _find_changes(self, commit: LoggedCommit, entries: Entries, paths: Sequence[str]) -> Iterator[_FollowedChange]:
        """Remove the entries with these paths, and yield the changes of their files.

        If a merge did not change a file, the history continues at one of the parents. If the commit added a file, the
        history is completed.
        """
        others = [
            self._other_parents.find_changed_files(parent, commit.commit_id) for parent in commit.parents[1:] if paths
        ]
        for path in paths:
            before, after = commit.find_blob_ids(path)
            if not after:
                # The file was moved away from this path by this commit, at which an earlier log has ended.
                continue
            histories = entries.pop(path)
            parent_blob_ids = [before, *(changed.get(path, after) for changed in others)]
            if after in parent_blob_ids:
                _add_entries(self._entries_by_commit, commit.parents[parent_blob_ids.index(after)], {path: histories})
                continue
            histories = [history for history in histories if not history.can_ignore_changes_at(commit.time)]
            old_path = path
            if histories and not any(parent_blob_ids):
                old_path, old_blob_id = self._renames.renames_in(commit.commit_id).get(path, ("", ""))
                parent_blob_ids = [old_blob_id]
                for history in histories:
                    if commit.commit_id in self._boundary:
                        history.is_complete = True
                    elif not (old_path and history.follows_renames):
                        history.set_creation_time(commit.time)
            yield histories, CommittedChange(commit.commit_id, commit.time, parent_blob_ids, after), old_path

    def _continue_history(self, history: History, commit: LoggedCommit, parent_index: int, path: str) -> None:
        is_in_log = not self._pathspecs or any(f"{path}/".startswith(f"{each}/") for each in self._pathspecs)
        if is_in_log and commit.parents:
            _add_entries(self._entries_by_commit, commit.parents[parent_index], {path: [history]})
        elif self._pathspecs:
            _add_entries(self._moved, commit.commit_id, {path: [history]})


def _add_entries(entries_by_commit: dict[str, Entries], commit_id: str, entries: Entries) -> None:
    """Add entries to those of a commit. The dict `entries` must not be used afterwards."""
    present = entries_by_commit.setdefault(commit_id, entries)
    if present is entries:
        return
    if len(present) < len(entries):
        # Two branches begin at this commit. One of them has most of the files.
        present, entries = entries, present
        entries_by_commit[commit_id] = present
    for path, histories in entries.items():
        known = present.get(path, [])
        present[path] = [*known, *(history for history in histories if history not in known)]
