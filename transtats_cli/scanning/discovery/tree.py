"""Walk a directory tree once, and index the files that discovery needs. Ignored folders are skipped."""

import os
from collections.abc import Callable, Iterator, Mapping

from transtats_cli.errors import TranstatsError
from transtats_cli.formats.detection import CATALOGUE_EXTENSIONS, EXTENSIONS
from transtats_cli.problems import Problem
from transtats_cli.scanning.discovery.folder_names import is_build_output, is_test_data
from transtats_cli.scanning.discovery.foreign import READER_MODULES
from transtats_cli.scanning.discovery.ignored import IgnoreRules
from transtats_cli.scanning.discovery.sniffing import Folder
from transtats_cli.scanning.filemask.folders import EntryKind, FolderListings
from transtats_cli.settings.documents import COMPONENT_FILE, SETTINGS_FILE
from transtats_cli.settings.grammar import read_component_settings
from transtats_cli.settings.layers import SettingsLayer

CHECKOUT_FILES = frozenset(
    {".git", "manage.py", "setup.py", "pyproject.toml", "package.json", "angular.json", "composer.json", "Cargo.toml"}
    | {"go.mod", "pom.xml", "build.gradle", "CMakeLists.txt", "meson.build", "configure.ac", "Gemfile"}
)
"""Names of files that are in the top folder of a project."""
_MAX_FOLDER_DEPTH = 100
"""Maximum depth of nested folders that are searched."""
_CATALOGUE_SUFFIXES = tuple(f".{extension}" for extension in (*CATALOGUE_EXTENSIONS, "pot"))
_OTHER_EXTENSIONS = frozenset(EXTENSIONS).difference(CATALOGUE_EXTENSIONS)
_FILES_OUTSIDE_OF_PROJECTS = READER_MODULES.keys() | {SETTINGS_FILE, COMPONENT_FILE}
_TEXT_FILE_SUFFIXES = (".md", ".rst", ".txt", ".tsv", ".csv", ".ndjson", ".log")
"""Suffixes of files that may also be in a folder that contains several projects, so they do not indicate a checkout."""


