"""Look up the changes of files of several components. One git log is read for each repository."""

import functools
import os
from collections import deque
from collections.abc import Iterable, Iterator, Sequence

from transtats_cli.changes.cache import (
    ChangeCache,
    ChangeSummary,
    ComponentFile,
    describe_parsing_settings,
    find_component_paths,
)
from transtats_cli.changes.repositories import RepositoryFinder
from transtats_cli.component import Component
from transtats_cli.git.process import GitError, GitTimeoutError
from transtats_cli.git.repository import Repository

_MAX_BATCH_FILES = 20_000
"""Maximum number of files that are looked up with one git log. Each file takes memory until its changes are found."""


class ChangeLookup:
    """Lookup of changes of files in git.

    Results are cached in memory, and in the cache directory unless `cache` is ''.
    """

    def __init__(self, cache: str = "", repository_finder: RepositoryFinder | None = None) -> None:
        self.repository_finder = repository_finder or RepositoryFinder()
        self._components: deque[Component] = deque()
        self._announced_files: dict[Repository, list[ComponentFile]] = {}
        self._open_cache = functools.cache(lambda repository: ChangeCache(repository, cache))

    def announce_components(self, components: Iterable[Component]) -> None:
        """Add components whose files are looked up together, with one git log.

        The lookup starts when the changes of any of these files are requested.
        """
        self._components.extend(components)

    def withdraw_component(self, component: Component) -> None:
        """Remove a component from the head of the queue of announced components.

        If another component is at the head, do nothing.
        """
        if self._components and self._components[0] is component:
            self._components.popleft()

    def find_repository_files(
        self, component: Component, paths: Iterable[str]
    ) -> Iterator[tuple[Repository, ComponentFile]]:
        """Yield each file of a component that is in a git repository. `paths` are relative to the component's root."""
        parsing_settings = describe_parsing_settings(component)
        for path in paths:
            absolute = os.path.join(component.root, path)
            located = self.repository_finder.find_repository_file(absolute)
            if located is not None:
                yield located.repository, ComponentFile(component, absolute, located.path, parsing_settings)

    def look_up_changes(self, repository: Repository, files: Sequence[ComponentFile]) -> dict[str, ChangeSummary]:
        """Return the changes of files by absolute path. Unreadable files are left out. Raises GitError if git fails."""
        cache = self._open_cache(repository)
        missing = [file for file in files if cache.get(file) is None]
        if missing:
            self._look_up_missing_changes(repository, cache, missing)
        found = ((file.path, cache.get(file)) for file in files)
        return {path: changes for path, changes in found if changes is not None}

    def _look_up_missing_changes(
        self, repository: Repository, cache: ChangeCache, missing_files: Sequence[ComponentFile]
    ) -> None:
        # Imported late: a run on files outside of git would pay for the readers of git's history when it starts.
        from transtats_cli.changes.git_changes import read_file_changes

        batch = {file.cache_key: file for file in missing_files}
        for file in self._pop_announced_files(repository):
            if file.cache_key not in batch and cache.get(file) is None:
                batch[file.cache_key] = file
        try:
            found = list(read_file_changes(repository, cache.head_commit, list(batch.values())))
        except GitTimeoutError:
            raise
        except GitError:
            if len(batch) == len(missing_files):
                raise
            # One damaged object must not prevent the lookup for all components.
            found = list(read_file_changes(repository, cache.head_commit, missing_files))
        for file, changes in found:
            cache.add(file, changes)
        cache.save()

    def _pop_announced_files(self, repository: Repository) -> list[ComponentFile]:
        """Return the files of a repository that were added with `announce_components`, and remove these files from the
        announced files.
        """
        while self._components and len(self._announced_files.get(repository, ())) < _MAX_BATCH_FILES:
            component = self._components.popleft()
            for each, file in self.find_repository_files(component, find_component_paths(component)):
                self._announced_files.setdefault(each, []).append(file)
        return self._announced_files.pop(repository, [])
