"""Names of the projects in a directory tree, and of the components in each project.

A project is the root, a checkout below the root, or a folder of components. The name of a checkout is that of its
repository, from the address of its remote. Git is not run.
"""

import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Set
from typing import NamedTuple

from transtats_cli.git_directory import find_git_directories, read_text
from transtats_cli.paths import relative_path
from transtats_cli.scanning.discovery import naming
from transtats_cli.scanning.discovery.definition import RULE_NAMED_BY_TOOL, ComponentNames, Definition
from transtats_cli.scanning.discovery.folder_names import is_test_data, is_usual_folder_in_project
from transtats_cli.scanning.discovery.tree import DirectoryTree
from transtats_cli.scanning.filemask import language_spellings
from transtats_cli.settings.documents import SETTINGS_FILE
from transtats_cli.settings.layers import Settings

_MAX_CONFIG_BYTES = 1_000_000
"""Maximum number of bytes of a configuration file that are read."""
_MAX_NAME_LENGTH = 100
# Compiled on first use, because the root of most runs is not the top of a work tree.
_SECTION_REGEX = r'\s*\[\s*([A-Za-z0-9.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]'
_URL_REGEX = r"(?i)\s*url\s*=\s*(.*)"


def read_repository_name(folder: str) -> str:
    """Return the last part of the address of the remote, without `.git`, such as `shop` for `git@host:org/shop.git`.

    `folder` is the top of a work tree. The remote is `origin`, or else the only remote. Return '' if there is no such
    remote, or if its address has no path.
    """
    directories = find_git_directories(folder)
    config = read_text(os.path.join(directories[1], "config"), _MAX_CONFIG_BYTES) if directories else ""
    name = _last_path_segment(_find_address(config))
    return name if len(name) <= _MAX_NAME_LENGTH else ""


def _find_address(git_config: str) -> str:
    """Return the first address of the remote `origin` in a git configuration, or else of the only remote, or ''."""
    addresses: dict[str, str] = {}
    remote: str | None = None
    for line in git_config.split("\n"):
        section = re.match(_SECTION_REGEX, line)
        if section:
            remote = section[2] if section[1].lower() == "remote" else None
            line = line[section.end() :]
        url = re.match(_URL_REGEX, line) if remote is not None else None
        if url and remote is not None:
            addresses.setdefault(remote, re.split(r"\s[#;]", url[1])[0].strip().strip('"'))
    return min(addresses.values()) if len(addresses) == 1 else addresses.get("origin", "")


def _last_path_segment(address: str) -> str:
    scheme, separator, rest = address.partition("://")
    # The part before the path can contain a password.
    path = rest.partition("/")[2] if separator else re.sub(r"^[^/\\]*:", "", scheme)
    path = path.rstrip("/\\")
    if path.endswith(("/.git", "\\.git")):
        path = path[: -len("/.git")].rstrip("/\\")
    name = re.split(r"[/\\]", path)[-1]
    return name.removesuffix(".git").removesuffix(".bundle")


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


def find_root_project_name(root: str, settings: Settings) -> tuple[str, str]:
    """Return the name of the project whose checkout is the directory `root`, and its origin as a phrase.

    The name is the project in the settings, or else the name of the repository at its remote, or else the name of the
    folder.
    """
    if settings.project():
        return settings.project(), "the project in the settings"
    at_remote = naming.make_slug(read_repository_name(root), "")
    if at_remote:
        return at_remote, "the repository at the git remote"
    return naming.make_slug(os.path.basename(root)), "the name of the root folder"


def find_project_names(tree: DirectoryTree, settings: Settings, other_paths: Iterable[str] = ()) -> ProjectNames:
    """Return the names of the projects in a tree. `other_paths` are translations in formats other than PO and XLIFF."""
    own, _ = find_root_project_name(tree.root, settings)
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
    # Folders with components are `PROJECT/COMPONENT/`. Test data is ignored.
    ways = [folder.split("/", 2) for folder in outside if not is_test_data(f"{folder}/")]
    tops = {"" if any(map(language_spellings.is_distinct_language, way[1:2])) else way[0] for way in ways}
    projects = {way[0] for way in ways if len(way) > 1 and not any(map(is_usual_folder_in_project, way[:2]))}
    if tops != projects:
        projects &= {
            path.partition("/")[0] for path, names in tree.all_names_by_folder.items() if SETTINGS_FILE in names
        }
    return ProjectNames(own, clones, projects)


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
        scope = projects.find_scope(tree, f"{relative_path(definition.root, tree.root)}/")
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
            naming.name_sets_in_folder(scope.component, members, folder)
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
