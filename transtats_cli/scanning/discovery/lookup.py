"""Find all components in a directory tree, or the component with a given name."""

import os
from collections.abc import Callable, Iterable, Iterator, Set
from functools import cached_property, lru_cache, partial
from typing import TYPE_CHECKING, NamedTuple

from transtats_cli import settings
from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError, UnknownComponentError
from transtats_cli.formats import EXTENSIONS
from transtats_cli.nearest import find_similar_name
from transtats_cli.paths import is_below
from transtats_cli.report import LeftOut
from transtats_cli.scanning.discovery import assembly, naming
from transtats_cli.scanning.discovery.assembly import Definition, Overrides, Place
from transtats_cli.scanning.discovery.left_out import explained
from transtats_cli.scanning.discovery.projects import this_project
from transtats_cli.scanning.filemask.folders import FolderListings
from transtats_cli.settings import Setting, Settings, component_json

if TYPE_CHECKING:
    from transtats_cli.scanning.discovery.candidates import Candidate
    from transtats_cli.scanning.discovery.search import Searched

_MOST_NAMES = 20
"""Maximum number of components that an error message lists."""

_MOST_SUGGESTIONS = 20
"""Maximum number of unknown names for which one locator looks for a similar name."""

_NO_OVERRIDES = Overrides()

Names = tuple[str, str]
"""Names of a project and a component."""


class DiscoveryResult(NamedTuple):
    """Components of a directory tree, and messages about problems during the search."""

    components: list[Component]
    """All usable components, sorted by project and name."""
    problems: list[str]
    """Messages about errors in settings and configuration files.

    Components without errors are still in `components`.
    """
    test_data: int = 0
    """Number of components in test folders, which are not in `components`."""
    left: Callable[[], list[LeftOut]] = list
    """Function that returns the translation files that are in no component, and the masks of test data."""


class _Sets(NamedTuple):
    """Sets of translation files in one folder."""

    found: "list[Candidate]"
    problems: list[str]
    """Messages about errors in configuration files in the folder."""


def find(root: str, settings: Settings) -> list[Component]:
    """Return all components in and below a directory, sorted by project and name."""
    return survey(root, settings).components


def project_of(root: str) -> str:
    """Return the name of the project of a directory: the project that `.` stands for."""
    return Locator(root).this_project


def survey(
    root: str, settings: Settings, folders: FolderListings | None = None, *, all_folders: bool = False
) -> DiscoveryResult:
    """Return all components in and below a directory, and messages about components that cannot be used.

    Components in test folders are included if `all_folders` is true, or if their project has no other components.
    `folders` caches the folder listings of a run that also reads the components.
    """
    directory = _directory(root)
    folders = folders or FolderListings()
    searched = _all(directory, settings, folders, all_folders=all_folders)
    hidden = frozenset() if all_folders else searched.test_data
    problems = searched.problems
    components: list[Component] = []
    # The components share few boundaries, so the client configuration of each boundary is read once.
    client = lru_cache(assembly.client)
    for names in sorted(searched.definitions.keys() - hidden):
        try:
            definition = searched.definitions[names]
            components.append(assembly.assembled(definition, settings, _NO_OVERRIDES, client, folders))
        except TranstatsError as error:
            problems.append(str(error))
    masks = [os.path.join(each.place.root, _mask(each)) for each in map(searched.definitions.__getitem__, hidden)]
    return DiscoveryResult(components, problems, len(hidden), partial(explained, directory, searched.left, masks))


def _mask(definition: Definition) -> str:
    return str(assembly.merge(definition.layers)["filemask"].value)


def locate(root: str, project: str, component: str, overrides: Overrides = _NO_OVERRIDES) -> Component:
    """Return the component with these names, or the only component that a shortened or an older name can stand for.

    If settings or a folder with the names define the component, the directory tree is not searched.

    Raises UnknownComponentError if there is no such component or several, and TranstatsError if its settings are wrong.
    """
    return Locator(root, similar_names=True).locate((project, component), overrides)


