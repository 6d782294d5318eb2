"""Find components in a checked-out commit, with the rules for components in a work tree."""

import os
from collections.abc import Callable, Sequence
from typing import NamedTuple

from transtats_cli import settings
from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError, UnknownComponentError
from transtats_cli.git.checkout import Checkout, may_be_scanned
from transtats_cli.git.process import GitError
from transtats_cli.git.tree_comparison import find_renames
from transtats_cli.scanning.discovery import sniffing
from transtats_cli.scanning.discovery.definition import ComponentNames
from transtats_cli.scanning.discovery.lookup import ComponentLocator, survey_components
from transtats_cli.scanning.filemask.folders import FolderListings
from transtats_cli.scanning.pipeline.language_selection import find_translations
from transtats_cli.settings.documents import SettingsError
from transtats_cli.settings.layers import NO_OVERRIDES, Overrides, Settings


class InvalidSettingsError(TranstatsError):
    """A settings file of a commit is invalid.

    The message begins with the path of the file, relative to the top of the repository.
    """


class LoadedSettings(NamedTuple):
    """Settings with the directory for which they were loaded."""

    settings: Settings
    root: str

    def move_to(self, root: str) -> Settings:
        """Return the settings for another directory with the same place in its repository."""
        loaded = self.settings
        if not loaded.folder:
            return loaded
        folder = os.path.normpath(os.path.join(root, os.path.relpath(loaded.folder, self.root)))
        return Settings(folder, loaded.settings_files, loaded.excluded_by_option)


def load_settings_with_root(root: str) -> LoadedSettings:
    """Return the settings that apply to a directory. Raises TranstatsError if they are invalid."""
    return LoadedSettings(settings.load_settings(root), root)


class _SearchResult(NamedTuple):
    """Result of a search for a component in a checkout. The result is reused for commits with the same files."""

    tree: str
    """Tree id of the last commit for which the result was used."""
    read_blob_ids: dict[str, str]
    """Blob id of each file whose beginning the search has read, by path. '' if the path contains a symbolic link."""
    result: Component | TranstatsError
    settings_problem: str
    """Value of `ComponentFinder.settings_problem`."""


