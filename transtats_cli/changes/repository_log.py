"""The past of the files of many components, read by one log.

A log of some paths leaves out side branches that did not matter to them, and so does not show the same commits as a log
of all paths. Where only one change can have led to a content, both find it; otherwise `Events.follow` declines.
"""

from collections.abc import Iterable
from contextlib import closing

from transtats_cli.changes.file_history import FileHistory
from transtats_cli.changes.history_reader import FileHistoryReader
from transtats_cli.git.log import CommittedChange, file_changes, path_pattern
from transtats_cli.git.repository import Repository

_MAX_CHANGES = 200_000
"""Changes that are kept in memory."""


class RepositoryLog:
    """Changes of all files with some extensions, by path."""

    def __init__(self, repository: Repository, start: str, paths: Iterable[str]) -> None:
        """Read the log of the commit `start`, for files like those at the paths."""
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
        """Complete a trace. Return False if a log of its own is needed, and the trace is of no use any more."""
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
