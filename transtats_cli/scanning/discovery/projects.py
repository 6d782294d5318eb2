"""Names of the projects in a directory tree: of the root, of checkouts below the root, and of folders of components."""

import os
from collections import Counter
from collections.abc import Iterable, Mapping, Set
from typing import NamedTuple

from transtats_cli.scanning.discovery import naming
from transtats_cli.scanning.discovery.folder_names import is_test_data, is_usual_folder_in_project
from transtats_cli.scanning.discovery.remote import read_repository_name
from transtats_cli.scanning.discovery.tree import DirectoryTree
from transtats_cli.scanning.filemask import language_spellings
from transtats_cli.settings.documents import SETTINGS_FILE
from transtats_cli.settings.layers import Settings


class NamingScope(NamedTuple):
    """Folder whose files are grouped into components together, and the names for these components."""

    folder: str
    project: str
    component: str = ""
    """Name of the component to which the whole folder belongs. '' if the folder is not the folder of one component."""


class ProjectNames(NamedTuple):
    """Names of the projects in a directory tree, and the folders that belong to each project."""

    root_project: str
    """Name of the project of the root."""
    projects_of_checkouts: Mapping[str, str] = {}
    """Name of the project by the name of a folder directly below the root that is a checkout."""
    project_folders: Set[str] = frozenset()
    """Names of folders directly below the root with folders of components: `PROJECT/COMPONENT/`.

    If the root contains other translation files, it is the folder of one project, with folders that have settings.
    """

    def find_scope(self, tree: DirectoryTree, path: str) -> NamingScope:
        """Return the folder with the component of a path: the checkout, the component folder, or the project folder.

        If the path is in no such folder, return the whole tree.
        """
        clone = tree.find_checkout_folder(path)
        if clone:
            return NamingScope(clone, self.projects_of_checkouts[clone])
        project, _, rest = path.partition("/")
        if project not in self.project_folders:
            return NamingScope("", self.root_project)
        component, inside, _ = rest.partition("/")
        # Other files of a project with folders of components, such as `shop/locale/` beside `shop/orders/locale/`.
        is_other = not inside or is_usual_folder_in_project(component)
        return NamingScope(project, project) if is_other else NamingScope(f"{project}/{component}", project, component)


def find_root_project_name(root: str, settings: Settings) -> str:
    """Return the name of the project whose checkout is the directory `root`.

    The name is the project in the settings, or else the name of the repository at its remote, or else the name of the
    folder.
    """
    return find_root_project_name_and_origin(root, settings)[0]


def find_root_project_name_and_origin(root: str, settings: Settings) -> tuple[str, str]:
    """Return the same name as `find_root_project_name`, and its origin as a phrase."""
    if settings.project():
        return settings.project(), "the project in the settings"
    at_remote = naming.make_slug(read_repository_name(root), "")
    if at_remote:
        return at_remote, "the repository at the git remote"
    return naming.make_slug(os.path.basename(root)), "the name of the root folder"


def find_project_names(tree: DirectoryTree, settings: Settings, other_paths: Iterable[str] = ()) -> ProjectNames:
    """Return the names of the projects in a tree. `other_paths` are translations in formats other than PO and XLIFF."""
    own = find_root_project_name(tree.root, settings)
    if tree.is_checkout:
        return ProjectNames(own)
    # The name of the repository of each checkout, by folder. '' if there is no remote.
    names = {
        clone: naming.make_slug(read_repository_name(tree.to_absolute_path(clone)), "")
        for clone in tree.checkout_folders
    }
    beside = tree.subfolders_by_folder.get("", ())
    uses = Counter([*names.values(), *map(naming.make_slug, beside)] if any(names.values()) else ())
    # Two clones of one repository have the names of their folders.
    clones = {
        clone: name if name and uses[name] == (1 + (name == naming.make_slug(clone))) else naming.make_slug(clone)
        for clone, name in names.items()
    }
    folders = {*tree.file_names_by_folder, *(path.rpartition("/")[0] for path in other_paths)}
    outside = {folder for folder in folders if not tree.find_checkout_folder(folder)}
    projects, is_only_projects = _find_project_folders(outside)
    if not is_only_projects:
        projects &= {
            path.partition("/")[0] for path, names in tree.all_names_by_folder.items() if SETTINGS_FILE in names
        }
    return ProjectNames(own, clones, projects)


def _find_project_folders(folders: Set[str]) -> tuple[Set[str], bool]:
    """Return the first names in the paths of `PROJECT/COMPONENT/`, and True if all folders are in such projects.

    `folders` contain translations. Test data is ignored.
    """
    paths = [folder.split("/", 2) for folder in folders if not is_test_data(f"{folder}/")]
    tops = {"" if any(map(language_spellings.is_distinct_language, path[1:2])) else path[0] for path in paths}
    projects = {path[0] for path in paths if len(path) > 1 and not any(map(is_usual_folder_in_project, path[:2]))}
    return projects, tops == projects
