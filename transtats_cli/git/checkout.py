"""Check out files of a commit into a temporary directory. Files that no scan opens are left out.

A component in this directory is read with the same functions as a component in the work tree. If another commit is
checked out later, only files that differ are written.
"""

import os
import posixpath
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import ExitStack, suppress
from functools import lru_cache
from typing import Any, Self

from transtats_cli import signals
from transtats_cli.errors import UnknownComponentError
from transtats_cli.formats.detection import (
    CATALOGUE_EXTENSIONS,
    DETECTED_EXTENSIONS,
    FOLDER_FILE_NAMES,
    MULTILINGUAL_FORMATS,
)
from transtats_cli.git.limits import MAX_COMMIT_BYTES, MAX_NAME_BYTES, MAX_PATH_BYTES
from transtats_cli.git.objects import BlobCache, ObjectReader
from transtats_cli.git.process import BeyondLimitsError, GitError
from transtats_cli.git.repository import Repository
from transtats_cli.git.trees import TreeEntry, TreeReader
from transtats_cli.paths import path_for_messages
from transtats_cli.scanning.discovery.foreign import READER_MODULES
from transtats_cli.scanning.discovery.naming import make_slug
from transtats_cli.scanning.discovery.projects import read_repository_name
from transtats_cli.settings.documents import CLIENT_CONFIG_FILES, COMPONENT_FILE, PROJECT_FILE, SETTINGS_FILE

# Files with other extensions are scanned only if settings name them.
CATALOGUE_SUFFIXES = tuple(f".{extension}" for extension in (*CATALOGUE_EXTENSIONS, "pot"))
_TRANSLATION_SUFFIXES = (
    *CATALOGUE_SUFFIXES,
    *(f".{extension}" for extension in sorted({*DETECTED_EXTENSIONS, *MULTILINGUAL_FORMATS})),
)
SETTINGS_FILE_NAMES = frozenset(
    {SETTINGS_FILE, PROJECT_FILE, COMPONENT_FILE, *CLIENT_CONFIG_FILES}
    | {path.rpartition("/")[2] for path in READER_MODULES}
)
"""Names of the settings files that contain paths of translations."""
_OTHER_SCANNED_FILE_NAMES = SETTINGS_FILE_NAMES | {".gitignore", "LINGUAS", "pyvenv.cfg", *FOLDER_FILE_NAMES}
_find_relative_path = lru_cache(maxsize=2**14)(os.path.relpath)
_NO_ENTRY = TreeEntry("", "")
_FOLDER_KINDS = ("folder", "repository")
_MAX_LINKS = 8
"""Maximum number of links that are followed one after another."""
_MAX_SHOWN_PATH_LENGTH = 60
"""Maximum number of characters of a path in an error message. Longer paths are shortened."""


def may_be_scanned(path: str) -> bool:
    """True if a scan may open a file with this name."""
    return path.endswith(_TRANSLATION_SUFFIXES) or path.rpartition("/")[2] in _OTHER_SCANNED_FILE_NAMES


