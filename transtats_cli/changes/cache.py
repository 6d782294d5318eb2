"""Cache of the last and recent changes of files.

After a new commit, the entries of files that the commit did not change are still used.
"""

import time
from typing import Any

from transtats_cli.caching.documents import CacheDocument
from transtats_cli.caching.shapes import Either, Fields
from transtats_cli.caching.stamps import Stamp, is_settled, stamp_of
from transtats_cli.changes.files import ChangeSummary, ComponentFile
from transtats_cli.git.repository import Repository

_SHAPE = Fields(
    {"head": str, "boundary": [str], "files": {str: {str: ([int], Either((None, int)), int)}}},
)
Entries = dict[str, dict[str, list[object]]]
"""Cached changes, by reader key and by path of the file from the top of the repository.

A list contains the stamp of the file, the time of the last change, and the number of recent changes.
"""


class ChangeCache:
    """Cached changes of files of one repository at one commit. If the directory is '', the cache is only in memory."""

    def __init__(self, repository: Repository, head: str, directory: str) -> None:
        self._repository = repository
        self._commit_state = {"head": head, "boundary": sorted(repository.boundary())}
        self._directory = directory
        self._opened = time.time_ns()
        self.changes: dict[tuple[str, str], ChangeSummary] = {}
        """Changes that were added or read, by `ComponentFile.key`."""
        self._stamps: dict[str, Stamp] = {}
        loaded = self._open_document().take() or {}
        self._entries: Entries = loaded.get("files", {})
        if not self._is_current(loaded):
            self._entries = self._select_valid_entries(loaded)
            if self._entries:
                self.save()

    @property
    def is_empty(self) -> bool:
        return not (self.changes or self._entries)

    def get(self, file: ComponentFile) -> ChangeSummary | None:
        """Return the cached changes of a file. None if the cache has no entry, or if the file was modified later."""
        changes = self.changes.get(file.key)
        if changes is None:
            stamp = self._stamps[file.path] = stamp_of(file.path)
            reader_key, repository_path = file.key
            entry = self._entries.get(reader_key, {}).get(repository_path)
            if entry is not None and entry[0] == stamp:
                _, last, recent = entry
                changes = self.changes[file.key] = ChangeSummary(last, recent)  # type: ignore[arg-type]
        return changes

    def add(self, file: ComponentFile, changes: ChangeSummary) -> None:
        """Add the changes of a file.

        If the stamp of the file is too recent to be reliable, the entry stays in memory only.
        """
        self.changes[file.key] = changes
        stamp = self._stamps.get(file.path, [])
        if stamp and is_settled(stamp, self._opened) and stamp == stamp_of(file.path):
            reader_key, repository_path = file.key
            self._entries.setdefault(reader_key, {})[repository_path] = [stamp, *changes]

    def save(self) -> None:
        if not self._directory:
            return
        # Another process may have saved changes of other files in the meantime.
        document = self._open_document()
        loaded = document.take() or {}
        if self._is_current(loaded):
            for reader_key, files in loaded.get("files", {}).items():
                self._entries[reader_key] = files | self._entries.get(reader_key, {})
        document.save({**self._commit_state, "files": self._entries})

    def _open_document(self) -> CacheDocument:
        repository = self._repository
        return CacheDocument(self._directory, "changes", repository.top, repository.directory, parts=[_SHAPE])

    def _is_current(self, entries: dict[str, Any]) -> bool:
        return all(entries.get(key) == value for key, value in self._commit_state.items())

    def _select_valid_entries(self, entries: dict[str, Any]) -> Entries:
        """Return the entries that are still valid, if the cache document was saved at an older commit.

        An entry is valid if no commit since the older commit has changed the file.
        """
        older, newer = entries.get("head", ""), str(self._commit_state["head"])
        if not (older and newer and entries.get("files")) or entries.get("boundary") != self._commit_state["boundary"]:
            return {}
        # Imported late, because mostly git is not needed.
        from transtats_cli.git.log import changed_paths
        from transtats_cli.git.process import GitError, GitTimeoutError

        try:
            changed = changed_paths(self._repository, older, newer)
        except GitTimeoutError:
            raise
        except GitError:
            # The repository may not contain the older commit any more.
            return {}
        # A change of .gitignore affects files that are not in the commit.
        if changed is None or any(path.endswith(".gitignore") for path in changed):
            return {}
        return {
            reader_key: {path: entry for path, entry in files.items() if path not in changed}
            for reader_key, files in self._entries.items()
        }
