"""Read the histories of several files of one repository from one git log, until all histories are complete."""

from collections.abc import Callable, Iterable
from contextlib import closing

from transtats_cli.changes.file_history import FileHistory
from transtats_cli.git.log import CommittedChange, read_committed_changes
from transtats_cli.git.process import GitError, GitTimeoutError
from transtats_cli.git.repository import Repository
from transtats_cli.git.tree_comparison import RenameReader

_MAX_CACHED_BYTES = 32 << 20
"""Maximum total size of the cached file contents, in bytes."""


class BlobCache:
    """Reader of file contents by blob id, with a cache of the contents that were added last."""

    def __init__(self, read_blobs: Callable[[list[str]], Iterable[bytes]]) -> None:
        self._read_blobs = read_blobs
        self._may_not_read_ahead = False
        self._contents_by_blob_id: dict[str, bytes] = {}
        self._size = 0

    def read_blob(self, blob_id: str) -> bytes:
        content = self._contents_by_blob_id.get(blob_id)
        if content is None:
            (content,) = self._read_blobs([blob_id])
            self.add_blob(blob_id, content)
        return content

    def read_blobs_ahead(self, blob_ids: Iterable[str]) -> None:
        """Read contents that are probably needed soon, and add them to the cache.

        One request for several contents is faster than several requests.
        """
        if self._may_not_read_ahead:
            return
        missing = self.find_missing_blob_ids(blob_ids)
        try:
            for identity, content in zip(missing, self._read_blobs(missing), strict=True):
                self.add_blob(identity, content)
        except GitTimeoutError:
            raise
        except GitError:
            # An object that is not needed may be missing, for example in a partial clone.
            self._may_not_read_ahead = True

    def find_missing_blob_ids(self, blob_ids: Iterable[str]) -> list[str]:
        """Return the ids of contents that are not in the cache, without duplicates.

        An empty id, and an id of zeros, mean that there is no file. Both are left out.
        """
        return [each for each in dict.fromkeys(blob_ids) if each.strip("0") and each not in self._contents_by_blob_id]

    def add_blob(self, blob_id: str, content: bytes) -> None:
        """Add the content of a blob to the cache.

        If the cache is full, the contents that were added first are removed.
        """
        if blob_id in self._contents_by_blob_id:
            return
        self._contents_by_blob_id[blob_id] = content
        self._size += len(content)
        while self._size > _MAX_CACHED_BYTES and len(self._contents_by_blob_id) > 1:
            self._size -= len(self._contents_by_blob_id.pop(next(iter(self._contents_by_blob_id))))


class FileHistoryReader:
    """Reader of the histories of files. The history of a renamed file includes the changes at its old path."""

    def __init__(self, repository: Repository, blob_cache: BlobCache, renames: RenameReader) -> None:
        self.blob_cache = blob_cache
        self._repository = repository
        self._boundary = repository.shallow_boundary()
        self._renames = renames
        self._remaining_by_commit: dict[str, list[FileHistory]] = {}

    def complete_histories(self, start_commit: str, histories: Iterable[FileHistory]) -> None:
        """Complete the histories of files.

        The commit `start_commit` must contain all blobs in `FileHistory.pending_blob_ids` of the histories.
        """
        self._remaining_by_commit = {start_commit: list(histories)}
        while self._remaining_by_commit:
            commit, remaining = self._remaining_by_commit.popitem()
            self._complete_from_log(commit, remaining, in_order=False)
            # With a wrong clock, a commit may seem to be newer than its descendants, so the log prints it too early.
            late = [
                history
                for history in remaining
                if history.lacks_last_change and history not in self._remaining_histories()
            ]
            if late:
                self._complete_from_log(commit, late, in_order=True)

    def _remaining_histories(self) -> list[FileHistory]:
        return [history for remaining in self._remaining_by_commit.values() for history in remaining]

    def _complete_from_log(self, start_commit: str, histories: list[FileHistory], *, in_order: bool) -> None:
        by_path: dict[str, list[FileHistory]] = {}
        for history in histories:
            by_path.setdefault(history.path, []).append(history)
        paths = [path for path in by_path if "\n" not in path]
        if not paths:
            return
        with closing(read_committed_changes(self._repository, start_commit, paths, in_order=in_order)) as log:
            for change in log:
                if all(history.can_ignore_changes_at(change.time) for history in histories):
                    return
                for history in tuple(by_path.get(change.path, ())):
                    if change.blob_id_after in history.pending_blob_ids and not history.is_complete:
                        self.add_change_to_history(history, change)
                        if history.path != change.path:
                            self._remaining_by_commit.setdefault(f"{change.commit}^", []).append(history)
                            by_path[change.path].remove(history)
                            histories = [each for each in histories if each is not history]
                        if all(history.is_complete for history in histories):
                            return

    def add_change_to_history(self, history: FileHistory, change: CommittedChange) -> None:
        """Add a change to a history. If the commit of the change renamed the file, the history gets the old path.

        If the commit added the file, or is at the boundary of a shallow clone, the history is complete.
        """
        before = [identity for identity in change.blob_ids_before if identity]
        if not before:
            if change.commit in self._boundary:
                history.is_complete = True
                return
            renamed = self._renames.renames_in(change.commit).get(change.path)
            if renamed is None:
                history.set_creation_time(change.time)
                return
            history.path, identity = renamed
            before = [identity]
        history.add_committed_change(change, before, self.blob_cache.read_blob)
