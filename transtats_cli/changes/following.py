"""The past of several files of one repository, by one streaming log that ends when every file is found."""

from collections.abc import Callable, Iterable
from contextlib import closing

from transtats_cli.changes.trace import Trace
from transtats_cli.git.log import Change, changes, renamed_from
from transtats_cli.git.trees import Trees

_MOST_KEPT = 32 << 20
"""Bytes of file contents that are kept to be compared with what they were before."""


class Contents:
    """Contents of files by their identity; the last ones that were read are kept."""

    def __init__(self, read: Callable[[str], bytes]) -> None:
        self._read = read
        self._kept: dict[str, bytes] = {}
        self._size = 0

    def read(self, identity: str) -> bytes:
        content = self._kept.get(identity)
        if content is None:
            content = self._read(identity)
            self.keep(identity, content)
        return content

    def keep(self, identity: str, content: bytes) -> None:
        """Keep a content that is known, and drop the oldest ones if all together are too large."""
        if identity in self._kept:
            return
        self._kept[identity] = content
        self._size += len(content)
        while self._size > _MOST_KEPT and len(self._kept) > 1:
            self._size -= len(self._kept.pop(next(iter(self._kept))))


class Following:
    """Follows files from commit to commit, and through the commits that renamed them."""

    def __init__(self, trees: Trees, contents: Contents) -> None:
        self._trees = trees
        self._contents = contents
        self._repository = trees.objects.repository
        self._boundary = self._repository.boundary()
        self._renamed: dict[str, dict[str, tuple[str, str]]] = {}
        self._moved: dict[str, list[Trace]] = {}

    def follow(self, start: str, traces: Iterable[Trace]) -> None:
        """Complete the traces of files that are in the commit `start` as their traces want them."""
        self._moved = {start: list(traces)}
        while self._moved:
            commit, moved = self._moved.popitem()
            self._log(commit, moved, in_order=False)
            # A clock that went wrong may have put a commit before one that came of it.
            late = [trace for trace in moved if trace.is_wanted and trace not in self._waiting()]
            if late:
                self._log(commit, late, in_order=True)

    def _waiting(self) -> list[Trace]:
        return [trace for moved in self._moved.values() for trace in moved]

    def _log(self, start: str, traces: list[Trace], *, in_order: bool) -> None:
        by_path: dict[str, list[Trace]] = {}
        for trace in traces:
            by_path.setdefault(trace.path, []).append(trace)
        paths = [path for path in by_path if "\n" not in path]
        if not paths:
            return
        with closing(changes(self._repository, start, paths, in_order=in_order)) as log:
            for change in log:
                if all(trace.is_past(change.time) for trace in traces):
                    return
                for trace in tuple(by_path.get(change.path, ())):
                    if change.after in trace.wanted and not trace.is_complete:
                        self.step(trace, change)
                        if trace.path != change.path:
                            self._moved.setdefault(f"{change.commit}^", []).append(trace)
                            by_path[change.path].remove(trace)
                            traces = [each for each in traces if each is not trace]
                        if all(trace.is_complete for trace in traces):
                            return

    def step(self, trace: Trace, change: Change) -> None:
        """Go back to what a file was before a change; its trace has another path then if the commit renamed it."""
        before = [identity for identity in change.before if identity]
        if not before:
            if change.commit in self._boundary:
                trace.is_complete = True
                return
            old = self._renames(change.commit).get(change.path)
            if old is None:
                trace.begin(change.time)
                return
            trace.path, identity = old
            before = [identity]
        trace.step(change, before, self._contents.read)

    def _renames(self, commit: str) -> dict[str, tuple[str, str]]:
        if commit not in self._renamed:
            self._renamed[commit] = renamed_from(self._repository, commit, suspect=self._trees.refuse_beyond_limits)
        return self._renamed[commit]
