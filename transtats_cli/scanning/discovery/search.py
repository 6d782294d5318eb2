"""Search a tree for components that documents describe or that are found by their files, and name them."""

import os
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

from transtats_cli.errors import TranstatsError
from transtats_cli.paths import broken_link
from transtats_cli.scanning.discovery import candidates, foreign, layouts, naming
from transtats_cli.scanning.discovery.assembly import Definition, Place, merge
from transtats_cli.scanning.discovery.candidates import Candidate
from transtats_cli.scanning.discovery.ignored import Ignored
from transtats_cli.scanning.discovery.left_out import is_test_data
from transtats_cli.scanning.discovery.tree import Tree
from transtats_cli.scanning.filemask import language_spellings
from transtats_cli.scanning.filemask.folders import Folders
from transtats_cli.scanning.filemask.matching import matches
from transtats_cli.settings import Settings, component_json, folders_upward

Names = tuple[str, str]
"""Names of a project and a component."""

_SOURCES = ("src", "lib")
"""Names of folders for source code."""


class Searched(NamedTuple):
    """Components of a tree by their names, and the files in no component."""

    definitions: dict[Names, Definition]
    test_data: frozenset[Names]
    """Components in test folders whose project has other components."""
    left: dict[str, str]
    """Reason for each translation file in no component, by absolute path. '' if the file has to be read to find it."""
    problems: list[str]


class _Scope(NamedTuple):
    """A folder whose files are classified together."""

    folder: str
    project: str
    component: str = ""
    """Name of the component that the whole folder belongs to, if any."""


def search(
    root: str,
    settings: Settings,
    named: Mapping[Names, Definition],
    folders: Folders | None = None,
    *,
    all_folders: bool = False,
) -> Searched:
    """Return all components of a tree. `named` are those that settings define.

    If several sources describe the same files, the first one wins: settings, component.json, documents of other tools,
    discovery.
    """
    folders = folders or Folders()
    tree = Tree(root, Ignored(root, settings.texts("exclude")), all_folders=all_folders)
    project = naming.slug(os.path.basename(root))
    definitions = {**dict(_from_component_json(tree, project)), **named}
    spoken_for: set[str] = set()
    for names, definition in named.items():
        said = merge([*settings.layers(*names), *definition.layers])
        spoken_for |= _files(root, definition.place.root, str(said["filemask"].value), folders)
    described: list[Candidate] = []
    for candidate in (*_described_above(root, tree.problems), *candidates.described(tree, "", tree.problems)):
        files = _files(root, tree.absolute(candidate.folder), candidate.mask, folders)
        if files - spoken_for:
            described.append(_without(tree, candidate, files & spoken_for))
            spoken_for |= files | _base(tree, candidate, folders)
    left: dict[str, str] = {}
    found = [*described, *_found(tree, project, spoken_for, left, folders)]
    test_data: set[Names] = set()
    for names, definition, is_test in _named(tree, project, found, definitions):
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
    tree: Tree, settings: Settings, definitions: Mapping[Names, Definition], folders: Folders
) -> dict[str, str]:
    """Return the reason for each broken link in no component, by absolute path. A component reports its own links."""
    broken = {tree.absolute(path): broken_link(tree.absolute(path)) for path in tree.broken_links}
    if any(broken.values()):
        for names, definition in definitions.items():
            root = definition.place.root
            mask = str(merge([*settings.layers(*names), *definition.layers])["filemask"].value)
            for path, *_ in matches(root, mask, folders):
                broken.pop(os.path.normpath(os.path.join(root, path)), None)
    return {path: reason for path, reason in broken.items() if reason}


def in_folder(folder: str, problems: list[str]) -> list[Candidate]:
    """Return the sets of translation files in one folder, ignoring the folders around it."""
    tree, folders = Tree(folder, Ignored(folder)), Folders()
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


def names_in(component: str, found: list[Candidate]) -> dict[str, Candidate]:
    """Return the sets of files in a component's folder by name. A single set has the name of the component."""
    if len(found) == 1:
        return {component: found[0]}
    by_mask = {_whole_mask(each): each for each in found}
    return {
        f"{component}{'-' if '*' in mask else '/'}{name}": by_mask[mask]
        for mask, name in naming.names(list(by_mask), component).items()
    }


def _from_component_json(tree: Tree, project: str) -> Iterator[tuple[Names, Definition]]:
    for folder, layer in tree.components.items():
        first, _, rest = folder.partition("/")
        names = (first, rest) if rest else (project, folder or project)
        root = tree.absolute(folder)
        yield names, Definition(Place(*names, root, tree.root, component_json.FILE), (layer,), is_complete=True)


def _described_above(root: str, problems: list[str]) -> list[Candidate]:
    """Return the sets of files that the nearest documents of other tools above the root describe."""
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
    """Return the candidate without files of other components. `others` are paths relative to the root."""
    folder = tree.absolute(candidate.folder)
    excluded = (os.path.relpath(os.path.join(tree.root, path), folder).replace(os.sep, "/") for path in others)
    return candidate._replace(excluded=tuple(sorted(excluded))) if others else candidate


