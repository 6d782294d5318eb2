"""Find a component without a search of the directory tree: in the settings, or in the folder of its name."""

import os
from collections.abc import Callable, Iterable

from transtats_cli.errors import TranstatsError
from transtats_cli.paths import is_below
from transtats_cli.problems import Problem
from transtats_cli.scanning.discovery import assembly
from transtats_cli.scanning.discovery.assembly import ComponentDefinition, ComponentPlace
from transtats_cli.scanning.discovery.candidates import ComponentCandidate
from transtats_cli.scanning.discovery.search import find_sets_in_folder
from transtats_cli.scanning.discovery.set_names import ComponentNames, list_main_sets, name_sets_in_folder
from transtats_cli.settings import Setting, Settings, component_json
from transtats_cli.settings.layers import Overrides, merge_layers

FolderSearchResult = tuple[list[ComponentCandidate], list[Problem]]
"""Sets of translation files in one folder, and messages about errors in configuration files in the folder."""


class SeveralSetsError(TranstatsError):
    """The folder with the names of a project and a component contains several sets of translation files."""

    folder = ""
    """Absolute path of the folder."""


def _search_folder(folder: str) -> FolderSearchResult:
    problems: list[Problem] = []
    return find_sets_in_folder(folder, problems), problems


class CachedFolderSearch:
    """Cache of searches for sets of translation files in a folder.

    Each folder is searched once, even if several components or links refer to the folder.
    """

    def __init__(self) -> None:
        self._results_by_folder: dict[str, FolderSearchResult] = {}

    def __call__(self, folder: str) -> FolderSearchResult:
        real = os.path.realpath(folder)
        if real not in self._results_by_folder:
            self._results_by_folder[real] = _search_folder(folder)
        return self._results_by_folder[real]


def find_definition_in_known_folder(
    root: str,
    settings: Settings,
    names: ComponentNames,
    overrides: Overrides,
    search_folder: Callable[[str], FolderSearchResult],
) -> ComponentDefinition | None:
    """Return the definition of a component from settings, from the folder of the component, or from the command line.

    None if the component is defined elsewhere or does not exist. The directory tree then has to be searched.
    """
    layer = merge_layers([overrides, *settings.applicable_layers(*names)])
    folder, boundary = _find_component_folder_and_link_boundary(root, settings, names, layer)
    if folder is None:
        return None
    rule = assembly.RULE_NAMED_AFTER_FOLDERS
    described = component_json.read_component_settings(folder)
    if described is not None:
        return ComponentDefinition(
            ComponentPlace(*names, folder, boundary, component_json.COMPONENT_FILE, names_rule=rule),
            (described,),
            has_component_json=True,
        )
    if "filemask" in layer:
        return ComponentDefinition(ComponentPlace(*names, folder, boundary, layer["filemask"].origin, names_rule=rule))
    if "/" in names[1] and "path" not in layer:
        # The name comes from the path of the files, or the folder is a part of a component's folder.
        return None
    return _define_from_only_set(folder, boundary, names, search_folder(folder))


def _find_component_folder_and_link_boundary(
    root: str, settings: Settings, names: ComponentNames, component_settings: dict[str, Setting]
) -> tuple[str | None, str]:
    """Return the directory of a component, and the directory that links may not lead out of.

    The directory of the component is None if it is unknown. Raises TranstatsError if the configured path is not a
    directory, or if a link leads out.
    """
    if "path" in component_settings:
        folder, boundary = os.path.join(settings.folder, str(component_settings["path"].value)), settings.folder
        if not os.path.isdir(folder):
            setting = component_settings["path"]
            raise TranstatsError(Problem(setting.source, f"path: {folder} is not a directory", setting.line))
    elif _can_be_path(names) and os.path.isdir(os.path.join(root, *names)) and not _is_project_checkout(root, names[0]):
        folder, boundary = os.path.join(root, *names), root
    elif settings.has_component(names) and "filemask" in component_settings:
        folder, boundary = settings.folder, settings.folder
    else:
        return None, root
    within = os.path.realpath(boundary)
    if not is_below(os.path.realpath(folder), within):
        reason = f"a link that leads out of {boundary}; choose a --root that holds both"
        raise TranstatsError(Problem(folder, reason))
    return os.path.normpath(folder), boundary


def _is_project_checkout(root: str, project: str) -> bool:
    """True if the folder of a project is the checkout of a repository.

    In a checkout, the name of a folder is not the name of a component.
    """
    return os.path.lexists(os.path.join(root, project, ".git"))


def _can_be_path(names: Iterable[str]) -> bool:
    """True if the names of a project and a component can be joined to the path of a folder below the root.

    False if a name or a segment of a name is empty, `.` or `..`, or if a name contains a NUL character.
    """
    return all(name and "\0" not in name and not {"", ".", ".."} & set(name.split("/")) for name in names)


def _define_from_only_set(
    folder: str, link_boundary: str, names: ComponentNames, search_result: FolderSearchResult
) -> ComponentDefinition | None:
    """Define a component with the only set of translation files in its folder. None if there is no set.

    Raises SeveralSetsError if there are several sets, and TranstatsError if a configuration file in the folder is
    invalid.
    """
    found, problems = search_result
    if problems:
        raise TranstatsError(*problems)
    if not found:
        return None
    main = list_main_sets(found)
    if len(main) > 1:
        lines = [
            f"  {names[0]} {name}  ({each.mask})" for name, each in sorted(name_sets_in_folder(names[1], found).items())
        ]
        error = SeveralSetsError(
            f"{folder} has several sets of translation files; name the one you mean, or choose with --filemask:",
            *lines,
        )
        error.folder = os.path.abspath(folder)
        raise error
    (only,) = main
    place = ComponentPlace(
        *names,
        os.path.normpath(os.path.join(folder, only.folder)),
        link_boundary,
        only.origin,
        only.paths_by_language,
        only.excluded_paths,
        assembly.RULE_NAMED_AFTER_FOLDERS,
    )
    return ComponentDefinition(place, (only.settings_layer,))
