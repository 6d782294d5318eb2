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
from transtats_cli.scanning.discovery import locate, survey
from transtats_cli.scanning.folders import Folders

_NO_OVERRIDES = Overrides()


class Components:
    """Finder of components at many commits. It repeats a search only if the search would read something else."""

    def __init__(self, shadow: Shadow, overrides: Overrides = _NO_OVERRIDES) -> None:
        self._shadow = shadow
        self._overrides = overrides
        self._searches: dict[tuple[tuple[str, str], str], list[_Search]] = {}

    def component(self, root: str, names: tuple[str, str]) -> Component:
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

    def _search(self, root: str, names: tuple[str, str]) -> "_Search":
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


def component(shadow: Shadow, commit: str, names: tuple[str, str], overrides: Overrides = _NO_OVERRIDES) -> Component:
    """The component of these names at a commit; its paths are good until the shadow becomes another one.

    Raises UnknownComponentError where the commit has none of them, TranstatsError where its settings are wrong.
    """
    return component_in(shadow, shadow.at(commit), names, overrides)


def component_in(shadow: Shadow, root: str, names: tuple[str, str], overrides: Overrides = _NO_OVERRIDES) -> Component:
    """The component of these names in the shadow as it is."""
    try:
        found = locate(root, *names, overrides)
    except UnknownComponentError as error:
        raise UnknownComponentError(shadow.plainly(str(error))) from error
    except TranstatsError as error:
        # Settings may name files that go by no name we know.
        if shadow.keeps_all:
            raise TranstatsError(shadow.plainly(str(error))) from error
        shadow.keep_all()
        return component_in(shadow, root, names, overrides)
    named = (found.filemask, found.template, found.new_base, *found.paths.values())
    if not shadow.keeps_all and not all(may_matter(name) for name in named if name):
        shadow.keep_all()
        return component_in(shadow, root, names, overrides)
    return found._replace(real_root=os.path.join(shadow.repository.top, shadow.inside_of(found.root)))


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