# Slow imports are in the methods, because a checkout is not needed if everything is cached.
class Checkout:
    """Temporary directory with the files of one commit. `check_out` replaces the files by those of another commit.

    Only files that a scan may open are written, see `may_be_scanned`. If the scanned root is a folder of the
    repository, the other files directly in this folder are created as empty files. A scan uses their names to
    distinguish the folder of a project from a folder of several projects.
    """

    def __init__(self, repository: Repository, root: str = "") -> None:
        """`root` is the scanned directory in the work tree of the repository.

        If '', the top of the repository is scanned.
        """
        self.repository = repository
        self.root_path = repository.relative_path(root) if root else ""
        self._root_depth = len(self.root_path.split("/")) if self.root_path else 0
        self.objects = ObjectReader(repository)
        self.trees = TreeReader(self.objects)
        # The name of a project is the name of its repository, or else of the directory as the user wrote it.
        directory = os.path.abspath(root) if root and not self.root_path else repository.top
        name = "" if self.root_path else make_slug(read_repository_name(directory), "") or os.path.basename(directory)
        self._name = name or os.path.basename(repository.top) or "repository"
        self._may_be_scanned: Callable[[str], bool] = may_be_scanned
        self.tree = ""
        """Tree id of the commit that is checked out. '' before the first check-out."""
        self._link_targets: frozenset[str] = frozenset()
        self._link_contents = BlobCache(self.objects)
        """Contents of symbolic links, which are the target paths."""
        self._folders_with_files: dict[str, bool] = {}
        self._omitted: set[str] = set()
        self._links_by_tree: dict[str, tuple[frozenset[str], frozenset[str]]] = {}
        self._stack = ExitStack()
        self._top = ""

    def __enter__(self) -> Self:
        try:
            self._top = os.path.join(self._stack.enter_context(signals.create_temporary_directory()), self._name)
            os.makedirs(os.path.join(self._top, ".git"))
        except OSError as error:
            self._stack.close()
            raise self._create_write_error(error) from error
        return self

    def __exit__(self, *raised: Any) -> None:
        with self._stack:
            self.objects.__exit__(*raised)

    def check_out(self, commit: str) -> str:
        """Check out a commit, and return the absolute path of the scanned root in the temporary directory.

        Raises UnknownComponentError if the commit does not contain the root. Raises GitError if objects are missing, or
        if the commit exceeds a limit.
        """
        return self.check_out_tree(self.trees.find_tree(commit), commit)

    def check_out_tree(self, tree: str, commit: str = "") -> str:
        """Check out a commit by its tree id. Return values and exceptions are those of `check_out`."""
        found = self.trees.find_entry(tree, self.root_path)
        if found is None or found.kind != "folder":
            raise UnknownComponentError(f"{(commit or tree)[:12]} has no folder {self.root_path!r}")
        linked, _ = self._read_links(tree)
        if linked != self._link_targets:
            self._update_to("")
            self._link_targets = linked
        self._update_to(tree)
        return os.path.join(self._top, *self.root_path.split("/")) if self.root_path else self._top

    def include_all_files(self) -> None:
        """Check out the current commit and later commits with all files.

        This is necessary if settings name a file for which `may_be_scanned` is False.
        """
        tree = self.tree
        self._update_to("")
        self._links_by_tree.clear()
        self._may_be_scanned = bool
        self._update_to(tree)

    @property
    def includes_all_files(self) -> bool:
        return self._may_be_scanned is bool

    @property
    def omitted_paths(self) -> list[str]:
        """Paths in the current commit that could not be checked out, because the path or a link is too long or invalid.

        `may_be_scanned` is False for these paths. So a scan would open them only if settings name them.
        """
        return sorted(path for path in self._omitted if self.trees.find_entry(self.tree, path) is not None)

    def find_object_id(self, path: str) -> str:
        """Return the blob id of a checked-out file by absolute path. '' for a missing file or a path with a link."""
        found = self.trees.find_entry(self.tree, self.relative_path(path))
        return found.object_id if found is not None and found.kind == "file" else ""

    def has_link_in(self, paths: Iterable[str]) -> bool:
        """True if one of these absolute paths contains a symbolic link, or is no file and the commit has links."""
        return self.trees.measure(self.tree).link_count > 0 and not all(map(self.find_object_id, paths))

    def relative_path(self, path: str) -> str:
        """Convert an absolute path in the temporary directory to a path from the top of the repository."""
        return _find_relative_path(path, self._top).replace(os.sep, "/")

    def may_affect_files(self, tree: str, path: str, before: str, after: str) -> bool:
        """True if another kind or content of an entry in `tree` may affect the checked-out files.

        `before` and `after` are kinds of entries, as in `EntryDifference`. The result may be True although the
        difference has no effect.
        """
        if before != after and self._is_in_root_folder(path):
            return True
        kinds = {before, after}
        is_only_file = kinds <= {"file", ""} or kinds == {"repository"}
        return not is_only_file or self._may_be_scanned(path) or path in self._read_links(tree)[1]

    def may_change_search(self, tree: str, read_paths: Collection[str]) -> bool:
        """True if a search for components may have another result in the current commit than in the tree `tree`.

        The contents of translation files affect a search only if it has read their beginnings. `read_paths` are the
        absolute paths of these files.
        """
        return any(
            self._may_affect_search(tree, path, before.kind, after.kind, read_paths)
            for path, before, after in self._find_differing_entries("", tree, self.tree)
        )

    def _may_affect_search(self, tree: str, path: str, before: str, after: str, read_paths: Collection[str]) -> bool:
        kinds, name = {before, after}, path.rpartition("/")[2]
        if "folder" in kinds and kinds <= {"folder", ""}:
            # The folders of the root are projects, and their folders components. Discovery sees other folders by their
            # files only, unless the name is that of a translation.
            is_near_root = path.count("/") <= self._root_depth + 1
            return before != after and (is_near_root or name.endswith(_TRANSLATION_SUFFIXES))
        if kinds == {"file"} and name.endswith(_TRANSLATION_SUFFIXES) and name not in _OTHER_SCANNED_FILE_NAMES:
            return os.path.join(self._top, path) in read_paths
        return self.may_affect_files(tree, path, before, after)

    def without_temporary_path(self, text: str) -> str:
        """Replace paths in the temporary directory in a message.

        The new paths are relative to the top of the repository.
        """
        for top in (self._top, path_for_messages(self._top)):
            text = text.replace(os.path.join(top, ""), "").replace(top, self._name)
        return text

    def _update_to(self, tree: str) -> None:
        """Replace the checked-out files by those of a tree. If `tree` is '', all files are removed."""
        try:
            self._apply_differences(self.tree, tree)
            self.tree = tree
        except OSError as error:
            self._remove_checkout()
            raise self._create_write_error(error) from error
        except BaseException:
            # An incomplete checkout must not be used.
            self._remove_checkout()
            raise

    def _create_write_error(self, error: OSError) -> GitError:
        return GitError(
            f"{self.repository.top}: the files of a commit cannot be written to a temporary directory:"
            f" {error.strerror or error}; set TMPDIR to a directory with more space"
        )

    def _remove_checkout(self) -> None:
        import shutil

        self.tree = ""
        self._omitted.clear()
        # If the disk is full, this may fail, too. Then the next checkout fails with an error.
        with suppress(OSError):
            shutil.rmtree(self._top)
            os.makedirs(os.path.join(self._top, ".git"))

    def _apply_differences(self, old: str, tree: str) -> None:
        entries: list[tuple[str, TreeEntry]] = []
        for path, before, after in self._find_differing_entries("", old, tree):
            if self._is_too_long(path):
                self._omit_path(path, after)
                continue
            absolute = os.path.join(self._top, path)
            self._omitted.discard(path)
            is_folder_before, is_folder_after = before.kind in _FOLDER_KINDS, after.kind in _FOLDER_KINDS
            if is_folder_before and not is_folder_after:
                os.rmdir(absolute)
            elif not is_folder_before and self._is_included(path, before):
                # A link with an invalid target was not created.
                with suppress(FileNotFoundError):
                    os.unlink(absolute)
            if is_folder_after:
                if not is_folder_before:
                    os.mkdir(absolute)
            elif self._needs_content(path, after):
                entries.append((path, after))
            elif self._is_included(path, after):
                _write_new_file(absolute, b"")
        self._write_entries(entries)

    def _write_entries(self, entries: Sequence[tuple[str, TreeEntry]]) -> None:
        size = 0
        contents = self.objects.read_all((entry.object_id for _, entry in entries), "blob")
        for (path, entry), content in zip(entries, contents, strict=True):
            size += len(content)
            if size > MAX_COMMIT_BYTES:
                raise BeyondLimitsError(
                    f"{self.repository.top}: the files of a commit have more than {MAX_COMMIT_BYTES:,} bytes"
                )
            absolute = os.path.join(self._top, path)
            if entry.kind == "file":
                _write_new_file(absolute, content)
            elif _is_link_target(content):
                os.symlink(os.fsdecode(content), absolute)
            else:
                self._omit_path(path, entry)

    def _find_differing_entries(self, folder: str, old: str, new: str) -> Iterator[tuple[str, TreeEntry, TreeEntry]]:
        """Yield each path whose entries in two trees differ, with both entries.

        A new folder comes before its contents, and a removed folder after them. The contents of a folder with a path
        that is too long are left out. `old` and `new` are the tree ids, and `folder` is the prefix of the paths.
        """
        if old == new:
            return
        before, after = self.trees.read_listing(old), self.trees.read_listing(new)
        for name in {**before, **after}:
            one, other = before.get(name, _NO_ENTRY), after.get(name, _NO_ENTRY)
            if one == other:
                continue
            path = folder + name
            if other.kind == "folder":
                yield path, one, other
            if "folder" in (one.kind, other.kind) and not self._is_too_long(path):
                trees = (each.object_id if each.kind == "folder" else "" for each in (one, other))
                yield from self._find_differing_entries(f"{path}/", *trees)
            if other.kind != "folder":
                yield path, one, other

    def _is_too_long(self, path: str) -> bool:
        """True if a path, or the name at its end, is too long for the file system."""
        encoded = os.fsencode(path)
        longest = MAX_PATH_BYTES - len(os.fsencode(self._top)) - 1
        return len(encoded) > longest or len(encoded.rpartition(b"/")[2]) > MAX_NAME_BYTES

    def _omit_path(self, path: str, entry: TreeEntry) -> None:
        """Record that a path is left out, because it cannot be checked out on this file system.

        If `entry` is a missing entry, remove the record. Raises GitError if `may_be_scanned` is True for the path, or
        for a file in this folder. A path that only settings name is left out even after `include_all_files`. Otherwise,
        any path that cannot be checked out would prevent the scan.
        """
        if not entry.kind:
            self._omitted.discard(path)
            return
        if self._contains_files(entry.object_id) if entry.kind == "folder" else may_be_scanned(path):
            shown = path if len(path) <= _MAX_SHOWN_PATH_LENGTH else f"{path[:_MAX_SHOWN_PATH_LENGTH]}…"
            raise GitError(
                f"{self.repository.top}: {shown} cannot be checked out, because the path or the link is"
                " invalid or too long; rename the file, or choose other commits"
            )
        self._omitted.add(path)

    def _contains_files(self, tree: str) -> bool:
        """True if `may_be_scanned` is True for the name of any file in or below a folder."""
        if tree not in self._folders_with_files:
            self._folders_with_files[tree] = any(
                self._contains_files(entry.object_id) if entry.kind == "folder" else may_be_scanned(name)
                for name, entry in self.trees.read_listing(tree).items()
            )
        return self._folders_with_files[tree]

    def _needs_content(self, path: str, entry: TreeEntry) -> bool:
        """True if a file or a link of a commit is checked out with its content."""
        return entry.kind == "link" or (
            entry.kind == "file" and (self._may_be_scanned(path) or path in self._link_targets)
        )

    def _is_included(self, path: str, entry: TreeEntry) -> bool:
        return (entry.kind == "file" and self._is_in_root_folder(path)) or self._needs_content(path, entry)

    def _is_in_root_folder(self, path: str) -> bool:
        # The top of a repository is always the checkout of a project.
        return bool(self.root_path) and path.rpartition("/")[0] == self.root_path

    def _read_links(self, tree: str) -> tuple[frozenset[str], frozenset[str]]:
        """Return the paths of files that a scan opens only through symbolic links, and all paths that links point to.

        A scan may open the name of the link, such as `de.po`, but not the name of the file. The second set includes
        paths that do not exist in the tree. Raises BeyondLimitsError for a large tree.
        """
        if tree in self._links_by_tree:
            return self._links_by_tree[tree]
        self.trees.measure(tree)
        linked: set[str] = set()
        paths: set[str] = set()
        for path, object_id in self.trees.find_links(tree):
            if not self._may_be_scanned(path):
                # No scan opens this link.
                continue
            target, entry = path, TreeEntry("link", object_id)
            for _ in range(_MAX_LINKS):
                content = self._link_contents.read(entry.object_id) if entry.kind == "link" else b""
                if not _is_link_target(content):
                    break
                target = posixpath.normpath(posixpath.join(posixpath.dirname(target), os.fsdecode(content)))
                paths.add(target)
                is_outside = target.startswith(("/", "../"))
                entry = _NO_ENTRY if is_outside else self.trees.find_entry(tree, target) or _NO_ENTRY
            if entry.kind == "file" and not self._may_be_scanned(target):
                linked.add(target)
        found = self._links_by_tree[tree] = frozenset(linked), frozenset(paths)
        return found


def _is_link_target(content: bytes) -> bool:
    """True if the content of a blob can be the target of a symbolic link."""
    return 0 < len(content) <= MAX_PATH_BYTES and b"\0" not in content


def _write_new_file(absolute: str, content: bytes) -> None:
    # Never overwrite a file or follow a link.
    with open(absolute, "xb") as file:
        file.write(content)
