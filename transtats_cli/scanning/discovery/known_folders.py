"""Find a component without a search of the directory tree: in the settings, or in the folder of its name."""

import os
from collections.abc import Callable

from transtats_cli.errors import TranstatsError
from transtats_cli.paths import is_below
from transtats_cli.problems import Problem
from transtats_cli.scanning.discovery.definition import RULE_NAMED_AFTER_FOLDERS, ComponentNames, Definition
from transtats_cli.scanning.discovery.naming import list_main_sets
from transtats_cli.settings.documents import COMPONENT_FILE
from transtats_cli.settings.grammar import read_component_settings
from transtats_cli.settings.layers import Overrides, Setting, Settings, merge_layers

FolderSearch = Callable[[str], tuple[list[Definition], list[Problem]]]
"""Function that returns the sets of translation files in a folder, and errors in configuration files there."""


class SeveralSetsError(TranstatsError):
    """The folder with the names of a project and a component contains several sets of translation files."""

    folder = ""
    """Absolute path of the folder."""


def find_definition_in_known_folder(
    root: str, settings: Settings, names: ComponentNames, overrides: Overrides, search_folder: FolderSearch
) -> Definition | None:
    """Return the definition of a component from settings, from the folder of the component, or from the command line.

    None if the component is defined elsewhere or does not exist. The directory tree then has to be searched. Raises
    SeveralSetsError if the folder has several sets of files, and TranstatsError for an invalid configuration file.
    """
    layer = merge_layers([overrides, *settings.applicable_layers(*names)])
    folder, boundary = _find_component_folder_and_link_boundary(root, settings, names, layer)
    if folder is None:
        return None
    named = Definition({}, "", *names, root=folder, link_boundary=boundary, names_rule=RULE_NAMED_AFTER_FOLDERS)
    described = read_component_settings(folder)
    if described is not None:
        return named._replace(settings_layer=described, origin=COMPONENT_FILE)
    if "filemask" in layer:
        return named._replace(origin=layer["filemask"].origin)
    if "/" in names[1] and "path" not in layer:
        # The name comes from the path of the files, or the folder is a part of a component's folder.
        return None
    # Several components or links may refer to the folder.
    searched_folder = os.path.realpath(folder)
    found, problems = search_folder(searched_folder)
    if problems:
        raise TranstatsError(*problems)
    if not found:
        return None
    only, *others = list_main_sets(found)
    if others:
        error = SeveralSetsError(
            f"{folder} has several sets of translation files; name the one you mean, or choose with --filemask:"
        )
        error.folder = os.path.abspath(folder)
        raise error
    root = os.path.normpath(os.path.join(folder, os.path.relpath(only.root, searched_folder)))
    return only._replace(
        project=names[0], slug=names[1], root=root, link_boundary=boundary, names_rule=named.names_rule
    )


def _find_component_folder_and_link_boundary(
    root: str, settings: Settings, names: ComponentNames, component_settings: dict[str, Setting]
) -> tuple[str | None, str]:
    """Return the directory of a component, and the directory that links may not lead out of.

    The directory of the component is None if it is unknown. Raises TranstatsError if the configured path is not a
    directory, or if a link leads out.
    """
    can_be_path = all(name and "\0" not in name and not {"", ".", ".."} & set(name.split("/")) for name in names)
    # In a checkout, the name of a folder is not the name of a component.
    is_checkout = can_be_path and os.path.lexists(os.path.join(root, names[0], ".git"))
    if "path" in component_settings:
        folder, boundary = os.path.join(settings.folder, str(component_settings["path"].value)), settings.folder
        if not os.path.isdir(folder):
            setting = component_settings["path"]
            raise TranstatsError(Problem(setting.source, f"path: {folder} is not a directory", setting.line))
    elif can_be_path and os.path.isdir(os.path.join(root, *names)) and not is_checkout:
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
