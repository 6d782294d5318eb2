"""Look up the changes of files of several components. One git log is read for each repository."""

import os
from collections import deque
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from transtats_cli.changes.repositories import RepositoryFinder
from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError

if TYPE_CHECKING:
    from transtats_cli.changes.background import BackgroundLookup
    from transtats_cli.changes.cache import ChangeCache
    from transtats_cli.changes.files import ChangeSummary, ComponentFile, RepositoryChanges
    from transtats_cli.git.repository import Repository

_MAX_BATCH = 20_000
"""Maximum number of files that are looked up with one git log. Each file takes memory until its changes are found."""


class ChangeLookup:
    """Lookup of changes of files in git.

    Results are cached in memory, and in the cache directory unless `cache` is ''.
    """

    def __init__(self, cache: str = "") -> None:
        self.finder = RepositoryFinder()
        self._cache_directory = cache
        self._components: deque[Component] = deque()
        self._announced: dict[Repository, list[ComponentFile]] = {}
        self._caches: dict[Repository, ChangeCache] = {}
        self._background: BackgroundLookup | None = None

    def announce(self, components: Iterable[Component]) -> None:
        """Add components whose files are looked up together, with one git log.

        The lookup starts when the changes of any of these files are requested.
        """
        self._components += components

    @contextmanager
    def in_background(self) -> Iterator[None]:
        """Look up the files that were added with `announce` in a worker process, until the end of the block.

        Nothing is done if the files are outside of git, or if the cache contains changes of other files: then only few
        files are probably missing.
        """
        if not self._has_uncached_repository():
            yield
            return
        # Imported late, because mostly all changes are cached.
        from transtats_cli.changes.background import looking_up

        with looking_up(_look_up_all, list(self._components), self._cache_directory) as background:
            self._background = background
            try:
                yield
            finally:
                self._background = None

    def is_running(self) -> bool:
        """True if the lookup in the background has not ended yet, so that `changes` would wait."""
        return self._background is not None and self._background.is_running()

    def look_up_announced(self) -> "Iterator[RepositoryChanges]":
        """Look up all files that were added with `announce`, and yield the changes of each repository."""
        from transtats_cli.changes.files import RepositoryChanges

        while self._components or self._announced:
            while self._components and not self._announced:
                self._locate_next_files()
            for repository in tuple(self._announced):
                try:
                    self.finder.raise_recorded_failure(repository)
                    self._look_up_missing(repository, self._cache_of_repository(repository), ())
                except TranstatsError as error:
                    self._announced.pop(repository, None)
                    self.finder.record_failure(repository, error)
        for repository, cache in self._caches.items():
            yield RepositoryChanges(repository, cache.changes, self.finder.recorded_failure(repository))

    def changes(self, repository: "Repository", files: "Sequence[ComponentFile]") -> "dict[str, ChangeSummary]":
        """Return the changes of files by absolute path. Unreadable files are left out. Raises GitError if git fails."""
        if self._background is not None:
            self._add_changes(self._background.wait_for_changes())
            self.finder.raise_recorded_failure(repository)
        cache = self._cache_of_repository(repository)
        missing = [file for file in files if cache.get(file) is None]
        if missing:
            self._look_up_missing(repository, cache, missing)
        found = ((file.path, cache.get(file)) for file in files)
        return {path: changes for path, changes in found if changes is not None}

    def get_cached(self, component: Component, paths: Collection[str]) -> "list[ChangeSummary | None] | None":
        """Return the cached changes of files of a component, in the order of `paths`.

        The value of a file outside of git is None. If all files are outside of git, the list may be empty. If the
        changes of any file are not cached, None is returned instead of the list. Raises GitError if git fails.
        """
        if not self.finder.may_be_in_git(component.root, paths):
            return []
        from transtats_cli.changes.files import ComponentFile, reader_key_of

        reader_key = reader_key_of(component)
        found: list[ChangeSummary | None] = []
        for path in paths:
            absolute = os.path.join(component.root, path)
            located = self.finder.locate(absolute)
            if located is None:
                found.append(None)
                continue
            changes = self._cache_of_repository(located.repository).get(
                ComponentFile(component, absolute, located.path, reader_key)
            )
            if changes is None:
                return None
            found.append(changes)
        return found

    def _look_up_missing(
        self, repository: "Repository", cache: "ChangeCache", missing: "Sequence[ComponentFile]"
    ) -> None:
        # Imported late, because mostly all changes are cached.
        from transtats_cli.changes.git_changes import read_changes
        from transtats_cli.git.process import GitError, GitTimeoutError

        batch = {file.key: file for file in missing}
        for file in self._pop_announced_files(repository):
            if file.key not in batch and cache.get(file) is None:
                batch[file.key] = file
        try:
            found = list(read_changes(repository, self.finder.head(repository), list(batch.values())))
        except GitTimeoutError:
            raise
        except GitError:
            if len(batch) == len(missing):
                raise
            # One damaged object must not prevent the lookup for all components.
            found = list(read_changes(repository, self.finder.head(repository), missing))
        for file, changes in found:
            cache.add(file, changes)
        cache.save()

    def _pop_announced_files(self, repository: "Repository") -> "list[ComponentFile]":
        """Return the files of a repository that were added with `announce`, and remove these files from the announced
        files.
        """
        while self._components and len(self._announced.get(repository, ())) < _MAX_BATCH:
            self._locate_next_files()
        return self._announced.pop(repository, [])

    def _locate_next_files(self) -> None:
        """Find the repositories of the files of the next announced component."""
        from transtats_cli.changes.files import ComponentFile, possible_files, reader_key_of

        component = self._components.popleft()
        reader_key = reader_key_of(component)
        for path in possible_files(component):
            absolute = os.path.join(component.root, path)
            located = self.finder.locate(absolute)
            if located is not None:
                file = ComponentFile(component, absolute, located.path, reader_key)
                self._announced.setdefault(located.repository, []).append(file)

    def _add_changes(self, found: "Iterable[RepositoryChanges]") -> None:
        """Add the changes that were looked up in the background. Their files are not announced any more."""
        for repository, changes, error in found:
            self._cache_of_repository(repository).changes.update(changes)
            if error is not None:
                self.finder.record_failure(repository, error)
            self._components.clear()

    def _has_uncached_repository(self) -> bool:
        """True if the root of any announced component is in a repository of which no changes are cached."""
        try:
            roots = {component.root: self.finder.repository_of(component.root) for component in self._components}
            return any(found is not None and self._cache_of_repository(found).is_empty for found in roots.values())
        except TranstatsError:
            return False

    def _cache_of_repository(self, repository: "Repository") -> "ChangeCache":
        cache = self._caches.get(repository)
        if cache is None:
            from transtats_cli.changes.cache import ChangeCache

            cache = self._caches[repository] = ChangeCache(
                repository, self.finder.head(repository), self._cache_directory
            )
        return cache


def _look_up_all(components: Iterable[Component], cache: str) -> "list[RepositoryChanges]":
    lookup = ChangeLookup(cache)
    lookup.announce(components)
    return list(lookup.look_up_announced())
