"""The past of the files of many components, read by one log.

A log of some paths leaves out side branches that did not matter to them, and so does not show the same commits as a log
of all paths. Where only one change can have led to a content, both find it; otherwise `Events.follow` declines.
"""

from collections.abc import Iterable
from contextlib import closing

from transtats_cli.changes.following import Following
from transtats_cli.changes.trace import Trace
from transtats_cli.git.log import Change, changes, pattern
from transtats_cli.git.repository import Repository

_MOST_EVENTS = 200_000
"""Changes that are kept in memory."""


class Events:
    """Changes of all files with some extensions, by path."""

    def __init__(self, repository: Repository, start: str, paths: Iterable[str]) -> None:
        """Read the log of the commit `start`, for files like those at the paths."""
        self._patterns = {pattern(path) for path in paths if "\n" not in path}
        self._by_path: dict[str, list[tuple[int, Change]]] = {}
        self._contents: set[tuple[str, str]] = set()
        self._ambiguous: set[tuple[str, str]] = set()
        self._is_complete = True
        with closing(changes(repository, start, self._patterns, are_patterns=True)) as log:
            for number, change in enumerate(log):
                if number >= _MOST_EVENTS:
                    self._is_complete = False
                    return
                self._add(number, change)

    def _add(self, number: int, change: Change) -> None:
        self._by_path.setdefault(change.path, []).append((number, change))
        content = change.path, change.after
        if content in self._contents:
            self._ambiguous.add(content)
        self._contents.add(content)

    def follow(self, trace: Trace, following: Following) -> bool:
        """Complete a trace. Return False if a log of its own is needed, and the trace is of no use any more."""
        place, path = 0, ""
        while path != trace.path:
            path = trace.path
            if not self._is_complete or pattern(path) not in self._patterns:
                return False
            for number, change in self._by_path.get(path, ()):
                if trace.is_past(change.time):
                    return True
                if number < place or change.after not in trace.wanted:
                    continue
                if (path, change.after) in self._ambiguous:
                    return False
                following.step(trace, change)
                if trace.path != path:
                    place = number
                    break
        return not trace.is_wanted
