"""Search a directory tree for components, and choose their names.

A component is described in a component.json file or a configuration file of another tool, or is derived from files.
"""

import os
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

from transtats_cli.errors import TranstatsError
from transtats_cli.paths import broken_link_reason
from transtats_cli.scanning.discovery import candidates, foreign, naming
from transtats_cli.scanning.discovery.assembly import Definition, Place, merge
from transtats_cli.scanning.discovery.candidates import Candidate
from transtats_cli.scanning.discovery.ignored import Ignored
from transtats_cli.scanning.discovery.left_out import is_test_data
from transtats_cli.scanning.discovery.projects import Projects, Scope, find_projects
from transtats_cli.scanning.discovery.tree import Tree
from transtats_cli.scanning.filemask.folders import FolderListings
from transtats_cli.scanning.filemask.matching import find_matches
from transtats_cli.settings import Settings, component_json, folders_upward

Names = tuple[str, str]
"""Names of a project and a component."""


class Searched(NamedTuple):
    """Result of the search of a directory tree: the components by name, and the files in no component."""

    definitions: dict[Names, Definition]
    test_data: frozenset[Names]
    """Names of components in test folders, if their project also has components in other folders."""
    left: dict[str, str]
    """Reason for each translation file that is in no component, by absolute path of the file.

    '' if the file has to be read to determine the reason.
    """
    problems: list[str]


def search(
    root: str,
    settings: Settings,
    named: Mapping[Names, Definition],
    folders: FolderListings | None = None,
    *,
    all_folders: bool = False,
) -> Searched:
    """Return all components of a directory tree. `named` contains the components that settings define.

    If several sources describe the same files, the first source in this order is used: settings, component.json,
    configuration files of other tools, paths and contents of the files.
    """
    folders = folders or FolderListings()
    tree = Tree(root, Ignored(root, settings.text_list("exclude")), all_folders=all_folders)
    projects = find_projects(tree, settings)
    definitions = {**dict(_from_component_json(tree, projects.own)), **named}
    spoken_for: set[str] = set()
    for names, definition in named.items():
        said = merge([*settings.applicable_layers(*names), *definition.layers])
        spoken_for |= _files(root, definition.place.root, str(said["filemask"].value), folders)
    described: list[Candidate] = []
    for candidate in (*_described_above(root, tree.problems), *candidates.described(tree, "", tree.problems)):
        files = _files(root, tree.absolute(candidate.folder), candidate.mask, folders)
        if files - spoken_for:
            described.append(_without(tree, candidate, files & spoken_for))
            spoken_for |= files | _base(tree, candidate, folders)
    left: dict[str, str] = {}
    found = [*described, *_found(tree, projects, spoken_for, left, folders)]
    test_data: set[Names] = set()
    for names, definition, is_test in _named(tree, projects, found, definitions, settings):
        if names not in definitions:
            definitions[names] = definition
            test_data |= {names} if is_test else set()
    left |= _broken_links(tree, settings, definitions, folders)
    checkouts = {names: _checkout(tree, each.place) for names, each in definitions.items()}
    have_others = {checkouts[names] for names in definitions.keys() - test_data}
    return Searched(
        definitions,
        frozenset(names for names in test_data if checkouts[names] in have_others),
        left,
        [*tree.problems, *tree.unreadable],
    )


def _broken_links(
    tree: Tree, settings: Settings, definitions: Mapping[Names, Definition], folders: FolderListings
) -> dict[str, str]:
    """Return the reason for each broken link in no component, by absolute path. A component reports its own links."""
    broken = {tree.absolute(path): broken_link_reason(tree.absolute(path)) for path in tree.broken_links}
    if any(broken.values()):
        for names, definition in definitions.items():
            root = definition.place.root
            mask = str(merge([*settings.applicable_layers(*names), *definition.layers])["filemask"].value)
            for path, *_ in find_matches(root, mask, folders):
                broken.pop(os.path.normpath(os.path.join(root, path)), None)
    return {path: reason for path, reason in broken.items() if reason}


