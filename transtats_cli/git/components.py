"""A component as it was at a commit: found and described by the rules that hold for every checkout."""

import os
from collections.abc import Sequence
from typing import NamedTuple

from transtats_cli import settings
from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError, UnknownComponentError
from transtats_cli.git.checkout import Checkout, may_be_scanned
from transtats_cli.git.log import find_renames
from transtats_cli.git.process import GitError
from transtats_cli.scanning import files, sniffing
from transtats_cli.scanning.assembly import Overrides
from transtats_cli.scanning.discovery import locate, survey
from transtats_cli.scanning.folders import Folders

_NO_OVERRIDES = Overrides()


class ComponentFinder:
    """Finder of components at many commits. It repeats a search only if the search would read something else."""

    def __init__(self, checkout: Checkout, overrides: Overrides = _NO_OVERRIDES) -> None:
        self._checkout = checkout
        self._overrides = overrides
        self._searches: dict[tuple[tuple[str, str], str], list[_Search]] = {}

    def find(self, root: str, names: tuple[str, str]) -> Component:
        """Return the component of these names in the shadow as it is. Raises the errors of `component_in`."""
        searches = self._searches.setdefault((names, self._checkout.layout()), [])
        search = next((search for search in searches if self._reads_the_same(search)), None)
        if search is None:
            search = self._search(root, names)
            if "" not in search.read.values() and not self._checkout.includes_all_files:
                searches.append(search)
        if isinstance(search.found, TranstatsError):
            raise search.found
        return search.found

    def _reads_the_same(self, search: "_Search") -> bool:
        return all(self._checkout.identity(path) == identity for path, identity in search.read.items())

    def _search(self, root: str, names: tuple[str, str]) -> "_Search":
        found: Component | TranstatsError
        with sniffing.recorded() as paths:
            try:
                found = find_in_checkout(self._checkout, root, names, self._overrides)
            except GitError:
                raise
            except TranstatsError as error:
                found = error
        return _Search({path: self._checkout.identity(path) for path in paths}, found)


class _Search(NamedTuple):
    """Result of a search for a component."""

    read: dict[str, str]
    """Identity of each file whose beginning was read, by path. '' if a link leads to the file."""
    found: Component | TranstatsError


def find_component(
    checkout: Checkout, commit: str, names: tuple[str, str], overrides: Overrides = _NO_OVERRIDES
) -> Component:
    """The component of these names at a commit; its paths are good until the shadow becomes another one.

    Raises UnknownComponentError where the commit has none of them, TranstatsError where its settings are wrong.
    """
    return find_in_checkout(checkout, checkout.check_out(commit), names, overrides)


def find_in_checkout(
    checkout: Checkout, root: str, names: tuple[str, str], overrides: Overrides = _NO_OVERRIDES
) -> Component:
    """The component of these names in the shadow as it is."""
    try:
        found = locate(root, *names, overrides)
    except UnknownComponentError as error:
        raise UnknownComponentError(checkout.without_temporary_path(str(error))) from error
    except TranstatsError as error:
        # Settings may name files that go by no name we know.
        if checkout.includes_all_files:
            raise TranstatsError(checkout.without_temporary_path(str(error))) from error
        checkout.include_all_files()
        return find_in_checkout(checkout, root, names, overrides)
    patterns = (found.filemask, found.template, found.new_base, *found.paths.values())
    if not checkout.includes_all_files and not all(may_be_scanned(name) for name in patterns if name):
        checkout.include_all_files()
        return find_in_checkout(checkout, root, names, overrides)
    return found._replace(real_root=os.path.join(checkout.repository.top, checkout.relative_path(found.root)))


def find_older_name(checkout: Checkout, trees: tuple[str, str], paths: Sequence[str]) -> tuple[str, str] | None:
    """What a component with files at these paths in the second tree is called in the first, going by its files.

    None where no component of the first tree has them, or what became of them.
    """
    older, newer = trees
    renames = find_renames(checkout.repository, newer, older, on_delay=checkout.trees.refuse_beyond_limits)
    older_paths = {renames[path][0] if path in renames else path for path in paths}
    try:
        root = checkout.check_out_tree(older)
    except UnknownComponentError:
        return None
    best, most = None, 0
    folders = Folders()
    for each in survey(root, settings.load(root), folders).components:
        try:
            found = {
                checkout.relative_path(f"{each.root}/{file.path}") for file in files.find(each, folders).translations
            }
        except TranstatsError:
            continue
        if len(found & older_paths) > most:
            best, most = (each.project, each.slug), len(found & older_paths)
    return best
