"""Search a directory tree for components, and choose their names.

A component is described in a component.json file or a configuration file of another tool, or is derived from files.
"""

import os
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Set
from typing import NamedTuple

from transtats_cli.errors import TranstatsError
from transtats_cli.paths import broken_link_reason
from transtats_cli.problems import Problem
from transtats_cli.scanning.discovery import assembly
from transtats_cli.scanning.discovery.assembly import ComponentDefinition, ComponentPlace
from transtats_cli.scanning.discovery.candidates import ComponentCandidate, FolderCandidates, derive_candidates
from transtats_cli.scanning.discovery.catalogs import find_catalogs
from transtats_cli.scanning.discovery.conventions.candidates import build_candidates
from transtats_cli.scanning.discovery.conventions.grouping import FileGroup, find_groups
from transtats_cli.scanning.discovery.described_sets import find_described_sets, read_described_sets
from transtats_cli.scanning.discovery.ignored import IgnoreRules
from transtats_cli.scanning.discovery.projects import NamingScope, ProjectNames, find_project_names
from transtats_cli.scanning.discovery.set_names import ComponentNames, choose_names_of_sets
from transtats_cli.scanning.discovery.tree import FOREIGN_DOCUMENTS, TRANSIFEX_DOCUMENT, DirectoryTree
from transtats_cli.scanning.filemask.folders import FolderListings
from transtats_cli.scanning.filemask.matching import find_matches
from transtats_cli.settings import Settings, component_json, folders_upward
from transtats_cli.settings.layers import merge_layers


class TreeSearchResult(NamedTuple):
    """Result of the search of a directory tree: the components by name, and the files in no component."""

    definitions: dict[ComponentNames, ComponentDefinition]
    test_component_names: frozenset[ComponentNames]
    """Names of components in test folders, if their project also has components in other folders."""
    left_out_reasons: dict[str, str]
    """Reason for each translation file that is in no component, by absolute path of the file.

    '' if the file has to be read to determine the reason.
    """
    problems: list[Problem]


def search_tree(
    root: str,
    settings: Settings,
    configured: Mapping[ComponentNames, ComponentDefinition],
    listings: FolderListings | None = None,
    *,
    all_folders: bool = False,
) -> TreeSearchResult:
    """Return all components of a directory tree. `configured` contains the components that settings define.

    If several sources describe the same files, the first source in this order is used: settings, component.json,
    configuration files of other tools, paths and contents of the files.
    """
    tree = DirectoryTree(root, IgnoreRules(root, settings.text_list("exclude")), all_folders=all_folders)
    described_above = _find_sets_described_above(root, tree.problems)
    listings = listings or FolderListings()
    groups = _find_groups(tree)
    projects = find_project_names(tree, settings, [group.any_path for group in groups])
    numbers: Counter[ComponentNames] = Counter()
    definitions: dict[ComponentNames, ComponentDefinition] = {}
    for names, definition in _read_component_json_files(tree, projects.root_project):
        _add_definition(definitions, names, definition, numbers)
    definitions |= configured
    sets_of_tools = [*described_above, *_find_described_sets(tree, tree.problems)]
    # The walk skips the folder of a component.json, but masks of other sets may match its files.
    has_other_files = bool(sets_of_tools or groups or tree.file_names_by_folder)
    used_paths: set[str] = set()
    for names, definition in (definitions if has_other_files else configured).items():
        layer = merge_layers([*settings.applicable_layers(*names), *definition.settings_layers])
        used_paths |= _find_matching_files(root, definition.location.root, str(layer["filemask"].value), listings)
    described: list[ComponentCandidate] = []
    for candidate in sets_of_tools:
        files = _find_matching_files(root, tree.to_absolute_path(candidate.folder), candidate.mask, listings)
        if files - used_paths:
            described.append(_exclude_files(tree, candidate, files & used_paths))
            used_paths |= files | _find_template_paths(tree, candidate, listings)
    left: dict[str, str] = {}
    found = [*described, *_derive_candidates(tree, projects, used_paths, left, listings)]
    found += _derive_candidates_by_convention(tree, projects, groups, used_paths, listings)
    found += find_catalogs(tree, used_paths, projects)
    test_data: set[ComponentNames] = set()
    for names, definition, is_test in choose_names_of_sets(tree, projects, found, definitions, settings):
        if names not in configured:
            unique_names = _add_definition(definitions, names, definition, numbers)
            test_data |= {unique_names} if is_test else set()
    left |= _find_broken_links(tree, settings, definitions, listings)
    return TreeSearchResult(
        definitions,
        _select_hidden_test_data(tree, definitions, test_data) if test_data else frozenset(),
        left,
        [*tree.problems, *tree.unreadable_folders],
    )


