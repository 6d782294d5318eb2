"""Choose the names of components for sets of translation files that have been found in a directory tree."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from transtats_cli.scanning.discovery import naming
from transtats_cli.scanning.discovery.definition import RULE_NAMED_BY_TOOL, ComponentNames, Definition
from transtats_cli.scanning.discovery.folder_names import is_test_data
from transtats_cli.scanning.discovery.projects import NamingScope, ProjectNames
from transtats_cli.scanning.discovery.tree import DirectoryTree
from transtats_cli.settings.layers import Settings


def choose_names_of_sets(
    tree: DirectoryTree,
    projects: ProjectNames,
    found: Iterable[Definition],
    definitions: Mapping[ComponentNames, Definition],
    settings: Settings,
) -> Iterator[Definition]:
    """Choose names for the definitions that were found, and yield them with names.

    If the configuration of another tool contains a name, this name is used. Otherwise, the name depends on the folder
    and the mask. PO and XLIFF files are named before other formats, and test data is named after other files in these
    formats. Names in the project of another folder are yielded at the end. So the names of components do not depend on
    sets that are named later. `definitions` already have names.
    """
    members_by_scope: dict[NamingScope, list[Definition]] = {}
    named_for_other_folders: list[Definition] = []
    for each in found:
        definition = each._replace(link_boundary=tree.root)
        scope = projects.find_scope(tree, f"{tree.to_relative_path(definition.root)}/")
        if not definition.project:
            members_by_scope.setdefault(scope, []).append(definition)
            continue
        definition = definition._replace(names_rule=RULE_NAMED_BY_TOOL)
        if definition.project == scope.project:
            yield definition
        else:
            named_for_other_folders.append(definition)
    for scope, members in members_by_scope.items():
        folder = tree.to_absolute_path(scope.folder)
        names = (
            name_sets_in_folder(scope.component, members, folder)
            if scope.component
            else _name_sets_in_project(tree, scope, members, definitions, settings)
        )
        yield from (each._replace(project=scope.project, slug=name) for name, each in names.items())
    yield from named_for_other_folders


def _name_sets_in_project(
    tree: DirectoryTree,
    scope: NamingScope,
    members: Iterable[Definition],
    definitions: Mapping[ComponentNames, Definition],
    settings: Settings,
) -> dict[str, Definition]:
    taken = {component for project, component in definitions if project == scope.project}
    if scope.folder not in tree.checkout_folders:
        # A component in a subfolder of the project's folder has the name of the subfolder.
        taken |= set(tree.subfolders_by_folder.get(scope.folder or scope.project, ()))
    written = {component for project, component in settings.components() if project == scope.project} - taken
    by_mask = {each.mask_below(tree.to_absolute_path(scope.folder)): each for each in members}
    named: dict[str, Definition] = {}
    # Names of PO and XLIFF components do not depend on other files.
    for is_catalogue, is_test in ((True, False), (True, True), (False, False), (False, True)):
        masks = [
            mask
            for mask, each in by_mask.items()
            if is_test_data(mask) is is_test and each.is_catalogue is is_catalogue
        ]
        chosen = naming.choose_component_names(masks, scope.project, taken)
        chosen = naming.apply_configured_names(chosen, written - taken)
        taken |= set(chosen.values())
        named |= {name: by_mask[mask] for mask, name in chosen.items()}
    return named


def name_sets_in_folder(component_name: str, found: Sequence[Definition], folder: str) -> dict[str, Definition]:
    """Return the definitions of the files in the folder of a component, by name. `folder` is an absolute path.

    If there is only one set of PO or XLIFF files, or only one set in all formats, this set gets the name of the
    component. The names of other sets begin with the name of the component and a slash.
    """
    main = list_main_sets(found)
    named = {component_name: main[0]} if len(main) == 1 else {}
    by_mask = {each.mask_below(folder): each for each in found if each not in named.values()}
    return named | {
        f"{component_name}/{name}": by_mask[mask]
        for mask, name in naming.choose_component_names(list(by_mask), component_name).items()
    }


def list_main_sets(found: Sequence[Definition]) -> list[Definition]:
    """Return the sets of PO and XLIFF files, or all sets if there are no such files."""
    return [each for each in found if each.is_catalogue] or list(found)
