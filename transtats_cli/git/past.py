"""A component as it was at a commit: found and described by the rules that hold for every checkout."""

import os
from collections.abc import Sequence
from typing import NamedTuple

from transtats_cli import settings
from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError, UnknownComponentError
from transtats_cli.git.log import renamed_from
from transtats_cli.git.process import GitError
from transtats_cli.git.shadow import Shadow, may_matter
from transtats_cli.scanning import files, sniffing
from transtats_cli.scanning.assembly import Overrides
from transtats_cli.scanning.discovery import Locator, Names, survey
from transtats_cli.scanning.folders import Folders

_NO_OVERRIDES = Overrides()


def component(shadow: Shadow, commit: str, names: Names, overrides: Overrides = _NO_OVERRIDES) -> Component:
    """Return the component with these names at a commit. Its paths are valid until the shadow changes.

    Raises UnknownComponentError if the commit has no such component, TranstatsError if its settings are wrong.
    """
    return Components(shadow).at(commit, names, overrides)


def component_in(shadow: Shadow, root: str, names: Names, overrides: Overrides = _NO_OVERRIDES) -> Component:
    """Return the component with these names in the shadow as it is now."""
    return Components(shadow).in_root(root, names, overrides)


class Components:
    """Locates components in a shadow. As long as the shadow does not change, its files are searched once for all."""

    def __init__(self, shadow: Shadow) -> None:
        self._shadow = shadow
        self._state: tuple[str, str, bool] | None = None
        self._left_out: list[str] = []

    @property
    def folders(self) -> Folders:
        """Listings of the commit that was requested last, for reading its components."""
        return self._locator.folders

    @property
    def left_out(self) -> list[str]:
        """Paths of the commit that was requested last that no checkout can have."""
        return self._left_out

    def at(self, commit: str, names: Names, overrides: Overrides = _NO_OVERRIDES) -> Component:
        """Return a component at a commit. Raises the errors of the function `component`."""
        return self.in_root(self._shadow.at(commit), names, overrides)

    def in_root(self, root: str, names: Names, overrides: Overrides = _NO_OVERRIDES) -> Component:
        """Return a component in the shadow as it is now."""
        shadow = self._shadow
        self._follow(root)
        try:
            found = self._locator.locate(names, overrides)
        except UnknownComponentError as error:
            raise UnknownComponentError(shadow.plainly(str(error))) from error
        except TranstatsError as error:
            # The settings may name files whose names are not known to matter.
            if shadow.keeps_all:
                raise TranstatsError(shadow.plainly(str(error))) from error
            shadow.keep_all()
            return self.in_root(root, names, overrides)
        named = (found.filemask, found.template, found.new_base, *found.paths.values())
        if not shadow.keeps_all and not all(may_matter(name) for name in named if name):
            shadow.keep_all()
            return self.in_root(root, names, overrides)
        return found._replace(real_root=os.path.join(shadow.repository.top, shadow.inside_of(found.root)))

    def _follow(self, root: str) -> None:
        """Discard what was found if the files of the shadow are now others."""
        state = root, self._shadow.tree, self._shadow.keeps_all
        if state != self._state:
            self._locator = Locator(root)
            self._left_out = self._shadow.left_out
            self._state = state


class ComponentsByLayout:
    """Finder of components at many commits. It repeats a search only if the search would read something else."""

    def __init__(self, shadow: Shadow, overrides: Overrides = _NO_OVERRIDES) -> None:
        self._shadow = shadow
        self._overrides = overrides
        self._searches: dict[tuple[Names, str], list[_Search]] = {}

    def component(self, root: str, names: Names) -> Component:
        """Return the component of these names in the shadow as it is. Raises the errors of `component_in`."""
        searches = self._searches.setdefault((names, self._shadow.layout()), [])
        search = next((search for search in searches if self._reads_the_same(search)), None)
        if search is None:
            search = self._search(root, names)
            if "" not in search.read.values() and not self._shadow.keeps_all:
                searches.append(search)
        if isinstance(search.found, TranstatsError):
            raise search.found
        return search.found

    def _reads_the_same(self, search: "_Search") -> bool:
        return all(self._shadow.identity(path) == identity for path, identity in search.read.items())

    def _search(self, root: str, names: Names) -> "_Search":
        found: Component | TranstatsError
        with sniffing.recorded() as paths:
            try:
                found = component_in(self._shadow, root, names, self._overrides)
            except GitError:
                raise
            except TranstatsError as error:
                found = error
        return _Search({path: self._shadow.identity(path) for path in paths}, found)


class _Search(NamedTuple):
    """Result of a search for a component."""

    read: dict[str, str]
    """Identity of each file whose beginning was read, by path. '' if a link leads to the file."""
    found: Component | TranstatsError


def renamed(shadow: Shadow, trees: tuple[str, str], paths: Sequence[str]) -> tuple[str, str] | None:
    """What a component with files at these paths in the second tree is called in the first, going by its files.

    None where no component of the first tree has them, or what became of them.
    """
    older, newer = trees
    old = renamed_from(shadow.repository, newer, older, suspect=shadow.trees.refuse_beyond_limits)
    wanted = {old[path][0] if path in old else path for path in paths}
    try:
        root = shadow.at_tree(older)
    except UnknownComponentError:
        return None
    best, most = None, 0
    folders = Folders()
    for each in survey(root, settings.load(root), folders).components:
        try:
            found = {shadow.inside_of(f"{each.root}/{file.path}") for file in files.find(each, folders).translations}
        except TranstatsError:
            continue
        if len(found & wanted) > most:
            best, most = (each.project, each.slug), len(found & wanted)
    return best