def _select_hidden_test_data(
    tree: DirectoryTree, definitions: Mapping[ComponentNames, ComponentDefinition], test_data: Set[ComponentNames]
) -> frozenset[ComponentNames]:
    """Return the components with test data whose project also has components in other folders."""
    checkouts = {names: _identify_checkout(tree, each.location) for names, each in definitions.items()}
    have_others = {checkouts[names] for names in definitions.keys() - test_data}
    return frozenset(names for names in test_data if checkouts[names] in have_others)


def _add_definition(
    definitions: dict[ComponentNames, ComponentDefinition],
    names: ComponentNames,
    definition: ComponentDefinition,
    numbers: Counter[ComponentNames],
) -> ComponentNames:
    """Add a definition and return its names. If `definitions` contains the names, a number is appended to the name.

    For example, configuration files of other tools in several folders may contain the same names. `numbers` contains
    how many numbers were appended, by names.
    """
    unique_names = names
    while unique_names in definitions:
        numbers[names] += 1
        unique_names = names[0], f"{names[1]}-{numbers[names] + 1}"
    if unique_names != names:
        definition = definition._replace(location=definition.location._replace(slug=unique_names[1]))
    definitions[unique_names] = definition
    return unique_names


def _find_broken_links(
    tree: DirectoryTree,
    settings: Settings,
    definitions: Mapping[ComponentNames, ComponentDefinition],
    listings: FolderListings,
) -> dict[str, str]:
    """Return the reason for each broken link in no component, by absolute path.

    Links that the mask of a component matches are left out, because the scan of the component reports them.
    """
    broken = {
        tree.to_absolute_path(path): broken_link_reason(tree.to_absolute_path(path)) for path in tree.broken_links
    }
    if any(broken.values()):
        for names, definition in definitions.items():
            root = definition.location.root
            mask = str(
                merge_layers([*settings.applicable_layers(*names), *definition.settings_layers])["filemask"].value
            )
            for path, *_ in find_matches(root, mask, listings):
                broken.pop(os.path.normpath(os.path.join(root, path)), None)
    return {path: reason for path, reason in broken.items() if reason}


def find_sets_in_folder(folder: str, problems: list[Problem]) -> list[ComponentCandidate]:
    """Return the sets of translation files in and below one folder.

    Configuration files above the folder are ignored.
    """
    tree, folders = DirectoryTree(folder, IgnoreRules(folder)), FolderListings()
    described = list(_find_described_sets(tree, problems))
    used_paths = {
        path
        for each in described
        for path in _find_matching_files(folder, tree.to_absolute_path(each.folder), each.mask, folders)
        | _find_template_paths(tree, each, folders)
    }
    rest = [path for path in _list_translation_paths(tree) if path not in used_paths]
    found = [
        *described,
        *_find_file_sets_below(tree, "", rest, used_paths, folders).candidates,
        *_build_candidates(tree, "", _find_groups(tree), used_paths, folders),
        *find_catalogs(tree, used_paths),
    ]
    if not found:
        problems += tree.unreadable_folders
    return found