def in_folder(folder: str, problems: list[str]) -> list[Candidate]:
    """Return the sets of translation files in and below one folder.

    Configuration files above the folder are ignored.
    """
    tree, folders = Tree(folder, Ignored(folder)), FolderListings()
    described = list(candidates.described(tree, "", problems))
    spoken_for = {
        path
        for each in described
        for path in _files(folder, tree.absolute(each.folder), each.mask, folders) | _base(tree, each, folders)
    }
    rest = [path for path in _translations(tree) if path not in spoken_for]
    found = [*described, *candidates.found(tree, "", rest, spoken_for, folders).candidates]
    if not found:
        problems += tree.unreadable
    return found


def names_in(component: str, found: list[Candidate], folder: str = "") -> dict[str, Candidate]:
    """Name the sets of files in the folder of a component.

    If there is only one set, this set gets the name of the component. `folder` is the folder of the component, relative
    to the root of the tree.
    """
    if len(found) == 1:
        return {component: found[0]}
    by_mask = {_mask_in(folder, each): each for each in found}
    return {f"{component}/{name}": by_mask[mask] for mask, name in naming.names(list(by_mask), component).items()}


def _from_component_json(tree: Tree, project: str) -> Iterator[tuple[Names, Definition]]:
    for folder, layer in tree.components.items():
        first, _, rest = folder.partition("/")
        names = (first, rest) if rest else (project, folder or project)
        root = tree.absolute(folder)
        yield (
            names,
            Definition(Place(*names, root, tree.root, component_json.COMPONENT_FILE), (layer,), is_complete=True),
        )


def _described_above(root: str, problems: list[str]) -> list[Candidate]:
    """Return the sets of files that configuration files of other tools above the root describe.

    The nearest folder above the root with such configuration files is used. Messages about errors are added to
    `problems`.
    """
    for folder in list(folders_upward(root))[1:]:
        if any(os.path.isfile(os.path.join(folder, document)) for document in foreign.READERS):
            try:
                above = candidates.described_in(Tree(folder, Ignored(folder)), "", problems)
            except TranstatsError as error:
                problems.append(str(error))
                return []
            return [candidate._replace(folder=folder) for candidate in above]
    return []


def _without(tree: Tree, candidate: Candidate, others: Collection[str]) -> Candidate:
    """Exclude the files of other components from a set of files. `others` are paths relative to the root."""
    folder = tree.absolute(candidate.folder)
    excluded = (os.path.relpath(os.path.join(tree.root, path), folder).replace(os.sep, "/") for path in others)
    return candidate._replace(excluded=tuple(sorted(excluded))) if others else candidate


def _found(
    tree: Tree, projects: Projects, spoken_for: Collection[str], left: dict[str, str], folders: FolderListings
) -> Iterator[Candidate]:
    """Yield the sets of files in each component folder and each checkout, and then the sets among all other files.

    Files that already belong to components are skipped. Files in no set are added to `left`.
    """
    inside: dict[Scope, list[str]] = {}
    rest: list[str] = []
    for path in _translations(tree):
        if path in spoken_for:
            continue
        scope = projects.scope(tree, path)
        if scope.folder:
            inside.setdefault(scope, []).append(path[len(scope.folder) + 1 :])
        else:
            rest.append(path)
    for scope, paths in inside.items():
        found = _found_in(tree, scope.folder, paths, spoken_for, folders)
        if scope.component and not found.candidates:
            rest += [f"{scope.folder}/{path}" for path in paths]
            continue
        yield from _taken(tree, scope.folder, found, left)
    yield from _taken(tree, "", _found_in(tree, "", rest, spoken_for, folders), left)


def _found_in(
    tree: Tree, folder: str, paths: list[str], spoken_for: Collection[str], folders: FolderListings
) -> candidates.FolderSets:
    inside = f"{folder}/" if folder else ""
    others = frozenset(each[len(inside) :] for each in spoken_for if each.startswith(inside))
    return candidates.found(tree, folder, paths, others, folders)


