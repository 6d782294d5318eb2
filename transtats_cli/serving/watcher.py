"""Who tells of changes below a folder: the operating system, where it does."""

import os
import re
import sys
from collections.abc import AsyncIterator
from typing import NamedTuple

from watchfiles import awatch

from transtats_cli.formats import EXTENSIONS
from transtats_cli.git import repository
from transtats_cli.git.repository import Repository
from transtats_cli.scanning.tree import DOCUMENTS
from transtats_cli.settings import SETTINGS_FILE, component_json

_TRANSLATIONS = tuple(f".{extension}" for extension in (*EXTENSIONS, "pot"))
_SETTINGS = DOCUMENTS | {SETTINGS_FILE, component_json.FILE, "pyproject.toml", ".gitignore", ".weblate", "LINGUAS"}
_LOCAL_FILE_SYSTEMS = frozenset({"apfs", "btrfs", "ext2", "ext3", "ext4", "f2fs", "overlay", "tmpfs", "xfs", "zfs"})
"""Linux file systems that nobody else changes: those of the network keep to themselves what other machines do."""
_GIT = f"{os.sep}.git{os.sep}"
_IGNORED = f"{os.sep}node_modules{os.sep}"
_HEADS = re.compile(
    r".*[/\\](?:HEAD|packed-refs|shallow|refs[/\\]heads[/\\].+|reftable[/\\]tables\.list)(?<!\.lock)", re.DOTALL
)
"""Where a repository keeps what its HEAD is, and how far its past goes."""
_DEBOUNCE_MILLISECONDS = 200
_STEP_MILLISECONDS = 40


class FileChange(NamedTuple):
    """A path where something happened."""

    path: str
    is_content: bool
    """It was there before, and still is."""
    is_at_top: bool
    """It is right below the root."""
    is_git_state: bool = False
    """It is a file of a repository's own, by its real path."""

    def is_structural(self, *, is_known: bool) -> bool:
        """Whether it may change what components there are; `is_known` says that it is a file of one."""
        name = os.path.basename(self.path)
        if name in _SETTINGS or self.path.endswith(f"{os.sep}.tx{os.sep}config"):
            return True
        if self.is_content:
            return False
        # What a folder held is not said when it goes.
        return self.is_at_top or not os.path.splitext(name)[1] or (name.endswith(_TRANSLATIONS) and not is_known)


class FileWatcher:
    """Tells of changes below one folder."""

    def __init__(self, root: str) -> None:
        self.is_active = False
        self._root = root
        self._real_root = os.path.realpath(root)
        around = repository.find(root)
        self._git = "" if around is None or _is_in(around.common, self._real_root) else around.common
        """Of the repository that the root is in, where that lies elsewhere."""

    def covers(self, folder: str) -> bool:
        return _is_in(folder, self._root)

    def covers_git(self, repository: Repository) -> bool:
        """Whether somebody tells when the repository's HEAD moves."""
        return repository.common == self._git or _is_in(repository.common, self._real_root)

    async def changes(self) -> AsyncIterator[list[FileChange]]:
        """Changes as they come; it ends where nobody tells, or when nobody tells any more."""
        if not _reports_changes(self._real_root):
            return
        if self._git and not _reports_changes(self._git):
            self._git = ""
        try:
            watching = awatch(
                *filter(None, [self._real_root, self._git]),
                watch_filter=lambda _, path: _is_relevant(path),
                debounce=_DEBOUNCE_MILLISECONDS,
                step=_STEP_MILLISECONDS,
                force_polling=False,
                yield_on_timeout=True,
                rust_timeout=500,
            )
            async for changes in watching:
                # The first word, if only that nothing has happened, says that somebody watches.
                self.is_active = True
                if changes:
                    yield [self._change(kind.name, path) for kind, path in changes]
        except (OSError, RuntimeError):
            # Too many folders, perhaps: then we look for ourselves.
            return
        finally:
            self.is_active = False

    def _change(self, kind: str, path: str) -> FileChange:
        if _GIT in path or (self._git and _is_in(path, self._git)):
            return FileChange(path, is_content=True, is_at_top=False, is_git_state=True)
        given = self._root + path.removeprefix(self._real_root) if path.startswith(self._real_root) else path
        return FileChange(given, kind == "modified", os.path.dirname(given) == self._root)


def _is_in(path: str, folder: str) -> bool:
    return path == folder or path.startswith(os.path.join(folder, ""))


def _is_relevant(path: str) -> bool:
    """Whether a change there may be of interest; git's own files are many, and change all the time."""
    return _IGNORED not in path and (_GIT not in path or _HEADS.fullmatch(path) is not None)


def _reports_changes(folder: str) -> bool:
    """Whether the file system of a folder tells of every change."""
    if sys.platform != "linux":
        return True
    best, kind = "", ""
    try:
        with open("/proc/self/mounts", encoding="utf-8", errors="surrogateescape") as mounts:
            for line in mounts:
                _, mount_point, file_system, *_ = line.split(" ")
                inside = os.path.join(mount_point, "")
                if os.path.join(folder, "").startswith(inside) and len(inside) >= len(best):
                    best, kind = inside, file_system
    except (OSError, ValueError):
        return False
    return kind in _LOCAL_FILE_SYSTEMS