def _read_component_json_files(
    tree: DirectoryTree, project: str
) -> Iterator[tuple[ComponentNames, ComponentDefinition]]:
    # A component in PROJECT/COMPONENT keeps its name if another component would have an equal name.
    for folder, layer in sorted(tree.component_json_layers.items(), key=lambda pair: ("/" not in pair[0], pair[0])):
        first, _, rest = folder.partition("/")
        names = (first, rest) if rest else (project, folder or project)
        root = tree.to_absolute_path(folder)
        rule = assembly.RULE_NAMED_AFTER_COMPONENT_JSON
        # There may be thousands of components, and field tuples are created faster with all values in order.
        place = ComponentPlace(*names, root, tree.root, component_json.COMPONENT_FILE, {}, (), rule)
        yield names, ComponentDefinition(place, (layer,), True)


def _find_described_sets(tree: DirectoryTree, problems: list[Problem]) -> Iterable[ComponentCandidate]:
    if not tree.documents_by_folder:
        return ()
    return find_described_sets(tree, "", problems)


def _find_sets_described_above(root: str, problems: list[Problem]) -> list[ComponentCandidate]:
    """Return the sets of files that configuration files of other tools above the root describe.

    The nearest folder above the root with such configuration files is used. Messages about errors are added to
    `problems`.
    """
    folder = _find_documents_above(root)
    if folder is None:
        return []
    try:
        above = read_described_sets(DirectoryTree(folder, IgnoreRules(folder)), "", problems)
    except TranstatsError as error:
        problems.append(error.problem)
        return []
    return [candidate._replace(folder=folder) for candidate in above]


def _find_documents_above(root: str) -> str | None:
    """Return the nearest folder above the root with configuration files of other tools, or None."""
    documents = (TRANSIFEX_DOCUMENT, *FOREIGN_DOCUMENTS)
    return next(
        (
            folder
            for folder in list(folders_upward(root))[1:]
            if any(os.path.isfile(os.path.join(folder, document)) for document in documents)
        ),
        None,
    )


def _exclude_files(
    tree: DirectoryTree, candidate: ComponentCandidate, excluded_paths: Collection[str]
) -> ComponentCandidate:
    """Return a set without the files of other components. `excluded_paths` are these files, relative to the root."""
    folder = tree.to_absolute_path(candidate.folder)
    excluded = (os.path.relpath(os.path.join(tree.root, path), folder).replace(os.sep, "/") for path in excluded_paths)
    return candidate._replace(excluded_paths=tuple(sorted({*candidate.excluded_paths, *excluded})))


def _derive_candidates(
    tree: DirectoryTree,
    projects: ProjectNames,
    claimed_paths: Collection[str],
    left_out_reasons: dict[str, str],
    listings: FolderListings,
) -> Iterator[ComponentCandidate]:
    """Yield the sets of files in each component folder and each checkout, and then the sets among all other files.

    Files that already belong to components are skipped. Files in no set are added to `left_out_reasons`.
    """
    inside: dict[NamingScope, list[str]] = {}
    rest: list[str] = []
    for path in _list_translation_paths(tree):
        if path in claimed_paths:
            continue
        scope = projects.find_scope(tree, path)
        if scope.folder:
            inside.setdefault(scope, []).append(path[len(scope.folder) + 1 :])
        else:
            rest.append(path)
    for scope, paths in inside.items():
        found = _find_file_sets_below(tree, scope.folder, paths, claimed_paths, listings)
        if scope.component and not found.candidates:
            rest += [f"{scope.folder}/{path}" for path in paths]
            continue
        yield from _collect_candidates(tree, scope.folder, found, left_out_reasons)
    if rest:
        found = _find_file_sets_below(tree, "", rest, claimed_paths, listings)
        yield from _collect_candidates(tree, "", found, left_out_reasons)


def _find_groups(tree: DirectoryTree) -> list[FileGroup]:
    """Return the groups of files that may be translations in formats other than PO and XLIFF."""
    if not tree.has_files_in_other_formats():
        return []
    return find_groups(tree)


