"""Read the histories of files of many components from one git log.

The log of one file omits branches that do not affect this file. So the log of all files may contain commits that the
log of one file omits. A change of a file is certainly in both logs in two cases: no other change results in the same
content of the file, or `main_line.py` finds the commit of the change. In any other case, the history of the file must
be read again from a log of only this file.

If files were moved from other folders, one more log is read for the old folders of all these files.
"""

from collections import Counter
from collections.abc import Generator, Sequence
from contextlib import closing
from functools import lru_cache
from itertools import chain
from typing import NamedTuple, TypeVar

from transtats_cli.changes.file_history import FileHistory
from transtats_cli.changes.history_reader import BlobCache, FileHistoryReader
from transtats_cli.changes.main_line import read_main_line
from transtats_cli.git.log import LoggedCommit, LogScope, parse_blob_id_after, parse_change, read_log_of_scope
from transtats_cli.git.trees import TreeReader

_MAX_CHANGES_IN_MEMORY = 200_000
"""Maximum number of changes of files in memory."""
_MAX_CACHED_PATHS = 20_000
"""Maximum number of paths for which the test for the scope of the log is cached."""
_MAX_LOGS = 4
"""Maximum number of logs. Each log after the first is for files that were moved from other folders."""
_BLOBS_PER_REQUEST = 64
"""Maximum number of contents that are read with one request, and of histories that are completed together."""
_MAX_BLOBS_PER_FILE = 16
"""Maximum number of contents of one file that are read with one request."""

_Result = TypeVar("_Result")
_HistorySteps = Generator[list[str], None, _Result]
"""Iterator that yields the ids of contents that it needs next. The contents are then read before the next step."""


def complete_histories_from_one_log(
    history_groups: Sequence[Sequence[FileHistory]], start_commit: str, trees: TreeReader, reader: FileHistoryReader
) -> list[bool]:
    """Complete the histories of the files of each component. Return a boolean for each component.

    False means that the histories of the component are unusable. They must be created again, and read from a log of
    the component's files. All histories start at the commit `start_commit`.
    """
    unusable: set[FileHistory] = set()
    remaining = [[_UnfinishedHistory(history, "") for history in group] for group in history_groups]
    for _ in range(_MAX_LOGS):
        log = _RepositoryLog(trees, start_commit, remaining)
        moved = log.complete_histories(list(chain.from_iterable(remaining)), reader)
        remaining = [
            [_UnfinishedHistory(history, moved[history]) for history, _ in group if history in moved]
            for group in remaining
        ]
        unusable |= log.find_unusable_histories()
        if not any(remaining):
            break
    unusable.update(history for group in remaining for history, _ in group)
    return [unusable.isdisjoint(group) for group in history_groups]


class _UnfinishedHistory(NamedTuple):
    """History of a file that continues at an older path, before the commit that renamed the file."""

    history: FileHistory
    renaming_commit: str
    """Id of the commit that moved the file away from the path at which the history continues. '' for a new history."""


class _LoggedChange(NamedTuple):
    """Change of one file by one commit. The output of git is parsed later, because most changes are not needed."""

    log_position: int
    """Position of the change in the log."""
    commit: LoggedCommit
    unparsed_change: bytes
    """Description of the change in the output of `git log`: the argument of `parse_change`."""


