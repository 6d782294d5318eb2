"""Read the histories of files of many components from one git log.

The log of one file omits branches that do not affect this file. So the log of all files may contain other commits than
the log of one file. A change is in both logs if no other change results in the same content of the file, or if the
commit is one of the commits that `main_line.py` finds. If neither is the case, the history must be read from a log of
its own file.

If files were moved from other folders, one more log is read for the old folders of all these files.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from typing import NamedTuple

from transtats_cli.changes.file_history import FileHistory
from transtats_cli.changes.history_reader import FileHistoryReader
from transtats_cli.changes.main_line import read_main_line
from transtats_cli.git.log import LoggedCommit, LogScope, content_after, log_of_scope, parse_change
from transtats_cli.git.trees import TreeReader

_MAX_CHANGES = 200_000
"""Maximum number of changes of files in memory."""
_MAX_LOGS = 4
"""Maximum number of logs. Each log after the first is for files that were moved from other folders."""
_FILES_PER_REQUEST = 64
"""Number of files whose contents before the newest change are read with one request."""
_MOST_CONTENTS_PER_REQUEST = 16
"""Maximum number of contents of one file that are read with one request."""


def complete_histories_from_one_log(
    history_groups: Sequence[Sequence[FileHistory]], start_commit: str, trees: TreeReader, reader: FileHistoryReader
) -> list[bool]:
    """Complete the histories of the files of each component, and return True for each component that is complete.

    The histories of the other components are then unusable, and must be read from a log of their own files. All
    histories start at the commit `start_commit`.
    """
    failed: set[FileHistory] = set()
    remaining = [[_Continuation(history, "") for history in group] for group in history_groups]
    for _ in range(_MAX_LOGS):
        log = _RepositoryLog(trees, start_commit, remaining)
        remaining = [list(log.complete_histories(group, reader)) for group in remaining]
        failed |= log.find_failed_histories()
        if not any(remaining):
            break
    failed.update(history for group in remaining for history, _ in group)
    return [failed.isdisjoint(group) for group in history_groups]


class _Continuation(NamedTuple):
    """History of which only a part has been read."""

    history: FileHistory
    renaming_commit: str
    """Id of the commit that moved the file away from the path at which the history continues. '' for a new history."""


class _LoggedChange(NamedTuple):
    """Change of one file by one commit. The description is not parsed yet, because most changes are not needed."""

    log_position: int
    """Position of the change in the log."""
    commit: LoggedCommit
    unparsed_change: bytes


class _RepositoryLog:
    """Git log of the files of several components. The changes are grouped by path."""

    def __init__(self, trees: TreeReader, start_commit: str, groups: Sequence[Sequence[_Continuation]]) -> None:
        """Read the log of the commit `start_commit` for the files of each component."""
        self._start_commit = start_commit
        self._trees = trees
        self._scope = LogScope([history.path for history, _ in group] for group in groups)
        self._changes_by_path: dict[str, list[_LoggedChange]] = {}
        self._positions_by_commit = {"": 0}
        """Position of the first change of each commit at which a history continues."""
        self._failed_histories: set[FileHistory] = set()
        self._unproven_changes: list[tuple[FileHistory, LoggedCommit]] = []
        """Histories, and commits that may not be in the log of only their file."""
        renaming_commits = {commit for group in groups for _, commit in group}
        number = 0
        with closing(log_of_scope(trees.objects.repository, start_commit, self._scope)) as log:
            for commit, description, path in log:
                if number >= _MAX_CHANGES:
                    self._positions_by_commit.clear()
                    return
                if path in self._changes_by_path or path in self._scope:
                    self._changes_by_path.setdefault(path, []).append(_LoggedChange(number, commit, description))
                    number += 1
                elif not description and commit.identity in renaming_commits:
                    self._positions_by_commit[commit.identity] = number

    def complete_histories(self, group: Sequence[_Continuation], reader: FileHistoryReader) -> Iterator[_Continuation]:
        """Complete the histories of files. Yield the histories that continue at paths that are not in the log."""
        for start in range(0, len(group), _FILES_PER_REQUEST):
            batch = group[start : start + _FILES_PER_REQUEST]
            reader.blob_cache.read_blobs_ahead(
                identity for history, _ in batch for identity in self._find_parent_blob_ids(history)
            )
            for each in batch:
                continuation = self._complete_history(each, reader)
                if continuation is not None:
                    yield continuation

    def find_failed_histories(self) -> set[FileHistory]:
        """Return the completed histories that may differ from the log of only their file."""
        unproven = [each for each in self._unproven_changes if each[0] not in self._failed_histories]
        if unproven:
            times = [commit.time for _, commit in unproven]
            oldest_time = None if None in times else min(filter(None, times))
            main_line = read_main_line(self._start_commit, oldest_time, self._scope, self._trees)
            self._failed_histories.update(history for history, commit in unproven if commit.identity not in main_line)
        return self._failed_histories

    def _find_parent_blob_ids(self, history: FileHistory) -> tuple[str, ...]:
        """Return the blob id that a file has before its newest change, for each parent. () if the log has no change."""
        for _, commit, description in self._changes_by_path.get(history.path, ()):
            if content_after(description) in history.pending_blob_ids:
                return parse_change(commit, description, history.path).before
        return ()

    def _complete_history(self, continuation: _Continuation, reader: FileHistoryReader) -> _Continuation | None:
        """Complete a history. Return None, or a continuation if the older path of the file is not in the log."""
        history, renaming_commit = continuation
        position = self._positions_by_commit.get(renaming_commit)
        while position is not None:
            if history.path not in self._scope:
                return _Continuation(history, renaming_commit)
            renaming = self._add_changes(history, position, reader, is_renamed=bool(renaming_commit))
            if renaming is None:
                break
            position, renaming_commit = renaming.log_position, renaming.commit.identity
        if position is None or history.is_unfinished:
            self._failed_histories.add(history)
        return None

    def _add_changes(
        self, history: FileHistory, position: int, reader: FileHistoryReader, *, is_renamed: bool
    ) -> _LoggedChange | None:
        """Add the changes of the file at its current path. Return the change that gave the file this path, or None.

        Changes at smaller positions than `position` are ignored.
        """
        path = history.path
        changes = self._changes_by_path.get(path, [])
        contents = [content_after(change.unparsed_change) for change in changes]
        repetitions = Counter(contents)
        ahead, size = 0, 2
        for place, logged in enumerate(changes):
            number, commit, description = logged
            if history.can_ignore_changes_at(commit.time):
                break
            if number < position or contents[place] not in history.pending_blob_ids:
                continue
            change = parse_change(commit, description, path)
            if repetitions[change.after] > 1:
                self._add_unproven_change(history, commit, is_renamed=is_renamed)
            if place + 1 >= ahead and history.must_compare_changes_at(commit.time):
                # The content before a change is mostly the content after the next older one.
                ahead = place + size
                reader.blob_cache.read_blobs_ahead(contents[place:ahead])
                size = min(2 * size, _MOST_CONTENTS_PER_REQUEST)
            reader.add_change_to_history(history, change)
            if history.path != path:
                return logged
        return None

    def _add_unproven_change(self, history: FileHistory, commit: LoggedCommit, *, is_renamed: bool) -> None:
        if is_renamed:
            # The log that contains the older path of a renamed file starts at the commit that renamed the file.
            self._failed_histories.add(history)
        else:
            self._unproven_changes.append((history, commit))
