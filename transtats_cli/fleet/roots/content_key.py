"""Digest of the files in a directory that a scan needs. The digest is the same on another machine."""

import os
from collections.abc import Iterator
from hashlib import blake2b
from typing import NamedTuple

from transtats_cli import regular_file
from transtats_cli.fleet.roots.selection import (
    find_named_extensions,
    find_needed_part,
    is_skipped_folder,
    may_contain_paths,
)
from transtats_cli.git.limits import MAX_FOLDER_DEPTH
from transtats_cli.paths import is_below
from transtats_cli.scanning.discovery.foreign import READER_MODULES
from transtats_cli.scanning.discovery.remote import read_repository_name
from transtats_cli.settings.documents import CLIENT_CONFIG_FILES, PROJECT_FILE, SETTINGS_FILE, folders_upward

_KEY_VERSION = "1"
"""Version of the rule. It is changed if the same files shall get another key."""
_BLOCK_SIZE = 8 << 20
_DIGEST_SIZE = 16


class _KeyLine(NamedTuple):
    """Line of the text from which the key is computed."""

    path: str
    size: int
    digest: str


def compute_content_key(folder: str) -> str:
    """Return a digest of the paths, sizes and contents of all files below `folder` that a scan needs.

    The digest includes the names of repositories, and the settings files in the folders above, up to the top of the
    repository. Modification times and commits do not change the digest. If a file cannot be read, the digest includes
    its path and the type of the error.
    """
    found = _KeyLineCollection(folder)
    key = blake2b(_KEY_VERSION.encode(), digest_size=_DIGEST_SIZE)
    for line in sorted(found.lines):
        key.update(f"\n{line.path}\0{line.size}\0{line.digest}".encode("utf-8", "surrogateescape"))
    return key.hexdigest()


class _KeyLineCollection:
    """Lines of the text from which the key of a folder is computed."""

    def __init__(self, folder: str) -> None:
        self._folder = os.path.abspath(folder)
        _, *self._above = folders_upward(self._folder)
        self._other_extensions: frozenset[str] = frozenset()
        self.lines: list[_KeyLine] = [*self._list_settings_above()]
        unneeded = [*self._add_files()]
        if self._other_extensions:
            named = (path for path in unneeded if path.rpartition(".")[2] in self._other_extensions)
            self.lines += [self._read_file(path, is_link=os.path.islink(f"{self._folder}/{path}")) for path in named]

    def _list_settings_above(self) -> Iterator[_KeyLine]:
        for depth, above in enumerate(self._above, 1):
            for name in (SETTINGS_FILE, PROJECT_FILE, ".gitignore", *CLIENT_CONFIG_FILES, *READER_MODULES):
                place = os.path.join(above, name)
                if os.path.lexists(place):
                    yield self._read_file("../" * depth + name, is_link=os.path.islink(place))

    def _add_files(self) -> Iterator[str]:
        """Add the lines of all needed files. Yield the paths of the files whose content is not needed."""
        pending: list[tuple[str, ...]] = [()]
        while pending:
            path = pending.pop()
            try:
                with os.scandir(os.path.join(self._folder, *path)) as listed:
                    entries = list(listed)
            except OSError as error:
                self.lines.append(_KeyLine("/".join(path), 0, type(error).__name__))
                continue
            names = {entry.name for entry in entries}
            if path and "pyvenv.cfg" in names:
                continue
            if len(path) <= 1 and ".git" in names:
                name = read_repository_name(os.path.join(self._folder, *path))
                self.lines.append(_KeyLine("/".join((*path, ".git")), 0, name))
            for entry in entries:
                if not entry.is_dir(follow_symlinks=False):
                    yield from self._add_file((*path, entry.name), is_link=entry.is_symlink())
                elif not is_skipped_folder((entry.name,)) and len(path) < MAX_FOLDER_DEPTH:
                    pending.append((*path, entry.name))

    def _add_file(self, names: tuple[str, ...], *, is_link: bool) -> Iterator[str]:
        path = "/".join(names)
        need = find_needed_part(names)
        if need == "content":
            self.lines.append(self._read_file(path, is_link=is_link))
            return
        if need == "name":
            self.lines.append(_KeyLine(path, 0, ""))
        yield path

    def _read_file(self, path: str, *, is_link: bool) -> _KeyLine:
        """Return the line of one file.

        For a link to a file outside of the repository, the line contains the target path instead of a digest.
        """
        place = f"{self._folder}/{path}"
        top = self._above[-1] if self._above else self._folder
        try:
            if is_link and not is_below(os.path.realpath(place), os.path.realpath(top)):
                return _KeyLine(path, 0, os.readlink(place))
            content = regular_file.read_regular_file(place, _BLOCK_SIZE)
            if len(content) == _BLOCK_SIZE:
                return _read_large_file(path, place)
        except OSError as error:
            return _KeyLine(path, 0, type(error).__name__)
        name = path.rpartition("/")[2]
        if may_contain_paths(name):
            self._other_extensions |= find_named_extensions(name, content)
        return _KeyLine(path, len(content), blake2b(content, digest_size=_DIGEST_SIZE).hexdigest())


def _read_large_file(path: str, place: str) -> _KeyLine:
    digest = blake2b(digest_size=_DIGEST_SIZE)
    size = 0
    with open(regular_file.open_for_reading(place), "rb") as file:
        while block := file.read(_BLOCK_SIZE):
            digest.update(block)
            size += len(block)
    return _KeyLine(path, size, digest.hexdigest())