class _RepositoryLog:
    """Git log of the files of several components. The changes are grouped by path."""

    def __init__(self, trees: TreeReader, start_commit: str, groups: Sequence[Sequence[_UnfinishedHistory]]) -> None:
        """Read the log of the commit `start_commit` for the files of each component."""
        self._start_commit = start_commit
        self._trees = trees
        self._scope = LogScope([history.path for history, _ in group] for group in groups)
        self._changes_by_path: dict[str, list[_LoggedChange]] = {}
        self._positions_by_commit = {"": 0}
        """Position of the first change of each commit at which a history continues."""
        self._unusable_histories: set[FileHistory] = set()
        self._unproven_changes: list[tuple[FileHistory, LoggedCommit]] = []
        """Pairs of a history and a commit. The log of only the file of the history may omit the commit."""
        renaming_commits = {commit for group in groups for _, commit in group}
        is_in_scope = lru_cache(_MAX_CACHED_PATHS)(self._scope.__contains__)
        number = 0
        with closing(read_log_of_scope(trees.objects.repository, start_commit, self._scope)) as log:
            for commit, description, path in log:
                if number >= _MAX_CHANGES_IN_MEMORY:
                    self._positions_by_commit.clear()
                    return
                if not description:
                    if commit.commit_id in renaming_commits:
                        self._positions_by_commit[commit.commit_id] = number
                elif is_in_scope(path):
                    self._changes_by_path.setdefault(path, []).append(_LoggedChange(number, commit, description))
                    number += 1

    def complete_histories(
        self, unfinished_histories: Sequence[_UnfinishedHistory], reader: FileHistoryReader
    ) -> dict[FileHistory, str]:
        """Complete the histories of files.

        Return the histories that continue at paths that are not in the log, with the commit that moved each file.
        """
        moved: dict[FileHistory, str] = {}
        for start in range(0, len(unfinished_histories), _BLOBS_PER_REQUEST):
            batch = unfinished_histories[start : start + _BLOBS_PER_REQUEST]
            _complete_histories_together(
                [self._complete_history(each, reader, moved) for each in batch], reader.blob_cache
            )
        return moved

    def find_unusable_histories(self) -> set[FileHistory]:
        """Return the histories that cannot be completed from this log, and those that may contain an omitted commit.

        An omitted commit is in the log of many files, but not in the log of only the file of the history.
        """
        unproven = [each for each in self._unproven_changes if each[0] not in self._unusable_histories]
        if unproven:
            times = [commit.time for _, commit in unproven if commit.time is not None]
            oldest_time = min(times) if len(times) == len(unproven) else None
            main_line = read_main_line(self._start_commit, oldest_time, self._scope, self._trees)
            self._unusable_histories.update(
                history for history, commit in unproven if commit.commit_id not in main_line
            )
        return self._unusable_histories

    def _complete_history(
        self, unfinished: _UnfinishedHistory, reader: FileHistoryReader, moved: dict[FileHistory, str]
    ) -> _HistorySteps[None]:
        """Add the changes of a file to its history, at the current path and then at each older path.

        If an older path is not in the log, add the history to `moved`, with the commit that renamed the file.
        """
        history, renaming_commit = unfinished
        position = self._positions_by_commit.get(renaming_commit)
        while position is not None:
            if history.path not in self._scope:
                moved[history] = renaming_commit
                return
            renaming = yield from self._add_changes(history, position, reader, is_renamed=bool(renaming_commit))
            if renaming is None:
                break
            position, renaming_commit = renaming.log_position, renaming.commit.commit_id
        if position is None or history.lacks_last_change:
            self._unusable_histories.add(history)

    def _add_changes(
        self, history: FileHistory, position: int, reader: FileHistoryReader, *, is_renamed: bool
    ) -> _HistorySteps[_LoggedChange | None]:
        """Add the changes of the file at its current path. Return the change that gave the file this path, or None.

        Changes at smaller positions than `position` are ignored.
        """
        path = history.path
        changes = self._changes_by_path.get(path, [])
        blob_ids = [parse_blob_id_after(change.unparsed_change) for change in changes]
        repetitions = Counter(blob_ids)
        for place, logged in enumerate(changes):
            number, commit, description = logged
            if history.can_ignore_changes_at(commit.time):
                break
            if number < position or blob_ids[place] not in history.pending_blob_ids:
                continue
            change = parse_change(commit, description, path)
            if repetitions[change.blob_id_after] > 1:
                self._add_unproven_change(history, commit, is_renamed=is_renamed)
            compared = (change.blob_id_after, *change.blob_ids_before)
            if history.must_compare_changes_at(commit.time) and reader.blob_cache.find_missing_blob_ids(compared):
                # The content before a change is mostly the content after the next older change.
                older = blob_ids[place + 1 : place + 1 + _MAX_BLOBS_PER_FILE]
                yield reader.blob_cache.find_missing_blob_ids([*compared, *older])
            reader.add_change_to_history(history, change)
            if history.path != path:
                return logged
        return None

    def _add_unproven_change(self, history: FileHistory, commit: LoggedCommit, *, is_renamed: bool) -> None:
        """Record that the log of only the file of a history may omit a commit."""
        if is_renamed:
            # The log that contains the older path of a renamed file starts at the commit that renamed the file.
            self._unusable_histories.add(history)
        else:
            self._unproven_changes.append((history, commit))


def _complete_histories_together(histories: Sequence[_HistorySteps[None]], blob_cache: BlobCache) -> None:
    """Complete several histories. The contents that they need next are read with one request for all histories."""
    blobs_per_file = 1
    while requests := [blob_ids for history in histories if (blob_ids := next(history, None)) is not None]:
        limit = min(blobs_per_file, _MAX_BLOBS_PER_FILE, max(_BLOBS_PER_REQUEST // len(requests), 1))
        blob_cache.read_blobs_ahead(chain.from_iterable(blob_ids[:limit] for blob_ids in requests))
        blobs_per_file *= 2