class DirectoryTree(Folder):
    """Files and folders of a directory tree that discovery needs. The separator in paths is `/`."""

    def __init__(
        self, root: str, ignore_rules: IgnoreRules, listings: FolderListings | None = None, *, all_folders: bool = False
    ) -> None:
        """Walk the directory tree. With `all_folders`, folders with the name `node_modules` are included."""
        super().__init__(root, listings=listings)
        self.is_checkout = os.path.lexists(os.path.join(root, ".git"))
        """True if the root is the checkout of one project.

        False if the root may contain the folders of several projects.
        """
        self._is_real_root = os.path.realpath(root) == root
        """True if no part of the root's path is a link."""
        self._prefix = os.path.join(root, "")
        self._skipped_names = frozenset() if all_folders else frozenset({"node_modules"})
        self.ignore_rules = ignore_rules
        self.file_names_by_folder: dict[str, list[str]] = {}
        """Names of PO and XLIFF files, and of templates, by folder. The root is ''."""
        self.all_names_by_folder: dict[str, Mapping[str, EntryKind]] = {}
        """Names of all files and subfolders with their kinds, by folder."""
        self.broken_links: list[str] = []
        """Paths of links with the name of a translation file whose target does not exist."""
        self.folder_links: list[str] = []
        """Paths of links to folders, which are not followed."""
        self.subfolders_by_folder: dict[str, list[str]] = {}
        """Names of the subfolders, by path of the folder."""
        self.component_json_layers: dict[str, SettingsLayer] = {}
        """Settings in component.json, by path of the folder. The subfolders of such a folder are not searched."""
        self.problems: list[Problem] = []
        """Messages about errors in configuration files."""
        self.unreadable_folders: list[Problem] = []
        """Messages about folders that cannot be read, with path and reason."""
        self.checkout_folders: set[str] = set()
        """Names of folders directly below the root that are checkouts, with a `.git` or a file such as `manage.py`.

        Empty if the root itself is a checkout.
        """
        pending = [""]
        while pending:
            pending += self._read_folder(pending.pop())

    def list_files_below(self, folder: str = "", *, in_all_formats: bool = False) -> Iterator[str]:
        """Yield the paths of the PO and XLIFF files and templates in and below a folder, relative to this folder.

        With `in_all_formats`, also yield the paths of files with the extension of another supported format. Many of
        these files may be no translations, for example JSON files with other content.
        """
        # Many trees contain only folders with a component.json, which are not searched.
        pending = [folder] if self.file_names_by_folder or in_all_formats else []
        while pending:
            current = pending.pop()
            inside = f"{current}/" if current else ""
            pending += [inside + name for name in self.subfolders_by_folder.get(current, ())]
            names = self.file_names_by_folder.get(current, [])
            if in_all_formats:
                all_names = self.all_names_by_folder.get(current, ())
                names = [*names, *(name for name in all_names if name.rpartition(".")[2] in _OTHER_EXTENSIONS)]
            below = inside[len(folder) + 1 :] if folder else inside
            yield from (below + name for name in names)

    def list_names(self, is_wanted: Callable[[str], bool]) -> Iterator[str]:
        """Yield the paths of the files and folders with a wanted name, except results of a build."""
        for folder, names in self.all_names_by_folder.items():
            wanted = list(filter(is_wanted, names))
            if wanted and not is_build_output(folder):
                yield from (f"{folder}/{name}" if folder else name for name in wanted)

    def find_checkout_folder(self, path: str) -> str:
        """Return the name of the folder below the root that is a checkout and contains the path, or ''."""
        first = path.partition("/")[0]
        return first if first in self.checkout_folders else ""

    def to_absolute_path(self, folder: str) -> str:
        """Convert the path of a folder to an absolute path. An absolute path is only normalised."""
        return os.path.normpath(os.path.join(self.root, folder))

    def open_folder(self, folder: str) -> Folder:
        return Folder(self.to_absolute_path(folder), self.root, self.listings)

    def _read_folder(self, folder: str) -> list[str]:
        """Add a folder with its files. Return the paths of its subfolders, which are not read yet.

        Raises TranstatsError if the folder is the root and cannot be read.
        """
        try:
            entries = self.listings.list_folder(f"{self.root}/{folder}/" if folder else f"{self.root}/")
        except OSError as error:
            problem = Problem(self.to_absolute_path(folder), (error.strerror or str(error)).lower())
            if not folder:
                raise TranstatsError(problem) from error
            self.unreadable_folders.append(problem)
            return []
        document = entries.get(COMPONENT_FILE)
        is_environment = folder != "" and "pyvenv.cfg" in entries
        if is_environment or (document is not None and self._read_component_json(folder, document)):
            return []
        if ".gitignore" in entries:
            try:
                self.ignore_rules.read_gitignore(folder)
            except TranstatsError as error:
                self.problems.append(error.problem)
        self._add_folder(folder, entries)
        return self._select_subfolders(folder, entries)

    def _read_component_json(self, folder: str, kind: EntryKind) -> bool:
        """Add the settings in the component.json of a folder. Return True if the file is invalid or has a filemask."""
        # The walk follows no links, so only the root's path or the document itself can be a link.
        is_real = self._is_real_root and kind is EntryKind.FILE
        try:
            layer = read_component_settings(self._prefix + folder, is_real_path=is_real)
        except TranstatsError as error:
            self.problems.append(error.problem)
            return True
        if layer is not None:
            self.component_json_layers[folder] = layer
        return layer is not None

    def _add_folder(self, folder: str, entries: Mapping[str, EntryKind]) -> None:
        inside = f"{folder}/" if folder else ""
        files = []
        for name, kind in entries.items():
            if name.endswith(_CATALOGUE_SUFFIXES):
                if self._is_file(inside + name, kind):
                    files.append(name)
                elif kind is EntryKind.OTHER:
                    self.broken_links.append(inside + name)
        if files:
            self.file_names_by_folder[folder] = files
        self.all_names_by_folder[folder] = entries
        if not folder:
            # A build file or a program, for example, is in no folder with several projects.
            self.is_checkout = self.is_checkout or any(
                name[0] != "." and name not in _FILES_OUTSIDE_OF_PROJECTS and self._is_file(name, kind)
                for name, kind in entries.items()
                if not name.endswith((*_CATALOGUE_SUFFIXES, *_TEXT_FILE_SUFFIXES))
            )
        elif "/" not in folder and not self.is_checkout:
            marks = {".git"} if is_test_data(inside) else CHECKOUT_FILES
            if not marks.isdisjoint(entries):
                self.checkout_folders.add(folder)

    def _is_file(self, path: str, kind: EntryKind) -> bool:
        return kind is EntryKind.FILE or (kind is EntryKind.OTHER and os.path.isfile(self._prefix + path))

    def _select_subfolders(self, folder: str, entries: Mapping[str, EntryKind]) -> list[str]:
        inside = f"{folder}/" if folder else ""
        kept: list[str] = []
        for name, kind in entries.items():
            if kind is EntryKind.FILE:
                continue
            if kind is EntryKind.FOLDER:
                # Of the patterns, those of hidden folders have a match, too.
                is_ignored = self.ignore_rules.is_ignored(inside + name)
                if not is_ignored and name[0] != "." and name not in self._skipped_names:
                    kept.append(name)
            elif name[0] != "." and os.path.isdir(self._prefix + inside + name):
                # Links are not followed. Their targets are found at their real paths, and links can form loops.
                self.folder_links.append(inside + name)
        if kept and folder.count("/") + 2 > _MAX_FOLDER_DEPTH:
            reason = f"more than {_MAX_FOLDER_DEPTH} folders deep; not searched further"
            self.unreadable_folders.append(Problem(self.to_absolute_path(folder), reason))
            return []
        if kept:
            self.subfolders_by_folder[folder] = kept
        return [inside + name for name in kept]
