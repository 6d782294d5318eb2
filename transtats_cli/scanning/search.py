"""Everything in a tree that is a component: described by documents, or found by its files, and named."""

import os
from collections.abc import Collection, Iterable, Iterator, Mapping

from transtats_cli.errors import TranstatsError
from transtats_cli.scanning import candidates, foreign, layouts, masks, naming
from transtats_cli.scanning.assembly import Definition, Place, merge
from transtats_cli.scanning.candidates import Candidate
from transtats_cli.scanning.ignored import Ignored
from transtats_cli.scanning.matching import matches
from transtats_cli.scanning.tree import Tree
from transtats_cli.settings import Settings, component_json, folders_upward

Names = tuple[str, str]
"""A project's and a component's."""

_SOURCES = ("src", "lib")
"""Folders of programs."""


def search(
    root: str, settings: Settings, named: Mapping[Names, Definition]
) -> tuple[dict[Names, Definition], list[str]]:
    """All components of a tree by their names, and the problems on the way; `named` are those that settings define.

    Who speaks first has the names and the files: settings, component.json, other tools' documents, what is found.
    """
    tree = Tree(root, Ignored(root, settings.texts("exclude")))
    project = naming.slug(os.path.basename(root))
    definitions = {**dict(_from_component_json(tree, project)), **named}
    spoken_for: set[str] = set()
    for names, definition in named.items():
        said = merge([*settings.layers(*names), *definition.layers])
        spoken_for |= _files(root, definition.place.root, str(said["filemask"].value))
    described: list[Candidate] = []
    for candidate in (*_described_above(root, tree.problems), *candidates.described(tree, "", tree.problems)):
        files = _files(root, tree.absolute(candidate.folder), candidate.mask)
        if files - spoken_for:
            spoken_for |= files | _base(tree, candidate)
            described.append(candidate)
    for names, definition in _named(tree, project, [*described, *_found(tree, spoken_for)], definitions):
        definitions.setdefault(names, definition)
    return definitions, [*tree.problems, *tree.unreadable]


def in_folder(folder: str, problems: list[str]) -> list[Candidate]:
    """The sets of translation files in one folder, whatever is around it."""
    tree = Tree(folder, Ignored(folder))
    described = list(candidates.described(tree, "", problems))
    spoken_for = {
        path for each in described for path in _files(folder, tree.absolute(each.folder), each.mask) | _base(tree, each)
    }
    rest = [path for path in _translations(tree) if path not in spoken_for]
    found = [*described, *candidates.found(tree, "", rest)]
    if not found:
        problems += tree.unreadable
    return found


def names_in(component: str, found: list[Candidate]) -> dict[str, Candidate]:
    """What the sets of files in a component's folder are called: like it, where there is but one."""
    if len(found) == 1:
        return {component: found[0]}
    by_mask = {_whole_mask(each): each for each in found}
    return {f"{component}-{name}": by_mask[mask] for mask, name in naming.names(list(by_mask), component).items()}


def _from_component_json(tree: Tree, project: str) -> Iterator[tuple[Names, Definition]]:
    for folder, layer in tree.components.items():
        first, _, rest = folder.partition("/")
        names = (first, rest) if rest else (project, folder or project)
        root = tree.absolute(folder)
        yield names, Definition(Place(*names, root, tree.root, component_json.FILE), (layer,), is_complete=True)


def _described_above(root: str, problems: list[str]) -> list[Candidate]:
    """What other tools' documents above the root say of files in it."""
    for folder in list(folders_upward(root))[1:]:
        if any(os.path.isfile(os.path.join(folder, document)) for document in foreign.READERS):
            try:
                above = candidates.described_in(Tree(folder, Ignored(folder)), "", problems)
            except TranstatsError as error:
                problems.append(str(error))
                return []
            return [candidate._replace(folder=folder) for candidate in above]
    return []


def _found(tree: Tree, spoken_for: Collection[str]) -> Iterator[Candidate]:
    """What is found in the folders of components, each for itself, and then in all the rest together."""
    inside: dict[str, list[str]] = {}
    rest: list[str] = []
    for path in _translations(tree):
        if path in spoken_for:
            continue
        folder = _component_folder(tree, path)
        if folder:
            inside.setdefault(folder, []).append(path[len(folder) + 1 :])
        else:
            rest.append(path)
    for folder, paths in inside.items():
        found = candidates.found(tree, folder, paths)
        yield from found
        if not found:
            rest += [f"{folder}/{path}" for path in paths]
    yield from candidates.found(tree, "", rest)


def _component_folder(tree: Tree, path: str) -> str:
    """`project/component` of a path below such a folder; '' for one that is not, as in one project's checkout."""
    project, _, rest = path.partition("/")
    component, inside, _ = rest.partition("/")
    # What is described from above the root has an absolute path.
    if tree.is_checkout or not inside or not project or any(map(_is_part_of_one, (project, component))):
        return ""
    return f"{project}/{component}"


def _is_part_of_one(folder: str) -> bool:
    """Whether the folder is one that a project has within, and nobody's name for a project or a component."""
    return folder.lower() in layouts.CONTAINERS or folder in _SOURCES or masks.is_distinct(folder)


def _translations(tree: Tree) -> Iterator[str]:
    return (path for path in tree.paths() if not path.endswith(".pot"))


def _base(tree: Tree, candidate: Candidate) -> set[str]:
    """What a candidate's translations are made from, where that is said; it is nobody's translation."""
    said = candidate.layer.get("new_base")
    return _files(tree.root, tree.absolute(candidate.folder), str(said.value)) if said else set()


def _files(root: str, folder: str, mask: str) -> set[str]:
    """The files of a mask in a folder, from the root; none that are outside of it."""
    inside = os.path.join(root, "")
    paths = (os.path.join(folder, path) for path, *_ in matches(folder, mask))
    return {path.removeprefix(inside) for path in paths if path.startswith(inside)}


def _named(
    tree: Tree, project: str, found: Iterable[Candidate], definitions: Mapping[Names, Definition]
) -> Iterator[tuple[Names, Definition]]:
    """The candidates under their own names, under those of their folders, or under the project's."""
    groups: dict[str, list[Candidate]] = {}
    for candidate in found:
        if candidate.project:
            yield _definition(tree, (candidate.project, candidate.slug), candidate)
        else:
            groups.setdefault(_component_folder(tree, f"{candidate.folder}/"), []).append(candidate)
    for folder, members in groups.items():
        if folder:
            first, _, component = folder.partition("/")
            for name, candidate in names_in(component, members).items():
                yield _definition(tree, (first, name), candidate)
    by_mask = {_whole_mask(candidate): candidate for candidate in groups.get("", ())}
    taken = {component for first, component in definitions if first == project} | _folders(tree, project)
    for mask, name in naming.names(list(by_mask), project, taken).items():
        yield _definition(tree, (project, name), by_mask[mask])


def _folders(tree: Tree, project: str) -> set[str]:
    """The folders that would be taken for the project's components."""
    return set(tree.folders.get(project, ()))


def _whole_mask(candidate: Candidate) -> str:
    return f"{candidate.folder}/{candidate.mask}" if candidate.folder else candidate.mask


def _definition(tree: Tree, names: Names, candidate: Candidate) -> tuple[Names, Definition]:
    root = tree.absolute(candidate.folder)
    return names, Definition(Place(*names, root, tree.root, candidate.origin, candidate.paths), (candidate.layer,))
