"""Find components in a checked-out commit, with the rules for components in a work tree."""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from transtats_cli import settings
from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError, UnknownComponentError
from transtats_cli.git.checkout import Checkout, may_be_scanned
from transtats_cli.git.tree_comparison import RenameReader
from transtats_cli.scanning.discovery import sniffing
from transtats_cli.scanning.discovery.definition import ComponentNames
from transtats_cli.scanning.discovery.lookup import ComponentLocator
from transtats_cli.scanning.filemask.folders import FolderListings
from transtats_cli.scanning.pipeline.language_selection import find_translations
from transtats_cli.settings.documents import SettingsError
from transtats_cli.settings.layers import NO_OVERRIDES, Overrides, Settings

_MAX_SEARCHES = 2
"""Maximum number of searches in memory. Two revisions are compared component by component."""


class InvalidSettingsError(TranstatsError):
    """A settings file of a commit is invalid.

    The message begins with the path of the file, relative to the top of the repository.
    """


class _Search:
    """Search of one checkout, with the components that were found.

    A search is used again for a commit with the same layout if the files that it has read are the same.
    """

    def __init__(self, root: str, load_settings: Callable[["_Search"], Settings]) -> None:
        self.locator = ComponentLocator(root, load_settings=lambda _: load_settings(self))
        self.tree = ""
        """Tree id of the last commit for which the search was used."""
        self.read_paths: set[str] = set()
        """Absolute paths of the files whose beginnings were read. The files are the same in all these commits."""
        self.has_read_link = False
        """True if the path of one of the files may contain a symbolic link, whose target is not compared."""
        self.found: dict[tuple[object, ...], Component | TranstatsError] = {}
        """Component, or error, by names and overrides."""
        self.settings_problem = ""
        """Error in the settings, if the fallback has replaced them."""


class ComponentFinder:
    """Finder of components at several commits.

    The files of a checkout are searched once for all components. When another commit is checked out, the search is
    repeated only if the files that the search reads have changed.
    """

    def __init__(self, checkout: Checkout, load_fallback: Callable[[], tuple[Settings, str]] | None = None) -> None:
        """`load_fallback` returns the settings that replace invalid settings of a commit, and their scanned directory.

        If it is None or raises TranstatsError, invalid settings are an error.
        """
        self._load_fallback = load_fallback
        self._checkout = checkout
        self._searches: list[_Search] = []
        """Last searches. The search of the current checkout is the last item."""

    @property
    def settings_problem(self) -> str:
        """Error in the settings of the commit of the last component, if the fallback replaced them. Otherwise ''."""
        return self._searches[-1].settings_problem

    @property
    def folder_listings(self) -> FolderListings:
        """Folder listings of the current checkout, which are needed to read the components."""
        return self._searches[-1].locator.listings

    def find_in_checkout(self, root: str, names: ComponentNames, overrides: Overrides = NO_OVERRIDES) -> Component:
        """Return the component with these names in the current checkout.

        `root` is the path that `Checkout.check_out` returned. The paths in the component are valid until another commit
        is checked out. Raises UnknownComponentError if the commit does not contain the component, InvalidSettingsError
        if a settings file is invalid, and TranstatsError if other settings of the component are wrong.
        """
        search, key = self._open_search(root), (names, *overrides.items())
        if key not in search.found:
            with self._record_reads(search):
                found = self._locate_component(search, names, overrides)
            if found is None:
                self._checkout.include_all_files()
                self._searches.clear()
                return self.find_in_checkout(root, names, overrides)
            search.found[key] = found
        result = search.found[key]
        if isinstance(result, TranstatsError):
            # Without the traceback, which would grow with every commit and keep the frames of all of them.
            raise result.with_traceback(None)
        return result

    def list_names(self, root: str) -> list[ComponentNames]:
        """Return the names of all components in the current checkout. `root` is that of `find_in_checkout`."""
        search = self._open_search(root)
        with self._record_reads(search):
            return [(each.project, each.slug) for each in search.locator.survey.components]

    @contextmanager
    def _record_reads(self, search: _Search) -> Iterator[None]:
        with sniffing.record_read_paths() as paths:
            yield
        search.read_paths |= paths
        search.has_read_link = search.has_read_link or self._checkout.has_link_in(paths)

    def _open_search(self, root: str) -> _Search:
        """Return the search of the current checkout: one of the last searches that is still valid, or a new one."""
        checkout = self._checkout
        valid = (
            each
            for each in self._searches
            if each.tree == checkout.tree
            or not (each.has_read_link or checkout.may_change_search(each.tree, each.read_paths))
        )
        search = next(valid, None) or _Search(root, self._load_settings)
        search.tree = checkout.tree
        self._searches = [*(each for each in self._searches if each is not search), search][-_MAX_SEARCHES:]
        return search

    def _locate_component(
        self, search: _Search, names: ComponentNames, overrides: Overrides
    ) -> Component | TranstatsError | None:
        """Return a component, or the error. None if files are needed that are not checked out."""
        checkout = self._checkout
        try:
            found = search.locator.locate(names, overrides).component
        except UnknownComponentError as error:
            return UnknownComponentError(*map(checkout.without_temporary_path, error.lines))
        except TranstatsError as error:
            # The settings may name files that are not checked out because their names are not recognised.
            if not checkout.includes_all_files:
                return None
            kind = InvalidSettingsError if isinstance(error, SettingsError) else TranstatsError
            return kind(*map(checkout.without_temporary_path, error.lines))
        patterns = (found.filemask, found.template, found.new_base, *found.paths_by_language.values())
        if not checkout.includes_all_files and not all(may_be_scanned(name) for name in patterns if name):
            return None
        return found._replace(displayed_root=os.path.join(checkout.repository.top, checkout.relative_path(found.root)))

    def _load_settings(self, search: _Search) -> Settings:
        """Return the settings of the current checkout. If they are invalid, return those of the fallback."""
        root = search.locator.root
        try:
            return settings.load_settings(root)
        except SettingsError as error:
            if self._load_fallback is None:
                raise
            try:
                loaded, loaded_root = self._load_fallback()
            except TranstatsError:
                raise error from None
            search.settings_problem = self._checkout.without_temporary_path(str(error))
            if not loaded.folder:
                return loaded
            folder = os.path.normpath(os.path.join(root, os.path.relpath(loaded.folder, loaded_root)))
            return Settings(folder, loaded.settings_files, loaded.excluded_by_option)


def find_older_names(checkout: Checkout, trees: tuple[str, str], paths: Sequence[str]) -> ComponentNames | None:
    """Return the names that a component has in the older of two trees. None if the older tree has no such component.

    `trees` are the ids of the older and the newer tree. `paths` are the files of the component in the newer tree. The
    result is the component of the older tree that has the largest number of these files, under the same path or under
    the path before a rename.
    """
    with RenameReader(checkout.repository, checkout.trees.refuse_beyond_limits) as reader:
        (found_renames,) = reader.compare([trees])
    renames = dict(found_renames)
    older_paths = {renames[path][0] if path in renames else path for path in paths}
    try:
        root = checkout.check_out_tree(trees[0])
    except UnknownComponentError:
        return None
    best, most = None, 0
    locator = ComponentLocator(root)
    for each in locator.survey.components:
        try:
            found = {
                checkout.relative_path(f"{each.root}/{file.path}")
                for file in find_translations(each, locator.listings).translations
            }
        except TranstatsError:
            continue
        if len(found & older_paths) > most:
            best, most = (each.project, each.slug), len(found & older_paths)
    return best