def _taken(tree: Tree, folder: str, found: candidates.FolderSets, left: dict[str, str]) -> list[Candidate]:
    """Return the sets of files in a folder. The files in no set are added to `left`, with absolute paths."""
    left |= {tree.absolute(os.path.join(folder, path)): reason for path, reason in found.left.items()}
    return found.candidates


def _checkout(tree: Tree, place: Place) -> str:
    """Return a text that identifies the checkout that contains a component.

    '' if the root of the tree is a checkout. Otherwise, the folder of the checkout, or else `/` and the project name.
    """
    if tree.is_checkout:
        return ""
    path = os.path.relpath(place.root, tree.root).replace(os.sep, "/")
    return tree.clone_of(f"{path}/") or f"/{place.project}"


def _translations(tree: Tree) -> Iterator[str]:
    return (path for path in tree.paths() if not path.endswith(".pot"))


def _base(tree: Tree, candidate: Candidate, folders: FolderListings) -> set[str]:
    """Return the template of a set of files as a set of paths. Empty if the settings of the set contain no template."""
    said = candidate.layer.get("new_base")
    return _files(tree.root, tree.absolute(candidate.folder), str(said.value), folders) if said else set()


def _files(root: str, folder: str, mask: str, folders: FolderListings) -> set[str]:
    """Return the files in a folder that a mask matches, relative to the root.

    Files outside of the root are left out.
    """
    inside = os.path.join(root, "")
    paths = (os.path.join(folder, path) for path, *_ in find_matches(folder, mask, folders))
    return {path.removeprefix(inside) for path in paths if path.startswith(inside)}


def _named(
    tree: Tree,
    projects: Projects,
    found: Iterable[Candidate],
    definitions: Mapping[Names, Definition],
    settings: Settings,
) -> Iterator[tuple[Names, Definition, bool]]:
    """Choose names for sets of files. Yield names, definition, and True for test data.

    If another tool gives a name, this name is used. Otherwise, the name depends on the folder and the mask of the set.
    Test data is named last, so that the names of other components do not depend on test data.
    """
    groups: dict[Scope, list[Candidate]] = {}
    for candidate in found:
        if candidate.project:
            yield _definition(tree, (candidate.project, candidate.slug), candidate)
        else:
            groups.setdefault(projects.scope(tree, f"{candidate.folder}/"), []).append(candidate)
    for scope, members in groups.items():
        if scope.component:
            for name, candidate in names_in(scope.component, members, scope.folder).items():
                yield _definition(tree, (scope.project, name), candidate)
            continue
        taken = {component for first, component in definitions if first == scope.project}
        taken |= _folders(tree, scope.folder or projects.own) if scope.folder not in tree.clones else set()
        written = {component for first, component in settings.components() if first == scope.project} - taken
        for is_test in (False, True):
            by_mask = {_mask_in(scope.folder, each): each for each in members}
            chosen = naming.names([mask for mask in by_mask if is_test_data(mask) is is_test], scope.project, taken)
            chosen = naming.renamed(chosen, written)
            taken |= set(chosen.values())
            for mask, name in chosen.items():
                yield _definition(tree, (scope.project, name), by_mask[mask])


def _folders(tree: Tree, project: str) -> set[str]:
    """Return the names of the folders in the folder of a project. Such folders have the name of a component."""
    return set(tree.folders.get(project, ()))


def _whole_mask(candidate: Candidate) -> str:
    return f"{candidate.folder}/{candidate.mask}" if candidate.folder else candidate.mask


def _mask_in(folder: str, candidate: Candidate) -> str:
    return _whole_mask(candidate)[len(folder) :].lstrip("/")


def _definition(tree: Tree, names: Names, candidate: Candidate) -> tuple[Names, Definition, bool]:
    root = tree.absolute(candidate.folder)
    place = Place(*names, root, tree.root, candidate.origin, candidate.paths, candidate.excluded)
    mask = os.path.relpath(os.path.join(root, candidate.mask), tree.root)
    return names, Definition(place, (candidate.layer,)), is_test_data(mask.replace(os.sep, "/"))
