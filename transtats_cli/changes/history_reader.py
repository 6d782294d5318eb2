"""Read the histories of several files of one repository from one git log, until all histories are complete."""

from collections.abc import Callable, Iterable
from contextlib import closing

from transtats_cli.changes.file_history import FileHistory
from transtats_cli.git.log import CommittedChange, file_changes
from transtats_cli.git.process import GitError, GitTimeoutError
from transtats_cli.git.renames import RenameReader
from transtats_cli.git.repository import Repository

_MAX_CACHED_BYTES = 32 << 20
"""Maximum total size of the cached file contents, in bytes."""


class BlobCache:
    """Reader of file contents by blob id, with a cache of the contents that were added last."""

    def __init__(self, read_all: Callable[[list[str]], Iterable[bytes]]) -> None:
        self._read_all = read_all
        self._may_not_read_ahead = False
        self._contents: dict[str, bytes] = {}
        self._size = 0

    def read(self, identity: str) -> bytes:
        content = self._contents.get(identity)
        if content is None:
            (content,) = self._read_all([identity])
            self.add(identity, content)
        return content

    def read_ahead(self, identities: Iterable[str]) -> None:
        """Read contents that are probably needed soon, and add them to the cache.

        One request for several contents is faster than several requests.
        """
        if self._may_not_read_ahead:
            return
        missing = [each for each in dict.fromkeys(identities) if each.strip("0") and each not in self._contents]
        try:
            for identity, content in zip(missing, self._read_all(missing), strict=True):
                self.add(identity, content)
        except GitTimeoutError:
            raise
        except GitError:
            # An object that is not needed may be missing, for example in a partial clone.
            self._may_not_read_ahead = True

    def add(self, identity: str, content: bytes) -> None:
        """Add the content of a blob to the cache.

        If the cache is full, the contents that were added first are removed.
        """
        if identity in self._contents:
            return
        self._contents[identity] = content
        self._size += len(content)
        while self._size > _MAX_CACHED_BYTES and len(self._contents) > 1:
            self._size -= len(self._contents.pop(next(iter(self._contents))))


class FileHistoryReader:
    """Reader of the histories of files. If a file was renamed, its history is continued with the old path."""

    def __init__(self, repository: Repository, contents: BlobCache, renames: RenameReader) -> None:
        self.contents = contents
        self._repository = repository
        self._boundary = repository.boundary()
        self._renames = renames
        self._remaining: dict[str, list[FileHistory]] = {}

    def complete(self, start: str, histories: Iterable[FileHistory]) -> None:
        """Complete the histories of files. The commit `start` must contain the pending contents of all histories."""
        self._remaining = {start: list(histories)}
        while self._remaining:
            commit, remaining = self._remaining.popitem()
            self._read_log(commit, remaining, in_order=False)
            # With a wrong clock, a commit may seem to be newer than its descendants, so the log prints it too early.
            late = [
                history for history in remaining if history.is_unfinished and history not in self._remaining_histories()
            ]
            if late:
                self._read_log(commit, late, in_order=True)

    def _remaining_histories(self) -> list[FileHistory]:
        return [history for remaining in self._remaining.values() for history in remaining]

    def _read_log(self, start: str, histories: list[FileHistory], *, in_order: bool) -> None:
        by_path: dict[str, list[FileHistory]] = {}
        for history in histories:
            by_path.setdefault(history.path, []).append(history)
        paths = [path for path in by_path if "\n" not in path]
        if not paths:
            return
        with closing(file_changes(self._repository, start, paths, in_order=in_order)) as log:
            for change in log:
                if all(history.ignores_changes_at(change.time) for history in histories):
                    return
                for history in tuple(by_path.get(change.path, ())):
                    if change.after in history.pending and not history.is_complete:
                        self.step_back(history, change)
                        if history.path != change.path:
                            self._remaining.setdefault(f"{change.commit}^", []).append(history)
                            by_path[change.path].remove(history)
                            histories = [each for each in histories if each is not history]
                        if all(history.is_complete for history in histories):
                            return

    def step_back(self, history: FileHistory, change: CommittedChange) -> None:
        """Add a change to a history, and continue with the contents before the change.

        If the commit of the change renamed the file, the history gets the old path.
        """
        before = [identity for identity in change.before if identity]
        if not before:
            if change.commit in self._boundary:
                history.is_complete = True
                return
            renamed = self._renames.renames_in(change.commit).get(change.path)
            if renamed is None:
                history.set_beginning(change.time)
                return
            history.path, identity = renamed
            before = [identity]
        history.step_back(change, before, self.contents.read)
