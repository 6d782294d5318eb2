"""Read the histories of files of many components from one log.

A log of some paths omits branches that did not change their result, so it has other commits than a log of all paths.
If only one change in the log results in a content, both logs contain this change. Otherwise `RepositoryLog.complete`
returns False.
"""

from collections.abc import Iterable
from contextlib import closing

from transtats_cli.changes.file_history import FileHistory
from transtats_cli.changes.history_reader import FileHistoryReader
from transtats_cli.git.log import CommittedChange, file_changes, path_pattern
from transtats_cli.git.repository import Repository

_MAX_CHANGES = 200_000
"""Maximum number of changes in memory."""


class RepositoryLog:
    """Log of all files with some extensions, with the changes sorted by path."""

    def __init__(self, repository: Repository, start: str, paths: Iterable[str]) -> None:
        """Read the log of the commit `start` for all files with the extensions of these paths."""
        self._patterns = {path_pattern(path) for path in paths if "\n" not in path}
        self._by_path: dict[str, list[tuple[int, CommittedChange]]] = {}
        self._contents: set[tuple[str, str]] = set()
        self._ambiguous: set[tuple[str, str]] = set()
        self._is_complete = True
        with closing(file_changes(repository, start, self._patterns, are_patterns=True)) as log:
            for number, change in enumerate(log):
                if number >= _MAX_CHANGES:
                    self._is_complete = False
                    return
                self._add(number, change)

    def _add(self, number: int, change: CommittedChange) -> None:
        self._by_path.setdefault(change.path, []).append((number, change))
        content = change.path, change.after
        if content in self._contents:
            self._ambiguous.add(content)
        self._contents.add(content)

    def complete(self, history: FileHistory, reader: FileHistoryReader) -> bool:
        """Complete a history. Return False if it needs a log of its own; the history is then unusable."""
        position, path = 0, ""
        while path != history.path:
            path = history.path
            if not self._is_complete or path_pattern(path) not in self._patterns:
                return False
            for number, change in self._by_path.get(path, ()):
                if history.ignores_changes_at(change.time):
                    return True
                if number < position or change.after not in history.pending:
                    continue
                if (path, change.after) in self._ambiguous:
                    return False
                reader.step_back(history, change)
                if history.path != path:
                    position = number
                    break
        return not history.is_unfinished
