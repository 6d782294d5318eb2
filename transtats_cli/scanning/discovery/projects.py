"""Names of the projects in a directory tree: of the root, of checkouts below the root, and of folders of components."""

import os
from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from transtats_cli.scanning.discovery import layouts, naming
from transtats_cli.scanning.discovery.remote import repository_name
from transtats_cli.scanning.discovery.tree import Tree
from transtats_cli.scanning.filemask import language_spellings
from transtats_cli.settings import Settings

_SOURCES = ("src", "lib")
"""Names of folders for source code."""


class Scope(NamedTuple):
    """Folder whose files are grouped into components together, and the names for these components."""

    folder: str
    project: str
    component: str = ""
    """Name of the component to which the whole folder belongs. '' if the folder is not the folder of one component."""


class Projects(NamedTuple):
    """Projects in a directory tree."""

    own: str
    """Name of the project of the root."""
    clones: Mapping[str, str] = {}
    """Name of the project by the name of a folder directly below the root that is a checkout."""
    folders: frozenset[str] = frozenset()
    """Names of folders directly below the root with folders of components: `PROJECT/COMPONENT/`."""

    def scope(self, tree: Tree, path: str) -> Scope:
        """Return the checkout or the component folder that contains a path. For other paths, return the whole tree."""
        clone = tree.clone_of(path)
        if clone:
            return Scope(clone, self.clones[clone])
        folder = component_folder(tree, path)
        if folder:
            return Scope(folder, *folder.split("/"))
        first, slash, _ = path.partition("/")
        # Other files of a project with folders of components, such as `shop/locale/` beside `shop/orders/locale/`.
        return Scope(first, first) if slash and first in self.folders else Scope("", self.own)


def this_project(root: str, settings: Settings) -> str:
    """Return the name of the project whose checkout is the directory `root`.

    The name is the project in the settings, or else the name of the repository at its remote, or else the name of the
    folder.
    """
    return settings.project() or naming.slug(repository_name(root), naming.slug(os.path.basename(root)))


def find_projects(tree: Tree, settings: Settings) -> Projects:
    own = this_project(tree.root, settings)
    if tree.is_checkout:
        return Projects(own)
    names = {clone: naming.slug(repository_name(tree.absolute(clone)), "") for clone in tree.clones}
    uses = Counter([*names.values(), *(naming.slug(folder) for folder in tree.folders.get("", ()))])
    # Two clones of one repository have the names of their folders.
    clones = {
        clone: name if name and uses[name] == (1 + (name == naming.slug(clone))) else naming.slug(clone)
        for clone, name in names.items()
    }
    inner = (component_folder(tree, path) for path in tree.paths() if not tree.clone_of(path))
    return Projects(own, clones, frozenset(folder.partition("/")[0] for folder in inner if folder))


def component_folder(tree: Tree, path: str) -> str:
    """Return the folder `project/component` that contains a path.

    '' if there is no such folder, or if the root of the tree is a checkout.
    """
    project, _, rest = path.partition("/")
    component, inside, _ = rest.partition("/")
    # Sets that are described above the root have absolute paths.
    if tree.is_checkout or not inside or not project or any(map(_is_part_of_one, (project, component))):
        return ""
    return f"{project}/{component}"


def _is_part_of_one(folder: str) -> bool:
    """True if the name of a folder is usual inside of a project, so it is not the name of a project or a component."""
    return folder.lower() in layouts.CONTAINERS or folder in _SOURCES or language_spellings.is_distinct_language(folder)