def _found(
    tree: Tree, project: str, spoken_for: Collection[str], left: dict[str, str], folders: Folders
) -> Iterator[Candidate]:
    """Yield the sets in each component folder and each checkout, then those in all other files together.

    Files in no set are added to `left`.
    """
    inside: dict[_Scope, list[str]] = {}
    rest: list[str] = []
    for path in _translations(tree):
        if path in spoken_for:
            continue
        scope = _scope(tree, path, project)
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
    tree: Tree, folder: str, paths: list[str], spoken_for: Collection[str], folders: Folders
) -> candidates.FolderSets:
    inside = f"{folder}/" if folder else ""
    others = frozenset(each[len(inside) :] for each in spoken_for if each.startswith(inside))
    return candidates.found(tree, folder, paths, others, folders)


def _taken(tree: Tree, folder: str, found: candidates.FolderSets, left: dict[str, str]) -> list[Candidate]:
    """Return the sets of files. Add the files in no set to `left`."""
    left |= {tree.absolute(os.path.join(folder, path)): reason for path, reason in found.left.items()}
    return found.candidates


def _scope(tree: Tree, path: str, project: str) -> _Scope:
    """Return the checkout or the component folder that contains a path, or else the whole tree."""
    clone = tree.clone_of(path)
    if clone:
        return _Scope(clone, naming.slug(clone))
    folder = _component_folder(tree, path)
    if folder:
        return _Scope(folder, *folder.split("/"))
    return _Scope("", project)


def _checkout(tree: Tree, place: Place) -> str:
    """Return the checkout that contains a component: the tree (''), a folder in it, or else the project."""
    if tree.is_checkout:
        return ""
    path = os.path.relpath(place.root, tree.root).replace(os.sep, "/")
    return tree.clone_of(f"{path}/") or f"/{place.project}"


def _component_folder(tree: Tree, path: str) -> str:
    """Return `project/component` for a path below such a folder. '' for other paths, and if the root is a checkout."""
    project, _, rest = path.partition("/")
    component, inside, _ = rest.partition("/")
    # Sets that are described above the root have absolute paths.
    if tree.is_checkout or not inside or not project or any(map(_is_part_of_one, (project, component))):
        return ""
    return f"{project}/{component}"


def _is_part_of_one(folder: str) -> bool:
    """True if the folder is a part of a project, and not named after a project or a component."""
    return folder.lower() in layouts.CONTAINERS or folder in _SOURCES or language_spellings.is_distinct(folder)


def _translations(tree: Tree) -> Iterator[str]:
    return (path for path in tree.paths() if not path.endswith(".pot"))


def _base(tree: Tree, candidate: Candidate, folders: Folders) -> set[str]:
    """Return the template of a candidate, if a document names one. A template is not a translation."""
    said = candidate.layer.get("new_base")
    return _files(tree.root, tree.absolute(candidate.folder), str(said.value), folders) if said else set()


def _files(root: str, folder: str, mask: str, folders: Folders) -> set[str]:
    """Return the files that a mask matches in a folder, relative to the root. Files outside the root are left out."""
    inside = os.path.join(root, "")
    paths = (os.path.join(folder, path) for path, *_ in matches(folder, mask, folders))
    return {path.removeprefix(inside) for path in paths if path.startswith(inside)}


def _named(
    tree: Tree, project: str, found: Iterable[Candidate], definitions: Mapping[Names, Definition]
) -> Iterator[tuple[Names, Definition, bool]]:
    """Yield the candidates with their own names, with those of their folders, or with the project's.

    The flag is True for test data. Test data is named last, so that the names of other components do not depend on it.
    """
    groups: dict[_Scope, list[Candidate]] = {}
    for candidate in found:
        if candidate.project:
            yield _definition(tree, (candidate.project, candidate.slug), candidate)
        else:
            groups.setdefault(_scope(tree, f"{candidate.folder}/", project), []).append(candidate)
    for scope, members in groups.items():
        if scope.component:
            for name, candidate in names_in(scope.component, members).items():
                yield _definition(tree, (scope.project, name), candidate)
            continue
        taken = {component for first, component in definitions if first == scope.project}
        taken |= set() if scope.folder else _folders(tree, project)
        for is_test in (False, True):
            by_mask = {_mask_in(scope.folder, each): each for each in members}
            chosen = naming.names([mask for mask in by_mask if is_test_data(mask) is is_test], scope.project, taken)
            taken |= set(chosen.values())
            for mask, name in chosen.items():
                yield _definition(tree, (scope.project, name), by_mask[mask])


def _folders(tree: Tree, project: str) -> set[str]:
    """Return the names of folders that would be taken for components of the project."""
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