def _derive_candidates_by_convention(
    tree: DirectoryTree,
    projects: ProjectNames,
    groups: Iterable[FileGroup],
    claimed_paths: Collection[str],
    listings: FolderListings,
) -> Iterator[ComponentCandidate]:
    """Yield the sets of files in formats other than PO and XLIFF, by component folder or checkout."""
    groups_by_folder: dict[str, list[FileGroup]] = {}
    for group in groups:
        folder = projects.find_scope(tree, group.any_path).folder
        if folder and not group.mask.startswith(f"{folder}/"):
            folder = ""
        groups_by_folder.setdefault(folder, []).append(group.relative_to(folder))
    for folder, inside in groups_by_folder.items():
        yield from _build_candidates(tree, folder, inside, _select_paths_below(folder, claimed_paths), listings)


def _build_candidates(
    tree: DirectoryTree, folder: str, groups: list[FileGroup], claimed_paths: Set[str], listings: FolderListings
) -> list[ComponentCandidate]:
    """Return the sets in groups of files. Paths in `groups` and in `claimed_paths` are relative to the folder."""
    if not groups:
        return []
    return build_candidates(tree.to_absolute_path(folder), folder, groups, claimed_paths, listings, tree.root)


def _find_file_sets_below(
    tree: DirectoryTree, folder: str, paths: list[str], claimed_paths: Collection[str], listings: FolderListings
) -> FolderCandidates:
    return derive_candidates(tree, folder, paths, _select_paths_below(folder, claimed_paths), listings)


def _select_paths_below(folder: str, paths: Iterable[str]) -> frozenset[str]:
    """Return the paths below a folder, relative to the folder. All arguments are relative to the root."""
    beginning = f"{folder}/" if folder else ""
    return frozenset(path[len(beginning) :] for path in paths if path.startswith(beginning))


def _collect_candidates(
    tree: DirectoryTree, folder: str, folder_candidates: FolderCandidates, left_out_reasons: dict[str, str]
) -> list[ComponentCandidate]:
    """Return the sets of files in a folder.

    The files in no set are added to `left_out_reasons`, with absolute paths.
    """
    left_out_reasons |= {
        tree.to_absolute_path(os.path.join(folder, path)): reason
        for path, reason in folder_candidates.left_out_reasons.items()
    }
    return folder_candidates.candidates


def _identify_checkout(tree: DirectoryTree, location: ComponentPlace) -> str:
    """Return a text that identifies the checkout that contains a component.

    If the root of the tree is a checkout, return ''. If a folder directly below the root is a checkout that contains
    the component, return the name of this folder. Otherwise, return `/` and the name of the project.
    """
    if tree.is_checkout:
        return ""
    if not tree.checkout_folders:
        return f"/{location.project}"
    path = os.path.relpath(location.root, tree.root).replace(os.sep, "/")
    return tree.find_checkout_folder(f"{path}/") or f"/{location.project}"


def _list_translation_paths(tree: DirectoryTree) -> Iterator[str]:
    return (path for path in tree.list_files_below() if not path.endswith(".pot"))


def _find_template_paths(tree: DirectoryTree, candidate: ComponentCandidate, listings: FolderListings) -> set[str]:
    """Return the path of the gettext template of a set of files, relative to the root.

    The result is a set of one path. The set is empty if the setting `new_base` is missing, or if there is no such file.
    """
    template_setting = candidate.settings_layer.get("new_base")
    return (
        _find_matching_files(tree.root, tree.to_absolute_path(candidate.folder), str(template_setting.value), listings)
        if template_setting
        else set()
    )


def _find_matching_files(root: str, folder: str, mask: str, listings: FolderListings) -> set[str]:
    """Return the files in a folder that a mask matches, relative to the root.

    Paths that do not begin with the root are left out. Links are not resolved.
    """
    inside = os.path.join(root, "")
    paths = (os.path.join(folder, path) for path, *_ in find_matches(folder, mask, listings))
    return {path.removeprefix(inside) for path in paths if path.startswith(inside)}
