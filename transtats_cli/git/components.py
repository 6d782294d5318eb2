"""Find components at a commit, by the same rules as in a work tree."""

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
    """Finder of components at many commits. A search is repeated only if it would read other files."""

    def __init__(self, checkout: Checkout, overrides: Overrides = _NO_OVERRIDES) -> None:
        self._checkout = checkout
        self._overrides = overrides
        self._searches: dict[tuple[tuple[str, str], str], list[_Search]] = {}

    def find(self, root: str, names: tuple[str, str]) -> Component:
        """Return the component with these names in the current checkout. Raises the errors of `find_in_checkout`."""
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
    """Blob id of each file whose beginning was read, by path. '' if a link points to the file."""
    found: Component | TranstatsError


def find_component(
    checkout: Checkout, commit: str, names: tuple[str, str], overrides: Overrides = _NO_OVERRIDES
) -> Component:
    """Check out a commit and return the component with these names. Its paths are valid until the next checkout.

    Raises UnknownComponentError if the commit has no such component, and TranstatsError if its settings are wrong.
    """
    return find_in_checkout(checkout, checkout.check_out(commit), names, overrides)


def find_in_checkout(
    checkout: Checkout, root: str, names: tuple[str, str], overrides: Overrides = _NO_OVERRIDES
) -> Component:
    """Return the component with these names in the current checkout. Raises the errors of `find_component`."""
    try:
        found = locate(root, *names, overrides)
    except UnknownComponentError as error:
        raise UnknownComponentError(checkout.without_temporary_path(str(error))) from error
    except TranstatsError as error:
        # The settings may name files that are not checked out because their names are not recognised.
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
    """Return the names that a component of the second tree has in the first tree.

    `paths` are the files of the component in the second tree. The result is the component of the first tree with most
    of these files, renames included. None if no component has any of them.
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
