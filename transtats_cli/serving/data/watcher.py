"""Watch a tree for changes with the notifications of the operating system."""

import os
import re
import sys
from collections.abc import AsyncIterator, Iterable
from pathlib import PurePath
from typing import NamedTuple

from watchfiles import awatch

from transtats_cli.formats.detection import EXTENSIONS
from transtats_cli.git import repository
from transtats_cli.git.repository import Repository
from transtats_cli.paths import is_below
from transtats_cli.scanning.discovery.foreign import READER_MODULES
from transtats_cli.settings.documents import COMPONENT_FILE, SETTINGS_FILE

_TRANSLATION_EXTENSIONS = tuple(f".{extension}" for extension in (*EXTENSIONS, "pot"))
_SETTINGS_FILES = READER_MODULES.keys() | {
    SETTINGS_FILE,
    COMPONENT_FILE,
    "pyproject.toml",
    ".gitignore",
    ".weblate",
    "LINGUAS",
}
_LOCAL_FILE_SYSTEMS = frozenset({"apfs", "btrfs", "ext2", "ext3", "ext4", "f2fs", "overlay", "tmpfs", "xfs", "zfs"})
"""Linux file systems that report all changes. Network file systems do not report changes by other machines."""
_GIT_FOLDER = f"{os.sep}.git{os.sep}"
_IGNORED_FOLDER = f"{os.sep}node_modules{os.sep}"
_HEAD_FILE_PATTERN = re.compile(
    r".*[/\\](?:HEAD|packed-refs|shallow|refs[/\\]heads[/\\].+|reftable[/\\]tables\.list)(?<!\.lock)", re.DOTALL
)
"""Pattern of the files of a repository that contain the position of HEAD or the depth of the history."""
_OCTAL_ESCAPE_PATTERN = re.compile(r"\\([0-7]{3})")
"""Pattern of an escaped character in the path of a mount point, such as a blank."""
_DEBOUNCE_MILLISECONDS = 200
_STEP_MILLISECONDS = 40


class FileChange(NamedTuple):
    """Change of a file or folder."""

    path: str
    is_content_change: bool
    """True if the content changed and the file was neither created nor deleted."""
    is_directly_below_root: bool
    """True if the path is directly below the root."""
    is_git_change: bool = False
    """True if the path is inside a `.git` directory. The path is then a real path without symbolic links."""

    def can_change_components(self) -> bool:
        """Return True if the change may add or remove a component, or a file of a component.

        A deleted path may be a folder if it has no extension, or the extension of a folder with translations.
        """
        name = os.path.basename(self.path)
        if name in _SETTINGS_FILES or self.path.endswith(f"{os.sep}.tx{os.sep}config") or os.path.isdir(self.path):
            return True
        if self.is_content_change:
            return False
        # If a folder is deleted, its files are not reported.
        may_be_folder = self.is_directly_below_root or os.path.splitext(name)[1] in ("", ".lproj")
        return may_be_folder or name.endswith(_TRANSLATION_EXTENSIONS)


class FileWatcher:
    """Watches one directory tree for changes."""

    def __init__(self, root: str) -> None:
        self.is_active = False
        self._root = root
        self._real_root = os.path.realpath(root)
        outer = repository.find_repository(root)
        self._outer_git_folder = (
            "" if outer is None or is_below(outer.common_directory, self._real_root) else outer.common_directory
        )
        """Path of the `.git` directory of the repository that contains the root.

        Empty if this directory is below the root.
        """

    def covers_folder(self, folder: str) -> bool:
        return is_below(folder, self._root)

    def covers_repository(self, repository: Repository) -> bool:
        """Return True if changes of a repository's HEAD are reported."""
        return repository.common_directory == self._outer_git_folder or is_below(
            repository.common_directory, self._real_root
        )

    async def watch_changes(self) -> AsyncIterator[list[FileChange]]:
        """Yield file changes in batches.

        The iterator ends if the file system does not report changes, or on an error.
        """
        if not _can_report_changes(self._real_root):
            return
        if self._outer_git_folder and not _can_report_changes(self._outer_git_folder):
            self._outer_git_folder = ""
        try:
            watching = awatch(
                *filter(None, [self._real_root, self._outer_git_folder]),
                watch_filter=lambda _, path: self._is_reported(path),
                debounce=_DEBOUNCE_MILLISECONDS,
                step=_STEP_MILLISECONDS,
                force_polling=False,
                yield_on_timeout=True,
                rust_timeout=500,
            )
            async for changes in watching:
                # The first result, even without changes, means that the watcher is active.
                self.is_active = True
                if changes:
                    yield [self._make_file_change(kind.name, path) for kind, path in changes]
        except* (OSError, RuntimeError):
            # For example, the limit of watched folders is reached, or the name of a new file is not valid UTF-8. The
            # library raises some errors in groups. The caller polls the files instead.
            pass
        finally:
            self.is_active = False

    def _is_reported(self, path: str) -> bool:
        """Return True if a change of the path must be reported. Most files of a git directory are ignored."""
        if _IGNORED_FOLDER in self._remove_root(path):
            return False
        return not self._is_in_git_folder(path) or _HEAD_FILE_PATTERN.fullmatch(path) is not None

    def _is_in_git_folder(self, path: str) -> bool:
        is_outside = bool(self._outer_git_folder) and is_below(path, self._outer_git_folder)
        return is_outside or _GIT_FOLDER in self._remove_root(path)

    def _remove_root(self, path: str) -> str:
        """Return the part of a path below the root, because the names of the folders above do not matter."""
        return path.removeprefix(self._real_root.rstrip(os.sep))

    def _make_file_change(self, change_kind: str, path: str) -> FileChange:
        if self._is_in_git_folder(path):
            return FileChange(path, is_content_change=True, is_directly_below_root=False, is_git_change=True)
        path_below_root = self._root + path.removeprefix(self._real_root) if path.startswith(self._real_root) else path
        return FileChange(path_below_root, change_kind == "modified", os.path.dirname(path_below_root) == self._root)


def _can_report_changes(folder: str) -> bool:
    """Return True if the file system of a folder reports all changes."""
    if sys.platform != "linux":
        return True
    try:
        with open("/proc/self/mounts", encoding="utf-8", errors="surrogateescape") as mounts:
            return find_file_system(folder, mounts) in _LOCAL_FILE_SYSTEMS
    except (OSError, ValueError):
        return False


def find_file_system(folder: str, mounts: Iterable[str]) -> str:
    """Return the name of the file system that contains a folder. `mounts` are the lines of `/proc/self/mounts`."""
    kinds: dict[str, str] = {}
    for line in mounts:
        _, mount_point, kind, *_ = line.split(" ")
        kinds[_OCTAL_ESCAPE_PATTERN.sub(lambda match: chr(int(match[1], 8)), mount_point)] = kind
    folders = [folder, *map(str, PurePath(folder).parents)]
    return next((kinds[each] for each in folders if each in kinds), "")
