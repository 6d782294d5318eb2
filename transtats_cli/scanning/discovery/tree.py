"""Walk a directory tree once, and collect the files that discovery needs. Ignored folders are skipped."""

import os
from collections.abc import Collection, Iterator

from transtats_cli.errors import TranstatsError
from transtats_cli.formats import EXTENSIONS
from transtats_cli.scanning.discovery.ignored import Ignored
from transtats_cli.settings import SETTINGS_FILE, SettingsLayer, component_json

DOCUMENTS = frozenset({"crowdin.yml", "crowdin.yaml", "l10n.toml"})
"""Configuration files of other translation tools."""

_CHECKOUT_FILES = frozenset(
    {".git", "manage.py", "setup.py", "pyproject.toml", "package.json", "angular.json", "composer.json", "Cargo.toml"}
    | {"go.mod", "pom.xml", "build.gradle", "CMakeLists.txt", "meson.build", "configure.ac", "Gemfile"}
)
"""Names of files that are in the top folder of a project."""
_DEEPEST = 100
"""Maximum depth of nested folders that are searched."""
_SUFFIXES = tuple(f".{extension}" for extension in (*EXTENSIONS, "pot"))
_OURS = (SETTINGS_FILE, component_json.COMPONENT_FILE)
_MERELY_TEXT = (".md", ".rst", ".txt", ".tsv", ".csv", ".log")


class Tree:
    """Files and folders of a directory tree that discovery needs.

    Paths are relative to the root, with `/` as separator.
    """

    def __init__(self, root: str, ignored: Ignored, *, all_folders: bool = False) -> None:
        """Walk the directory tree. With `all_folders`, folders with the name `node_modules` are included."""
        self.root = root
        self.files: dict[str, list[str]] = {}
        """Names of translation files and templates by folder. The root is ''."""
        self.broken_links: list[str] = []
        """Paths of links with the name of a translation file whose target does not exist."""
        self.folders: dict[str, list[str]] = {}
        """Names of the subfolders, by path of the folder."""
        self.documents: dict[str, set[str]] = {}
        """Names of configuration files of other tools, by path of the folder."""
        self.components: dict[str, SettingsLayer] = {}
        """Settings in component.json, by path of the folder. The subfolders of such a folder are not searched."""
        self.problems: list[str] = []
        """Messages about errors in configuration files."""
        self.unreadable: list[str] = []
        """Messages about folders that cannot be read, with path and reason."""
        self.is_checkout = os.path.lexists(os.path.join(root, ".git"))
        """True if the root is the checkout of one project.

        False if the root may contain the folders of several projects.
        """
        self.clones: set[str] = set()
        """Names of folders directly below the root that are checkouts, with a `.git` or a file such as `manage.py`.

        Empty if the root itself is a checkout.
        """
        self._is_real = os.path.realpath(root) == root
        """True if no part of the root's path is a link."""
        self._skipped = frozenset() if all_folders else frozenset({"node_modules"})
        self._walk(ignored)

    def paths(self, folder: str = "") -> Iterator[str]:
        """Yield the paths of all translation files and templates in and below a folder.

        Paths are relative to this folder.
        """
        for each in self.below(folder):
            inside = each[len(folder) :].lstrip("/")
            for name in self.files.get(each, ()):
                yield f"{inside}/{name}" if inside else name

    def clone_of(self, path: str) -> str:
        """Return the name of the folder below the root that is a checkout and contains the path.

        '' if there is none.
        """
        first, _, _ = path.partition("/")
        return first if first in self.clones else ""

    def absolute(self, folder: str) -> str:
        """Convert the path of a folder to an absolute path. An absolute path is only normalised."""
        return os.path.normpath(os.path.join(self.root, folder))

    def below(self, folder: str) -> Iterator[str]:
        """Yield a folder and all folders below this folder."""
        pending = [folder]
        while pending:
            current = pending.pop()
            yield current
            inside = f"{current}/" if current else ""
            pending += [inside + name for name in self.folders.get(current, ())]

    def _walk(self, ignored: Ignored) -> None:
        pending = [""]
        while pending:
            folder = pending.pop()
            try:
                with os.scandir(os.path.join(self.root, folder)) as entries:
                    listed = list(entries)
            except OSError as error:
                self._failed(folder, error)
                continue
            names = {entry.name: entry for entry in listed}
            if (folder and "pyvenv.cfg" in names) or self._is_component(
                folder, names.get(component_json.COMPONENT_FILE)
            ):
                continue
            if ".gitignore" in names:
                self._read_ignored(folder, ignored)
            self._keep(folder, listed, names)
            pending += self._kept_folders(folder, listed, ignored)

    def _read_ignored(self, folder: str, ignored: Ignored) -> None:
        try:
            ignored.read(folder)
        except TranstatsError as error:
            self.problems.append(str(error))

    def _failed(self, folder: str, error: OSError) -> None:
        """Add a message about a folder that cannot be read. Raises TranstatsError if the folder is the root."""
        problem = f"{self.absolute(folder)}: {(error.strerror or str(error)).lower()}"
        if not folder:
            raise TranstatsError(problem) from error
        self.unreadable.append(problem)

    def _is_component(self, folder: str, document: os.DirEntry[str] | None) -> bool:
        if document is None:
            return False
        # The walk follows no links, so only the root's path or the document itself can be a link.
        is_real = self._is_real and not document.is_symlink()
        try:
            layer = component_json.read_component_settings(os.path.join(self.root, folder), is_real_path=is_real)
        except TranstatsError as error:
            self.problems.append(str(error))
            return True
        if layer is not None:
            self.components[folder] = layer
        return layer is not None

    def _keep(self, folder: str, entries: list[os.DirEntry[str]], names: Collection[str]) -> None:
        files = []
        for entry in entries:
            if entry.name.endswith(_SUFFIXES):
                if _is_file(entry):
                    files.append(entry.name)
                elif entry.is_symlink():
                    self.broken_links.append(f"{folder}/{entry.name}" if folder else entry.name)
        if files:
            self.files[folder] = files
        documents = set(DOCUMENTS.intersection(names))
        if ".tx" in names:
            documents.add(".tx/config")
        if documents:
            self.documents[folder] = documents
        if not folder:
            self.is_checkout = self.is_checkout or any(map(_is_of_a_project, entries))
        elif "/" not in folder and not self.is_checkout and not _CHECKOUT_FILES.isdisjoint(names):
            self.clones.add(folder)

    def _kept_folders(self, folder: str, entries: list[os.DirEntry[str]], ignored: Ignored) -> list[str]:
        inside = f"{folder}/" if folder else ""
        kept = []
        for entry in entries:
            name = entry.name
            # Links to folders are not followed. Their targets are found at their real paths, and links can form loops.
            if name[0] == "." or name in self._skipped or not entry.is_dir(follow_symlinks=False):
                continue
            if not ignored.is_ignored(inside + name):
                kept.append(name)
        if kept and folder.count("/") + 2 > _DEEPEST:
            self.unreadable.append(f"{self.absolute(folder)}: more than {_DEEPEST} folders deep; not searched further")
            return []
        if kept:
            self.folders[folder] = kept
        return [inside + name for name in kept]


def _is_file(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_file()
    except OSError:
        return False


def _is_of_a_project(entry: os.DirEntry[str]) -> bool:
    """True for a file that is typical of the checkout of a project, such as a build file or a program.

    A folder that contains several projects does not contain such files.
    """
    name = entry.name
    if name[0] == "." or name in DOCUMENTS or name in _OURS or name.endswith((*_SUFFIXES, *_MERELY_TEXT)):
        return False
    return _is_file(entry)
