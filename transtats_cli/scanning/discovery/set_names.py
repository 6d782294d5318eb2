"""Choose the names of components for sets of translation files that have been found in a directory tree."""

import os
from collections.abc import Iterable, Iterator, Mapping

from transtats_cli.scanning.discovery import assembly, naming
from transtats_cli.scanning.discovery.assembly import ComponentDefinition, ComponentPlace
from transtats_cli.scanning.discovery.candidates import ComponentCandidate
from transtats_cli.scanning.discovery.left_out import is_test_data
from transtats_cli.scanning.discovery.projects import NamingScope, ProjectNames
from transtats_cli.scanning.discovery.tree import DirectoryTree
from transtats_cli.settings import Settings

ComponentNames = tuple[str, str]
"""Names of a project and a component."""


def choose_names_of_sets(
    tree: DirectoryTree,
    projects: ProjectNames,
    candidates_to_name: Iterable[ComponentCandidate],
    definitions: Mapping[ComponentNames, ComponentDefinition],
    settings: Settings,
) -> Iterator[tuple[ComponentNames, ComponentDefinition, bool]]:
    """Choose names for sets of files. Yield names, definition, and True for test data.

    If the configuration of another tool contains a name, this name is used. Otherwise, the name depends on the folder
    and the mask of the set. PO and XLIFF files are named before other formats, and test data is named after other files
    in these formats. Names in the project of another folder are yielded at the end. So the names of components do not
    depend on sets that are named later.
    """
    groups: dict[NamingScope, list[ComponentCandidate]] = {}
    named_for_other_folders: list[ComponentCandidate] = []
    for candidate in candidates_to_name:
        scope = projects.find_scope(tree, f"{candidate.folder}/")
        if not candidate.project:
            groups.setdefault(scope, []).append(candidate)
        elif candidate.project == scope.project:
            yield _define_component(tree, (candidate.project, candidate.slug), candidate)
        else:
            named_for_other_folders.append(candidate)
    for scope, members in groups.items():
        if scope.component:
            for name, candidate in name_sets_in_folder(scope.component, members, scope.folder).items():
                yield _define_component(tree, (scope.project, name), candidate)
            continue
        taken = {component for first, component in definitions if first == scope.project}
        taken |= (
            _list_project_subfolders(tree, scope.folder or projects.root_project)
            if scope.folder not in tree.checkout_folders
            else set()
        )
        written = {component for first, component in settings.components() if first == scope.project} - taken
        # Names of PO and XLIFF components do not depend on other files.
        for is_catalogue, is_test in ((True, False), (True, True), (False, False), (False, True)):
            by_mask = {_mask_for_name(tree, scope.folder, each): each for each in members}
            chosen = naming.choose_component_names(
                [
                    mask
                    for mask, each in by_mask.items()
                    if is_test_data(mask) is is_test and each.is_catalogue is is_catalogue
                ],
                scope.project,
                taken,
            )
            chosen = naming.apply_configured_names(chosen, written - taken)
            taken |= set(chosen.values())
            for mask, name in chosen.items():
                yield _define_component(tree, (scope.project, name), by_mask[mask])
    for candidate in named_for_other_folders:
        yield _define_component(tree, (candidate.project, candidate.slug), candidate)


def _list_project_subfolders(tree: DirectoryTree, project: str) -> set[str]:
    """Return the names of the subfolders in the folder of a project.

    No other component may get one of these names, because a component in such a subfolder has the name of the
    subfolder.
    """
    return set(tree.subfolders_by_folder.get(project, ()))


def _mask_from_root(candidate: ComponentCandidate) -> str:
    return f"{candidate.folder}/{candidate.mask}" if candidate.folder else candidate.mask


def _mask_for_name(tree: DirectoryTree, folder: str, candidate: ComponentCandidate) -> str:
    """Return the mask of a set relative to a folder of the tree.

    If the set is described above the root, the mask is relative to the root, and may begin with `..`.
    """
    if os.path.isabs(candidate.folder):
        return os.path.relpath(os.path.join(candidate.folder, candidate.mask), tree.root).replace(os.sep, "/")
    return _mask_from_folder(folder, candidate)


def _mask_from_folder(folder: str, candidate: ComponentCandidate) -> str:
    return _mask_from_root(candidate)[len(folder) :].lstrip("/")


def _define_component(
    tree: DirectoryTree, names: ComponentNames, candidate: ComponentCandidate
) -> tuple[ComponentNames, ComponentDefinition, bool]:
    """Return names, definition, and True for test data."""
    root = tree.to_absolute_path(candidate.folder)
    place = ComponentPlace(
        *names,
        root,
        tree.root,
        candidate.origin,
        candidate.paths_by_language,
        candidate.excluded_paths,
        assembly.RULE_NAMED_BY_TOOL if candidate.project else assembly.RULE_NAMED_AFTER_PATHS,
    )
    mask = os.path.relpath(os.path.join(root, candidate.mask), tree.root)
    return names, ComponentDefinition(place, (candidate.settings_layer,)), is_test_data(mask.replace(os.sep, "/"))


def name_sets_in_folder(
    component_name: str, candidates_to_name: list[ComponentCandidate], folder: str = ""
) -> dict[str, ComponentCandidate]:
    """Return the sets of files in the folder of a component, by name.

    If there is only one set of PO or XLIFF files, or only one set in all formats, this set gets the name of the
    component. The names of other sets begin with the name of the component and a slash. `folder` is the folder of the
    component, relative to the root of the tree.
    """
    main = list_main_sets(candidates_to_name)
    named = {component_name: main[0]} if len(main) == 1 else {}
    by_mask = {_mask_from_folder(folder, each): each for each in candidates_to_name if each not in named.values()}
    return named | {
        f"{component_name}/{name}": by_mask[mask]
        for mask, name in naming.choose_component_names(list(by_mask), component_name).items()
    }


def list_main_sets(found: list[ComponentCandidate]) -> list[ComponentCandidate]:
    """Return the sets of PO and XLIFF files, or all sets if there are no such files."""
    return [each for each in found if each.is_catalogue] or found