class Locator:
    """Finder of components by name in one directory. The directory must not change while the locator is used.

    The settings are loaded once, and the directory tree is searched once, for all components.
    """

    def __init__(self, root: str, *, similar_names: bool = False) -> None:
        """With `similar_names`, a name that does not exist may stand for a similar one. See `naming.similar`."""
        self._similar_names = similar_names
        self.folders = FolderListings()
        """Cache of folder listings, which is also used to read the components."""
        self._root = _directory(root)
        self._sets_in = _RememberedSets()
        self._client = lru_cache(assembly.client)
        self._suggestions = _MOST_SUGGESTIONS

    @cached_property
    def settings(self) -> Settings:
        return settings.load_settings(self._root)

    def locate(self, names: Names, overrides: Overrides = _NO_OVERRIDES) -> Component:
        """Return the component with these names. Raises the same errors as the function `locate`."""
        definition = self.definition(names, overrides)
        return assembly.assembled(definition, self.settings, overrides, self._client, self.folders)

    def definition(self, names: Names, overrides: Overrides) -> Definition:
        definition = _said(self._root, self.settings, names, overrides, self._sets_in)
        if definition is not None:
            return definition
        searched = self._searched.definitions
        if names in searched:
            return searched[names]
        if overrides.filemask is not None:
            # With --filemask the files are given, so the component may have any name.
            return Definition(Place(*names, self._root, self._root, "--filemask"))
        if names[0] in self._slugs and names in self._everywhere:
            return self._everywhere[names]
        similar = self._similar(names) if self._similar_names else None
        if similar is not None:
            return searched[similar]
        raise UnknownComponentError(self._unknown_component_message(names), *self._searched.problems)

    @property
    def this_project(self) -> str:
        """Name of the project of the root."""
        return this_project(self._root, self.settings)

    @cached_property
    def _searched(self) -> "Searched":
        return _all(self._root, self.settings, self.folders)

    @cached_property
    def _everywhere(self) -> dict[Names, Definition]:
        return _all(self._root, self.settings, self.folders, all_folders=True).definitions

    @cached_property
    def _slugs(self) -> dict[str, list[str]]:
        """Sorted names of the components by name of the project."""
        slugs: dict[str, list[str]] = {}
        for _, definition in sorted(self._searched.definitions.items()):
            slugs.setdefault(definition.place.project, []).append(definition.place.slug)
        return slugs

    def _similar(self, names: Names) -> Names | None:
        """Return the only component that the names can stand for. None if there is no such component.

        If there is no such project, the names can also be the name of a component of this project. Raises
        UnknownComponentError if there are several, with a list of them.
        """
        project, name = names if names[0] in self._slugs else (self.this_project, "/".join(names))
        slugs = self._slugs.get(project, [])
        meant = name if name in slugs else naming.unique(name, slugs)
        if meant:
            return project, meant
        several = naming.similar(name, slugs)
        if several:
            lines = [f"  {project} {slug}" for slug in several[:_MOST_NAMES]]
            more = [f"  ... and {len(several) - _MOST_NAMES} more"] if len(several) > _MOST_NAMES else []
            raise UnknownComponentError(
                f"{name} can be several components of {project}; name the one you mean:", *lines, *more
            )
        return None

    def _unknown_component_message(self, names: Names) -> str:
        """Return the error message for an unknown component, with the most similar name and the names that exist."""
        wanted, root = "/".join(names), self._root
        if not self._slugs:
            return (
                f"{wanted}: no translation files in {root}: looked for {_listed_extensions()} files that are named"
                " after languages, or lie in folders that are; say where they are with --filemask"
            )
        slugs = self._slugs.get(names[0])
        if slugs:
            meant = self._meant(names[1], slugs)
            return f"{wanted}: {names[0]} in {root} has no such component{meant} It has {_listed(slugs)}"
        meant = self._meant(names[0], self._slugs)
        known = [f"{project}/{slug}" for project, slugs in self._slugs.items() for slug in slugs]
        return f"{wanted}: no such project in {root}{meant} There are {_listed(known)}"

    def _meant(self, name: str, known: Iterable[str]) -> str:
        # Comparing a name with thousands of names takes long, and thousands of names may be unknown.
        self._suggestions -= 1
        meant = find_similar_name(name, known) if self._suggestions >= 0 else ""
        return f"; did you mean {meant}?" if meant else "."


def settings_of(
    root: str, project: str, component: str, overrides: Overrides = _NO_OVERRIDES
) -> list[tuple[str, str, str]]:
    """Return all settings of a component: key, value in TOML notation, and origin."""
    locator = Locator(root, similar_names=True)
    definition, loaded = locator.definition((project, component), overrides), locator.settings
    complete = assembly.settings_of(definition, loaded, overrides)
    path = ("path", settings.format_toml(definition.place.root), definition.place.origin)
    rows = (
        (key, settings.format_toml(setting.value), setting.origin)
        for key, setting in complete.items()
        if key not in ("path", "fail_under")
    )
    limits = (
        (".".join(["gate", *([f"({', '.join(said.languages)})"] if said.languages else []), said.key]), said)
        for said in assembly.gate(definition.place, loaded, complete).entries
    )
    return [path, *rows, *((key, settings.format_toml(said.value), said.origin) for key, said in limits)]


def _directory(root: str) -> str:
    if not os.path.isdir(root):
        raise TranstatsError(f"{root}: no such directory; name the one that holds your projects with --root")
    return os.path.abspath(root)


def _all(
    root: str, settings: Settings, folders: FolderListings | None = None, *, all_folders: bool = False
) -> "Searched":
    """Search a directory tree for all components.

    The problems in the result include messages about components that cannot be used.
    """
    from transtats_cli.scanning.discovery.search import search

    named: dict[Names, Definition] = {}
    problems: list[str] = []
    settled: set[Names] = set()
    sets_in = _RememberedSets()
    for names in settings.components():
        try:
            definition = _said(root, settings, names, _NO_OVERRIDES, sets_in)
        except TranstatsError as error:
            problems.append(str(error))
            settled.add(names)
            continue
        if definition is not None:
            settled.add(names)
            if _overlap(root, definition.place.root):
                named[names] = definition
    searched = search(root, settings, named, folders, all_folders=all_folders)
    problems += [*searched.problems, *_without_files(settings, searched.definitions.keys() | settled)]
    return searched._replace(problems=problems)


