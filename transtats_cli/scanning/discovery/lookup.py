"""Find all components in a directory tree, or the component with a given name."""

import gc
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import cached_property, lru_cache
from typing import NamedTuple

from transtats_cli import settings
from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError, UnknownComponentError
from transtats_cli.formats.detection import EXTENSIONS
from transtats_cli.nearest import find_similar_name, is_in_language_tables, join_names, shorten_list
from transtats_cli.paths import is_below
from transtats_cli.problems import Problem
from transtats_cli.report import LeftOutFile
from transtats_cli.scanning.discovery import assembly, naming
from transtats_cli.scanning.discovery.definition import RULE_NAMED_ON_COMMAND_LINE, ComponentNames, Definition
from transtats_cli.scanning.discovery.known_folders import SeveralSetsError, find_definition_in_known_folder
from transtats_cli.scanning.discovery.projects import find_root_project_name
from transtats_cli.scanning.discovery.search import TreeSearchResult, find_sets_in_folder, search_tree
from transtats_cli.scanning.filemask.folders import FolderListings
from transtats_cli.settings.client_config import read_client_settings
from transtats_cli.settings.keys import SETTING_SPECS
from transtats_cli.settings.layers import NO_OVERRIDES, Overrides, Setting, Settings

_MAX_LISTED_NAMES = 10_000
"""Maximum number of names in a folder that are compared with a mistyped name."""

_MAX_SUGGESTIONS = 20
"""Maximum number of unknown names for which one locator looks for a similar name."""


class DiscoveryResult(NamedTuple):
    """Components of a directory tree, and problems during the search."""

    components: list[Component]
    """All usable components, sorted by project and name."""
    problems: list[Problem]
    """Errors in settings and configuration files.

    Components without errors are still in `components`.
    """
    test_component_count: int = 0
    """Number of components in test folders, which are not in `components`."""
    find_left_out_files: Callable[[], list[LeftOutFile]] = list
    """Function that returns the translation files that are in no component, and the masks of test data."""
    missing_reason: str = ""
    """If there are no components, what the search left out: excluded folders, or links. '' if this is unknown."""
    warnings: tuple[Problem, ...] = ()
    """Patterns of excluded folders that match no folder."""


def survey_components(
    root: str, settings: Settings, overrides: Overrides = NO_OVERRIDES, *, all_folders: bool = False
) -> DiscoveryResult:
    """Return all components in and below a directory, and messages about components that cannot be used.

    Components in test folders are included if `all_folders` is true, or if their project has no other components.
    `overrides` are those of a ComponentLocator.
    """
    return ComponentLocator(root, overrides, load_settings=lambda _: settings).survey_folders(all_folders=all_folders)


def locate_component(root: str, project: str, component: str, overrides: Overrides = NO_OVERRIDES) -> Component:
    """Return the component with these names. If there is none, return the only component with similar names.

    `naming.find_similar_names` describes similar names. If settings or a folder with the names define the component,
    the directory tree is not searched. Raises UnknownComponentError if there is no such component, or if there are
    several with similar names. Raises TranstatsError if the settings of the component are wrong.
    """
    return ComponentLocator(root, accepts_similar_names=True).locate((project, component), overrides).component


class LocatedComponent(NamedTuple):
    """Component with the origins of its settings."""

    component: Component
    definition: Definition
    settings_by_key: Mapping[str, Setting]
    """All settings of the component that are not limits of `transtats gate`, with their origins."""
    loaded_settings: Settings

    def list_settings(self) -> Iterator[tuple[str, Setting]]:
        """Yield the folder, and the settings in the order of the documentation, each with its key: `checks.select`."""
        path = self.settings_by_key.get("path")
        yield "path", Setting(self.definition.root, path.origin if path else self.definition.origin)
        for key, spec in SETTING_SPECS.items():
            # Only configurations of other tools set `fail_under` here, which is a limit of `transtats gate`.
            if key in self.settings_by_key and key not in ("path", "fail_under"):
                yield f"checks.{key}" if spec.tables == ("checks",) else key, self.settings_by_key[key]


