"""Files of components with their changes, and a cache of these changes.

After a new commit, the entries of files that the commit did not change are still used.
"""

import time
from collections.abc import Iterator
from typing import NamedTuple

from transtats_cli.caching.documents import CacheDocument
from transtats_cli.caching.stamps import FileStamp, is_stamp_settled, read_file_stamp
from transtats_cli.component import Component
from transtats_cli.git.log import find_changed_paths
from transtats_cli.git.process import GitError, GitTimeoutError
from transtats_cli.git.repository import Repository
from transtats_cli.scanning.filemask.folders import find_matches


class ChangeSummary(NamedTuple):
    """Last change and number of recent changes of one file, according to git."""

    last_change_time: int | None
    """Time of the last change in seconds since 1970. If None, the time in the header of the file is used."""
    recent_changes: int
    """Number of strings that changed shortly before the last change of the file."""


class ComponentFile(NamedTuple):
    """File of a component, with its path in a repository."""

    component: Component
    path: str
    """Absolute path of the file."""
    repository_path: str
    """Path of the file from the top of the repository, with links resolved."""
    parsing_settings: str
    """Text that `describe_parsing_settings` returns for the component."""

    @property
    def cache_key(self) -> tuple[str, str]:
        """Key of the file's changes in the cache of one commit."""
        return self.parsing_settings, self.repository_path


def describe_parsing_settings(component: Component) -> str:
    """Return a text that contains all settings of a component that affect the parsing of its files."""
    return repr((component.file_format, component.read_options))


def find_component_paths(component: Component) -> Iterator[str]:
    """Yield the paths of the files that a scan of a component may read: matches of its mask, other files, template.

    Some of the files may not be translations.
    """
    yield from (path for path, *_ in find_matches(component.root, component.filemask))
    yield from component.paths_by_language.values()
    if component.template:
        yield component.template


CachedChanges = dict[str, dict[str, tuple[FileStamp, ChangeSummary]]]
"""Stamp and changes of each file, by parsing settings and by path from the top of the repository."""


class _CachedRepository(NamedTuple):
    """Changes of the files of a repository at one commit."""

    head: str
    boundary: list[str]
    files: CachedChanges


class ChangeCache:
    """Cached changes of files of one repository at HEAD. If the directory is '', the cache is only in memory."""

    def __init__(self, repository: Repository, directory: str) -> None:
        self._repository = repository
        self.head_commit = repository.read_head_commit()
        self._boundary = sorted(repository.shallow_boundary())
        facts = repository.top, repository.git_directory
        self._document = CacheDocument(directory, _CachedRepository, "changes", *facts)
        self._opened_at = time.time_ns()
        self._changes_by_file: dict[tuple[str, str], ChangeSummary] = {}
        self._stamps_by_path: dict[str, FileStamp] = {}
        loaded = self._document.load()
        self._entries: CachedChanges = loaded.files if loaded is not None else {}
        if loaded is not None and not self._is_at_current_commit(loaded):
            self._entries = self._select_valid_entries(loaded)
            if self._entries:
                self.save()

    def get(self, file: ComponentFile) -> ChangeSummary | None:
        """Return the cached changes of a file. None if the cache has no entry, or if the file was modified later."""
        changes = self._changes_by_file.get(file.cache_key)
        if changes is None:
            stamp = self._stamps_by_path[file.path] = read_file_stamp(file.path)
            parsing_settings, repository_path = file.cache_key
            entry = self._entries.get(parsing_settings, {}).get(repository_path)
            if entry is not None and entry[0] == stamp:
                changes = self._changes_by_file[file.cache_key] = entry[1]
        return changes

    def add(self, file: ComponentFile, changes: ChangeSummary) -> None:
        """Add the changes of a file.

        If a later change of the file may not change its stamp (size and times), `save` does not save the entry.
        """
        self._changes_by_file[file.cache_key] = changes
        stamp = self._stamps_by_path.get(file.path, [])
        if stamp and is_stamp_settled(stamp, self._opened_at) and stamp == read_file_stamp(file.path):
            parsing_settings, repository_path = file.cache_key
            self._entries.setdefault(parsing_settings, {})[repository_path] = stamp, changes

    def save(self) -> None:
        # Another process may have saved changes of other files in the meantime.
        loaded = self._document.load()
        if loaded is not None and self._is_at_current_commit(loaded):
            for parsing_settings, files in loaded.files.items():
                self._entries[parsing_settings] = files | self._entries.get(parsing_settings, {})
        self._document.save(_CachedRepository(self.head_commit, self._boundary, self._entries))

    def _is_at_current_commit(self, loaded: _CachedRepository) -> bool:
        return loaded.head == self.head_commit and loaded.boundary == self._boundary

    def _select_valid_entries(self, loaded: _CachedRepository) -> CachedChanges:
        """Return the entries that are still valid, if the cache document was saved at an older commit.

        An entry is valid if no commit since the older commit has changed the file.
        """
        if not (loaded.head and self.head_commit and loaded.files) or loaded.boundary != self._boundary:
            return {}
        try:
            changed = find_changed_paths(self._repository, loaded.head, self.head_commit)
        except GitTimeoutError:
            raise
        except GitError:
            # The repository may not contain the older commit any more.
            return {}
        # A change of .gitignore affects files that are not in the commit.
        if changed is None or any(path.endswith(".gitignore") for path in changed):
            return {}
        return {
            parsing_settings: {path: entry for path, entry in files.items() if path not in changed}
            for parsing_settings, files in self._entries.items()
        }