def _without_files(settings: Settings, known: Set[Names]) -> Iterator[str]:
    """Yield a message for each component that has settings, but no files."""
    for source in settings.settings_files:
        for project, component in sorted(source.component_settings.keys() - known):
            yield f"{source.name}: project.{project}.component.{component}: has no files; say which with filemask"


def _overlap(one: str, other: str) -> bool:
    return is_below(one, other) or is_below(other, one)


def _sets_in(folder: str) -> "_Sets":
    from transtats_cli.scanning.discovery.search import in_folder

    problems: list[str] = []
    return _Sets(in_folder(folder, problems), problems)


class _RememberedSets:
    """Cache of searches for sets of translation files in a folder.

    Each folder is searched once, even if several components or links refer to the folder.
    """

    def __init__(self) -> None:
        self._found: dict[str, _Sets] = {}

    def __call__(self, folder: str) -> "_Sets":
        real = os.path.realpath(folder)
        if real not in self._found:
            self._found[real] = _sets_in(folder)
        return self._found[real]


def _said(
    root: str,
    settings: Settings,
    names: Names,
    overrides: Overrides,
    sets_in: "Callable[[str], _Sets]",
) -> Definition | None:
    """Return the definition of a component from settings, from the folder of the component, or from the command line.

    None if these define no such component, so that the directory tree has to be searched.
    """
    said = assembly.merge([overrides.layer(), *settings.applicable_layers(*names)])
    folder, boundary = _folder(root, settings, names, said)
    if folder is None:
        return None
    described = component_json.read_component_settings(folder)
    if described is not None:
        return Definition(
            Place(*names, folder, boundary, component_json.COMPONENT_FILE), (described,), is_complete=True
        )
    if "filemask" in said:
        return Definition(Place(*names, folder, boundary, said["filemask"].origin))
    if "/" in names[1] and "path" not in said:
        # The name comes from the path of the files, or the folder is a part of a component's folder.
        return None
    return _only_one(folder, boundary, names, sets_in(folder))


def _folder(root: str, settings: Settings, names: Names, said: dict[str, Setting]) -> tuple[str | None, str]:
    """Return the directory of a component, and the directory that links may not lead out of.

    The directory of the component is None if it is unknown. Raises TranstatsError if the configured path is not a
    directory, or if a link leads out.
    """
    if "path" in said:
        folder, boundary = os.path.join(settings.folder, str(said["path"].value)), settings.folder
        if not os.path.isdir(folder):
            raise TranstatsError(f"{said['path'].origin}: path: {folder} is not a directory")
    elif _is_name(names) and os.path.isdir(os.path.join(root, *names)) and not _is_checkout(root, names[0]):
        folder, boundary = os.path.join(root, *names), root
    elif settings.has_component(names) and "filemask" in said:
        folder, boundary = settings.folder, settings.folder
    else:
        return None, root
    within = os.path.realpath(boundary)
    if not is_below(os.path.realpath(folder), within):
        raise TranstatsError(f"{folder}: a link that leads out of {boundary}; choose a --root that holds both")
    return os.path.normpath(folder), boundary


def _is_checkout(root: str, project: str) -> bool:
    """True if the folder of a project is the checkout of a repository.

    Folders in a checkout are not named after components.
    """
    return os.path.lexists(os.path.join(root, project, ".git"))


def _is_name(names: Iterable[str]) -> bool:
    """True if the names of a project and a component can be a path below the root."""
    return all(name and "\0" not in name and not {"", ".", ".."} & set(name.split("/")) for name in names)


def _only_one(folder: str, boundary: str, names: Names, sets: "_Sets") -> Definition | None:
    from transtats_cli.scanning.discovery.search import names_in

    found, problems = sets
    if problems:
        raise TranstatsError(*problems)
    if not found:
        return None
    if len(found) > 1:
        lines = [f"  {names[0]} {name}  ({each.mask})" for name, each in sorted(names_in(names[1], found).items())]
        raise TranstatsError(
            f"{folder} has several sets of translation files; name the one you mean, or choose with --filemask:",
            *lines,
        )
    (only,) = found
    place = Place(*names, os.path.normpath(os.path.join(folder, only.folder)), boundary, only.origin, only.paths)
    return Definition(place, (only.layer,))


def _listed_extensions() -> str:
    *most, last = (f".{extension}" for extension in EXTENSIONS)
    return f"{', '.join(most)} and {last}"


def _listed(names: list[str]) -> str:
    more = f" and {len(names) - _MOST_NAMES} more" if len(names) > _MOST_NAMES else ""
    return f"{', '.join(names[:_MOST_NAMES])}{more}"
