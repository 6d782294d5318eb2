"""Changes of the files of several components, looked up with one log for each repository."""

import os
from collections import deque
from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING

from transtats_cli.changes.work_tree import Places
from transtats_cli.component import Component

if TYPE_CHECKING:
    from transtats_cli.changes.known import Known
    from transtats_cli.changes.wanted import Changes, Wanted
    from transtats_cli.git.repository import Repository

_MOST_TOGETHER = 20_000
"""Files that are looked up with one log; each takes some memory until it is found."""


class Dates:
    """Looks up changes of files in git, and remembers them in a cache directory if one is given."""

    def __init__(self, cache: str = "") -> None:
        self.places = Places()
        self._cache = cache
        self._components: deque[Component] = deque()
        self._expected: dict[Repository, list[Wanted]] = {}
        self._known: dict[Repository, Known] = {}

    def expect(self, components: Iterable[Component]) -> None:
        """Announce components: their files are looked up together as soon as one of them is needed."""
        self._components += components

    def changes(self, repository: "Repository", files: "Sequence[Wanted]") -> "dict[str, Changes]":
        """Return the changes of each file of a repository that can be read, by absolute paths. Raises GitError."""
        known = self._known_in(repository)
        missing = [file for file in files if known.of(file) is None]
        if missing:
            self._look_up(repository, known, missing)
        found = ((file.path, known.of(file)) for file in files)
        return {path: changes for path, changes in found if changes is not None}

    def remembered(self, component: Component, paths: Collection[str]) -> "list[Changes | None] | None":
        """Return the changes of files of a component that are known already; a file outside of git has none.

        None if the changes of any file have to be looked up. Raises GitError.
        """
        if not self.places.any_of(component.root, paths):
            return []
        from transtats_cli.changes.wanted import Wanted, way_of

        way = way_of(component)
        found: list[Changes | None] = []
        for path in paths:
            absolute = os.path.join(component.root, path)
            place = self.places.place(absolute)
            if place is None:
                found.append(None)
                continue
            changes = self._known_in(place.repository).of(Wanted(component, absolute, place.path, way))
            if changes is None:
                return None
            found.append(changes)
        return found

    def _look_up(self, repository: "Repository", known: "Known", missing: "Sequence[Wanted]") -> None:
        # Imported late: mostly everything is remembered.
        from transtats_cli.changes.asking import ask
        from transtats_cli.git.process import GitError, GitTimeoutError

        together = {file.key: file for file in missing}
        for file in self._take_expected(repository):
            if file.key not in together and known.of(file) is None:
                together[file.key] = file
        try:
            found = list(ask(repository, self.places.head(repository), list(together.values())))
        except GitTimeoutError:
            raise
        except GitError:
            if len(together) == len(missing):
                raise
            # One damaged object must not cost the dates of all components.
            found = list(ask(repository, self.places.head(repository), missing))
        for file, changes in found:
            known.keep(file, changes)
        known.save()

    def _take_expected(self, repository: "Repository") -> "list[Wanted]":
        """Return the files of announced components in a repository, and forget them."""
        from transtats_cli.changes.wanted import Wanted, files_of, way_of

        while self._components and len(self._expected.get(repository, ())) < _MOST_TOGETHER:
            component = self._components.popleft()
            way = way_of(component)
            for path in files_of(component):
                absolute = os.path.join(component.root, path)
                place = self.places.place(absolute)
                if place is not None:
                    wanted = Wanted(component, absolute, place.path, way)
                    self._expected.setdefault(place.repository, []).append(wanted)
        return self._expected.pop(repository, [])

    def _known_in(self, repository: "Repository") -> "Known":
        known = self._known.get(repository)
        if known is None:
            from transtats_cli.changes.known import Known

            known = self._known[repository] = Known(repository, self.places.head(repository), self._cache)
        return known