class ComponentLocator:
    """Finder of components by name in one directory. The directory must not change while the locator is used.

    The settings are loaded once, and the directory tree is searched once, for all components.
    """

    def __init__(
        self,
        root: str,
        overrides: Overrides = NO_OVERRIDES,
        *,
        accepts_similar_names: bool = False,
        load_settings: Callable[[str], Settings] = settings.load_settings,
    ) -> None:
        """If `accepts_similar_names`, find components also by similar names, which `naming.find_similar_names` returns.

        Those of the settings in `overrides` that are not about a single component apply to the survey.
        `load_settings` returns the settings that apply to `root`. It is called at most once, when they are needed.
        Raises TranstatsError if `root` is not a directory. Settings and files are not read yet.
        """
        self._accepts_similar_names = accepts_similar_names
        self._load_settings = load_settings
        self._shared_overrides = {
            key: setting for key, setting in overrides.items() if key in assembly.SETTINGS_FOR_SEVERAL_COMPONENTS
        }
        self.listings = FolderListings()
        """Cache of folder listings, which is also used to read the components."""
        if not os.path.isdir(root):
            raise TranstatsError(Problem(root, "no such directory; name the one that holds your projects with --root"))
        self.root = os.path.abspath(root)
        self._search_folder = lru_cache(maxsize=None)(find_sets_in_folder)
        self._search_folders = lru_cache(maxsize=None)(self._search_tree)
        self._read_client_settings = lru_cache(read_client_settings)
        self._suggestions_left = _MAX_SUGGESTIONS

    @cached_property
    def settings(self) -> Settings:
        return self._load_settings(self.root)

    def locate(self, names: ComponentNames, overrides: Overrides = NO_OVERRIDES) -> LocatedComponent:
        """Return the component with these names. Raises the same errors as the function `locate_component`."""
        return self._assemble(self.find_definition(names, overrides), overrides)

    def _assemble(self, definition: Definition, overrides: Overrides) -> LocatedComponent:
        loaded = self.settings
        resolved = assembly.resolve_settings(definition, loaded, overrides, self._read_client_settings, self.listings)
        return LocatedComponent(assembly.assemble_component(definition, loaded, resolved), definition, resolved, loaded)

    def find_definition(self, names: ComponentNames, overrides: Overrides) -> Definition:
        """Return the definition of the component with these names. Raises the same errors as `locate_component`."""
        try:
            definition = find_definition_in_known_folder(
                self.root, self.settings, names, overrides, self._search_folder
            )
        except SeveralSetsError as error:
            raise self._name_sets_as_in_search(error) from None
        if definition is not None:
            return definition
        searched = self._search_folders(False).definitions
        if names in searched:
            return searched[names]
        if "filemask" in overrides:
            # With --filemask the files are given, so the component may have any name.
            named = Definition({}, "--filemask", *names, root=self.root, link_boundary=self.root)
            return named._replace(names_rule=RULE_NAMED_ON_COMMAND_LINE)
        if names[0] in self._slugs_by_project and names in self._search_folders(True).definitions:
            return self._search_folders(True).definitions[names]
        similar = self._find_similar_names(names) if self._accepts_similar_names else None
        if similar is not None:
            return searched[similar]
        raise UnknownComponentError(self._unknown_component_message(names), *self._search_folders(False).problems)

    @cached_property
    def survey(self) -> DiscoveryResult:
        """All components, as the function `survey_components` returns them."""
        return self.survey_folders()

    def survey_folders(self, *, all_folders: bool = False) -> DiscoveryResult:
        """Return all components, with those in test folders if `all_folders`. See the function `survey_components`."""
        components: list[Component] = []
        # With the garbage collector, the time for 100,000 components grows with the exponent 1.07 instead of 1.01.
        is_collecting = gc.isenabled()
        gc.disable()
        try:
            searched = self._search_folders(all_folders)
            problems = [*searched.problems]
            for names in sorted(searched.definitions.keys() - searched.hidden_names):
                try:
                    components.append(self._assemble(searched.definitions[names], self._shared_overrides).component)
                except TranstatsError as error:
                    problems.append(error.problem)
        finally:
            if is_collecting:
                gc.enable()
        missing_reason = "" if searched.definitions else self._explain_missing_components(searched)
        hidden_count = len(searched.hidden_names)
        warnings = tuple(
            Problem(origin, f"no folder that is searched matches {join_names([*map(repr, patterns)])}")
            for origin, patterns in searched.unmatched_patterns.items()
            if patterns
        )
        # A setting may be wrong for each component.
        problems = [*dict.fromkeys(problems)]
        return DiscoveryResult(
            components, problems, hidden_count, searched.find_left_out_files, missing_reason, warnings
        )

    def describe_missing_file(self, path: str) -> str:
        """Return the error message for a mistyped path, or '' if the text may be the name of a component.

        A text with a slash is a path in two cases: it ends with the extension of a translation format, or the folder
        before the last slash exists and the first part of the text is neither a project nor `.`, the project of the
        root.
        """
        folder, slash, name = path.rpartition("/")
        if not (slash and name) or os.path.lexists(path):
            return ""
        is_file = name.endswith(tuple(f".{extension}" for extension in EXTENSIONS))
        folder_exists = os.path.isdir(folder or "/")
        if not is_file and folder_exists:
            projects = {each.project for each in self.survey.components}
            folder_exists = path.partition("/")[0] not in {".", *projects}
        if not (is_file or folder_exists):
            return ""
        next_step = "`transtats components -v` lists all files of components"
        with suppress(OSError):
            similar = find_similar_name(name, os.listdir(folder or "/")[:_MAX_LISTED_NAMES])
            next_step = f"did you mean {folder}/{similar}?" if similar else next_step
        return f"{path}: no such file{'' if is_file else ' or folder'}; {next_step}"

    @property
    def project_name(self) -> str:
        """Name of the project of the root."""
        return find_root_project_name(self.root, self.settings)[0]

    def _search_tree(self, all_folders: bool) -> TreeSearchResult:
        named: dict[ComponentNames, Definition] = {}
        problems: list[Problem] = []
        settled: set[ComponentNames] = set()
        root, settings = self.root, self.settings
        for names in settings.components():
            try:
                definition = find_definition_in_known_folder(root, settings, names, NO_OVERRIDES, self._search_folder)
            except TranstatsError as error:
                problems.append(error.problem)
                settled.add(names)
                continue
            if definition is not None:
                settled.add(names)
                if is_below(root, definition.root) or is_below(definition.root, root):
                    named[names] = definition
        searched = search_tree(root, settings, named, self.listings, all_folders=all_folders)
        problems += searched.problems
        for source in settings.settings_files:
            for project, component in sorted(source.component_names() - searched.definitions.keys() - settled):
                reason = f"project.{project}.component.{component}: has no files; say which with filemask"
                problems.append(Problem(source.name, reason))
        return searched._replace(problems=problems)

    def _explain_missing_components(self, searched: TreeSearchResult) -> str:
        """Return what was left out in a directory without components: excluded folders, or links to folders."""
        patterns = self.settings.excluded_patterns()
        origins = [each if each == "--exclude" else f"`exclude` in {each}" for each in patterns]
        excluded = search_tree(self.root, Settings(), {}).definitions.values() if origins else ()
        if excluded:
            first, *others = sorted(each.mask_below(self.root) for each in excluded)
            more = f" and {len(others)} more component{'s'[: len(others) - 1]}" if others else ""
            return f"{' and '.join(origins)} leave{'s'[: 2 - len(origins)]} out {first}{more}"
        links = sorted(searched.folder_links)
        return f"links to folders are not followed, such as {links[0]}" if links else ""

    @cached_property
    def _slugs_by_project(self) -> dict[str, list[str]]:
        """Sorted names of the components by name of the project."""
        slugs: dict[str, list[str]] = {}
        for project, slug in sorted(self._search_folders(False).definitions):
            slugs.setdefault(project, []).append(slug)
        return slugs

    def _name_sets_as_in_search(self, error: SeveralSetsError) -> SeveralSetsError:
        """Return the error with the names and masks of the components in its folder."""
        masks = ((each, os.path.join(each.root, each.filemask)) for each in self.survey.components)
        lines = (
            f"  {each.project} {each.slug}  ({os.path.relpath(mask, error.folder)})"
            for each, mask in masks
            if is_below(mask, error.folder)
        )
        return SeveralSetsError(*error.lines, *lines)

    def _find_similar_names(self, names: ComponentNames) -> ComponentNames | None:
        """Return the names of the component with the most similar names. None if there is no similar component.

        If there is no project with the first name, the names of project and component are joined with a slash, and are
        compared with the components of the root's project. Raises UnknownComponentError with a list of components if
        several components are equally similar.
        """
        project, name = names if names[0] in self._slugs_by_project else (self.project_name, "/".join(names))
        slugs = self._slugs_by_project.get(project, [])
        unique_name = name if name in slugs else naming.find_unique_name(name, slugs)
        if unique_name:
            return project, unique_name
        several = naming.find_similar_names(name, slugs)
        if several:
            raise UnknownComponentError(
                f"{name} can be several components of {project}; name the one you mean:",
                *shorten_list([f"  {project} {slug}" for slug in several]),
            )
        return None

    def _unknown_component_message(self, names: ComponentNames) -> str:
        """Return the error message for an unknown component, with the most similar name and the names that exist."""
        requested_name, root = "/".join(names), self.root
        if not self._slugs_by_project:
            left_out = self._explain_missing_components(self._search_folders(False))
            if left_out:
                return f"{requested_name}: no translation files in {root}: {left_out}"
            return (
                f"{requested_name}: no translation files in {root}: looked for PO, XLIFF, Android, Apple, JSON, YAML"
                " and other files that are named after languages, or lie in folders that are; say where they are with"
                " --filemask"
            )
        slugs = self._slugs_by_project.get(names[0])
        if slugs:
            # `admn` is similar to `admin`, the name `siteadmin` in the project `site`.
            shortened = {slug.removeprefix(names[0]).lstrip("-_"): slug for slug in slugs}
            suggestion = self._suggest_name(names[1], {**shortened, **{slug: slug for slug in slugs}})
            existing, last = join_names(slugs), names[1].rpartition("/")[2]
            hint = f" (for a language, give --language {last})" if is_in_language_tables(last) else ""
            return f"{requested_name}: {names[0]} in {root} has no such component{hint}{suggestion} It has {existing}"
        if projects := [project for project, slugs in self._slugs_by_project.items() if names[0] in slugs]:
            return f"{requested_name}: no such project in {root}; did you mean the component {projects[0]}/{names[0]}?"
        suggestion = self._suggest_name(names[0], {project: project for project in self._slugs_by_project})
        known = [f"{project}/{slug}" for project, slugs in self._slugs_by_project.items() for slug in slugs]
        return f"{requested_name}: no such project in {root}{suggestion} There are {join_names(known)}"

    def _suggest_name(self, name: str, known_names: Mapping[str, str]) -> str:
        """Return the end of a message with the name to suggest. The keys are names that are compared with `name`."""
        # Comparing a name with thousands of names takes long, and thousands of names may be unknown.
        self._suggestions_left -= 1
        similar_name = find_similar_name(name, known_names) if self._suggestions_left >= 0 else ""
        return f"; did you mean {known_names[similar_name]}?" if similar_name else "."