class ComponentFinder:
    """Finder of components at several commits.

    The files of a checkout are searched once for all components. When another commit is checked out, the search is
    repeated only if the files that the search reads have changed.
    """

    def __init__(self, checkout: Checkout, load_fallback: Callable[[], LoadedSettings] | None = None) -> None:
        """`load_fallback` returns the settings that replace invalid settings of a commit.

        If it is None or raises TranstatsError, invalid settings are an error.
        """
        self.settings_problem = ""
        """Error in the settings of the commit of the last component, if the fallback replaced them. Otherwise ''."""
        self._load_fallback = load_fallback
        self._checkout = checkout
        self._searches: dict[tuple[object, ...], list[_SearchResult]] = {}
        self._checkout_state: tuple[str, str, bool] | None = None
        self._read_files: dict[str, str] = {}
        """Blob ids of the files whose beginnings were read in the current checkout, by path."""
        self._omitted_paths: list[str] = []

    @property
    def folder_listings(self) -> FolderListings:
        """Folder listings of the current checkout, which are needed to read the components."""
        return self._locator.listings

    @property
    def omitted_paths(self) -> list[str]:
        """Paths of the current commit that could not be checked out."""
        return self._omitted_paths

    def find_at_commit(self, commit: str, names: ComponentNames, overrides: Overrides = NO_OVERRIDES) -> Component:
        """Check out a commit, and return the component with these names.

        The paths in the component are valid until another commit is checked out. Raises UnknownComponentError if the
        commit does not contain the component, InvalidSettingsError if a settings file is invalid, and TranstatsError if
        other settings of the component are wrong.
        """
        return self.find_in_checkout(self._checkout.check_out(commit), names, overrides)

    def find_in_checkout(self, root: str, names: ComponentNames, overrides: Overrides = NO_OVERRIDES) -> Component:
        """Return the component with these names in the current checkout. Raises the same errors as `find_at_commit`.

        `root` is the path that `Checkout.check_out` returned.
        """
        self._discard_old_results(root)
        searches = self._searches.setdefault((names, *overrides.items(), self._checkout.compute_layout_digest()), [])
        index = next((index for index, search in enumerate(searches) if self._has_same_files(search)), None)
        if index is not None:
            # The next commit differs less from this commit than from the one of the search.
            search = searches[index] = searches[index]._replace(tree=self._checkout.tree)
        else:
            search = self._search_component(root, names, overrides)
            if "" not in search.read_blob_ids.values() and not self._checkout.includes_all_files:
                searches.append(search)
        self.settings_problem = search.settings_problem
        if isinstance(search.result, TranstatsError):
            # Without the traceback, which would grow with every commit and keep the frames of all of them.
            raise search.result.with_traceback(None)
        return search.result

    def _has_same_files(self, search: _SearchResult) -> bool:
        changed = self._checkout.find_changed_paths(search.tree) & search.read_blob_ids.keys()
        return all(self._checkout.find_object_id(path) == search.read_blob_ids[path] for path in changed)

    def _search_component(self, root: str, names: ComponentNames, overrides: Overrides) -> _SearchResult:
        found: Component | TranstatsError
        with sniffing.record_read_paths() as paths:
            try:
                found = self._locate_component(root, names, overrides)
            except GitError:
                raise
            except TranstatsError as error:
                found = error
        # The locator may use what it has read for another component.
        self._read_files.update((path, self._checkout.find_object_id(path)) for path in paths)
        return _SearchResult(self._checkout.tree, self._read_files, found, self._replaced_settings_problem)

    def _locate_component(self, root: str, names: ComponentNames, overrides: Overrides) -> Component:
        checkout = self._checkout
        try:
            found = self._locator.locate(names, overrides)
        except UnknownComponentError as error:
            raise UnknownComponentError(*map(checkout.without_temporary_path, error.lines)) from error
        except TranstatsError as error:
            # The settings may name files that are not checked out because their names are not recognised.
            if checkout.includes_all_files:
                kind = InvalidSettingsError if isinstance(error, SettingsError) else TranstatsError
                raise kind(*map(checkout.without_temporary_path, error.lines)) from error
            return self._locate_in_all_files(root, names, overrides)
        patterns = (found.filemask, found.template, found.new_base, *found.paths_by_language.values())
        if not checkout.includes_all_files and not all(may_be_scanned(name) for name in patterns if name):
            return self._locate_in_all_files(root, names, overrides)
        return found._replace(displayed_root=os.path.join(checkout.repository.top, checkout.relative_path(found.root)))

    def _locate_in_all_files(self, root: str, names: ComponentNames, overrides: Overrides) -> Component:
        self._checkout.include_all_files()
        self._discard_old_results(root)
        return self._locate_component(root, names, overrides)

    def _load_settings(self, root: str) -> Settings:
        """Return the settings of the current checkout. If they are invalid, return those of the fallback."""
        try:
            return settings.load_settings(root)
        except SettingsError as error:
            if self._load_fallback is None:
                raise
            try:
                fallback = self._load_fallback()
            except TranstatsError:
                raise error from None
            self._replaced_settings_problem = self._checkout.without_temporary_path(str(error))
            return fallback.move_to(root)

    def _discard_old_results(self, root: str) -> None:
        """Discard the results for the previous checkout if the checkout has changed."""
        state = root, self._checkout.tree, self._checkout.includes_all_files
        if state != self._checkout_state:
            self._locator = ComponentLocator(root, load_settings=self._load_settings)
            self._replaced_settings_problem = ""
            self._read_files = {}
            self._omitted_paths = self._checkout.omitted_paths
            self._checkout_state = state


def find_older_names(checkout: Checkout, trees: tuple[str, str], paths: Sequence[str]) -> ComponentNames | None:
    """Return the names that a component has in the older of two trees. None if the older tree has no such component.

    `trees` are the ids of the older and the newer tree. `paths` are the files of the component in the newer tree. The
    result is the component of the older tree that has the largest number of these files, under the same path or under
    the path before a rename.
    """
    older, newer = trees
    renames = find_renames(checkout.repository, older, newer, on_delay=checkout.trees.refuse_beyond_limits)
    older_paths = {renames[path][0] if path in renames else path for path in paths}
    try:
        root = checkout.check_out_tree(older)
    except UnknownComponentError:
        return None
    best, most = None, 0
    folders = FolderListings()
    for each in survey_components(root, settings.load_settings(root), folders).components:
        try:
            found = {
                checkout.relative_path(f"{each.root}/{file.path}")
                for file in find_translations(each, folders).translations
            }
        except TranstatsError:
            continue
        if len(found & older_paths) > most:
            best, most = (each.project, each.slug), len(found & older_paths)
    return best
