"""Read the histories of files of many components from one git log.

The log of one file omits branches that do not affect this file. So the log of all files may contain other commits than
the log of one file. A change is in both logs if no other change results in the same content of the file, or if the
commit is one of the commits that `main_line.py` finds. If neither is the case,
`RepositoryLog.complete_histories` returns False.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import closing
from functools import cached_property
from typing import NamedTuple

from transtats_cli.changes.file_history import FileHistory
from transtats_cli.changes.history_reader import FileHistoryReader
from transtats_cli.changes.main_line import read_main_line
from transtats_cli.git.log import LoggedCommit, content_after, log_of_patterns, parse_change, path_pattern
from transtats_cli.git.trees import TreeReader

_MAX_CHANGES = 200_000
"""Maximum number of changes of files in memory."""
_FILES_PER_REQUEST = 64
"""Number of files whose contents before the newest change are read with one request."""
_MOST_CONTENTS_PER_REQUEST = 16
"""Maximum number of contents of one file that are read with one request."""


class _LoggedChange(NamedTuple):
    """Change of one file by one commit. The description is not parsed yet, because most changes are not needed."""

    log_position: int
    """Position of the change in the log."""
    commit: LoggedCommit
    unparsed_change: bytes


class RepositoryLog:
    """Git log of all files with certain extensions. The changes are grouped by path."""

    def __init__(self, trees: TreeReader, start_commit: str, paths: Iterable[str]) -> None:
        """Read the log of the commit `start_commit` for all files that have the extension of any of these paths."""
        self._path_patterns = {path_pattern(path) for path in paths if "\n" not in path}
        self._changes_by_path: dict[str, list[_LoggedChange]] = {}
        self._is_complete = True
        self._start_commit = start_commit
        self._trees = trees
        number = 0
        with closing(log_of_patterns(trees.objects.repository, start_commit, self._path_patterns)) as log:
            for commit, description, path in log:
                if number >= _MAX_CHANGES:
                    self._is_complete = False
                    return
                if description:
                    self._changes_by_path.setdefault(path, []).append(_LoggedChange(number, commit, description))
                    number += 1

    @cached_property
    def _main_line_commits(self) -> frozenset[str]:
        return read_main_line(self._start_commit, self._path_patterns, self._trees)

    def complete_histories(self, histories: Sequence[FileHistory], reader: FileHistoryReader) -> bool:
        """Complete the histories of files. Return True if all histories are complete.

        Otherwise, return False. The histories are then unusable and must be read from a log of their own files.
        """
        for start in range(0, len(histories), _FILES_PER_REQUEST):
            batch = histories[start : start + _FILES_PER_REQUEST]
            reader.blob_cache.read_blobs_ahead(
                identity for history in batch for identity in self._find_parent_blob_ids(history)
            )
            if not all(self._complete_history(history, reader) for history in batch):
                return False
        return True

    def _find_parent_blob_ids(self, history: FileHistory) -> tuple[str, ...]:
        """Return the blob id that a file has before its newest change, for each parent. () if the log has no change."""
        for _, commit, description in self._changes_by_path.get(history.path, ()):
            if content_after(description) in history.pending_blob_ids:
                return parse_change(commit, description, history.path).before
        return ()

    def _complete_history(self, history: FileHistory, reader: FileHistoryReader) -> bool:
        """Complete the history of a file. Return True if the history is complete.

        Otherwise, return False. The history is then unusable and must be read from a log of its own file.
        """
        position, path = 0, ""
        while path != history.path:
            path = history.path
            if not self._is_complete or path_pattern(path) not in self._path_patterns:
                return False
            changes = self._changes_by_path.get(path, [])
            contents = [content_after(change.unparsed_change) for change in changes]
            repetitions = Counter(contents)
            ahead, size = 0, 2
            for place, (number, commit, description) in enumerate(changes):
                if history.can_ignore_changes_at(commit.time):
                    return True
                if number < position or contents[place] not in history.pending_blob_ids:
                    continue
                change = parse_change(commit, description, path)
                # The log that contains the older path of a renamed file starts at the commit that renamed it.
                if repetitions[change.after] > 1 and (position or change.commit not in self._main_line_commits):
                    return False
                if place + 1 >= ahead and history.must_compare_changes_at(commit.time):
                    # The content before a change is mostly the content after the next older one.
                    ahead = place + size
                    reader.blob_cache.read_blobs_ahead(contents[place:ahead])
                    size = min(2 * size, _MOST_CONTENTS_PER_REQUEST)
                reader.add_change_to_history(history, change)
                if history.path != path:
                    position = number
                    break
        return not history.is_unfinished
