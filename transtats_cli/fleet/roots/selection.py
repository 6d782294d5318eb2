"""Choose the files of a root that a scan needs, and compute their digest, the content key of the root.

A scan of the chosen files gives the same result as a scan of all files. Of some files only the name is needed: a file
such as `setup.py` shows which folder is the folder of a project. The content key is the same on another machine.
"""

import os
import re
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from typing import Literal

from transtats_cli import regular_file
from transtats_cli.formats.detection import EXTENSIONS
from transtats_cli.git.checkout import SETTINGS_FILE_NAMES, may_be_scanned
from transtats_cli.git.limits import MAX_FOLDER_DEPTH
from transtats_cli.paths import is_below
from transtats_cli.scanning.discovery.foreign import READER_MODULES
from transtats_cli.scanning.discovery.projects import read_repository_name
from transtats_cli.scanning.discovery.tree import CHECKOUT_FILES
from transtats_cli.settings.documents import CLIENT_CONFIG_FILES, PROJECT_FILE, SETTINGS_FILE, folders_upward

NeededPart = Literal["content", "name", "nothing"]

SKIPPED_FOLDERS = frozenset({".git", ".hg", ".svn", "node_modules", "__MACOSX", "__pycache__"})
_KNOWN_EXTENSIONS = frozenset((*EXTENSIONS, "pot"))
_TRANSLATION_FILE_SUFFIXES = tuple(f".{extension}" for extension in _KNOWN_EXTENSIONS)
_NAMED_EXTENSION_PATTERN = re.compile(rb"\.([A-Za-z0-9_]{1,20})(?=[\"'\s,;:\]}]|$)")
_KEY_VERSION = "1"
"""Version of the rule. It is changed if the same files shall get another key."""
_BLOCK_SIZE = 8 << 20
_DIGEST_SIZE = 16

_KeyLine = tuple[str, int, str]
"""Path, size and digest of a file."""


def is_skipped_folder(path: Sequence[str]) -> bool:
    return not SKIPPED_FOLDERS.isdisjoint(path)


def find_needed_part(
    path: Sequence[str], other_extensions: frozenset[str] = frozenset(), *, extra_depth: int = 0
) -> NeededPart:
    """Return the part of a file that a scan needs. `other_extensions` are extensions that occur in settings files.

    `extra_depth` is 1 for an archive, because its first folder may be the root. Otherwise, it is 0.
    """
    name = path[-1]
    if name.endswith(_TRANSLATION_FILE_SUFFIXES) or may_be_scanned(name) or name.rpartition(".")[2] in other_extensions:
        return "content"
    if len(path) <= 1 + extra_depth and name[0] != ".":
        # The root of a project contains files such as a program. A folder of several projects does not.
        return "name"
    return "name" if len(path) <= 2 + extra_depth and name in CHECKOUT_FILES else "nothing"


def find_named_extensions(name: str, content: bytes) -> frozenset[str]:
    """Return the extensions in the paths of a settings file, without the extensions of known formats."""
    if name == PROJECT_FILE and b"tool.transtats" not in content:
        return frozenset()
    return frozenset(map(os.fsdecode, _NAMED_EXTENSION_PATTERN.findall(content))) - _KNOWN_EXTENSIONS


def compute_content_key(folder: str) -> str:
    """Return a digest of the paths, sizes and contents of all files below `folder` that a scan needs.

    The digest includes the names of repositories, the settings files in the folders above, up to the top of the
    repository, and the errors of files that cannot be read, but no modification times and commits.
    """
    folder = os.path.abspath(folder)
    _, *above = folders_upward(folder)
    top = os.path.realpath(above[-1] if above else folder)
    lines: list[_KeyLine] = []
    others: list[str] = []
    extensions: set[str] = set()
    settings_above = [
        ("../" * depth + name, "content")
        for depth, place in enumerate(above, 1)
        for name in (SETTINGS_FILE, PROJECT_FILE, ".gitignore", *CLIENT_CONFIG_FILES, *READER_MODULES)
        if os.path.lexists(os.path.join(place, name))
    ]
    for path, need in (*settings_above, *_list_files(folder, lines)):
        if need == "content":
            lines.append(_read_file(f"{folder}/{path}", path, top, extensions))
        else:
            lines += [(path, 0, "")] if need == "name" else []
            others.append(path)
    named = [path for path in others if path.rpartition(".")[2] in extensions]
    lines += [_read_file(f"{folder}/{path}", path, top, extensions) for path in named]
    key = blake2b(_KEY_VERSION.encode(), digest_size=_DIGEST_SIZE)
    for line in sorted(lines):
        key.update("\n{}\0{}\0{}".format(*line).encode("utf-8", "surrogateescape"))
    return key.hexdigest()


def _list_files(folder: str, lines: list[_KeyLine]) -> Iterator[tuple[str, NeededPart]]:
    """Yield each file, and the part that a scan needs. Add lines for repositories and for unreadable folders."""
    pending: list[tuple[str, ...]] = [()]
    while pending:
        path = pending.pop()
        place = os.path.join(folder, *path)
        try:
            with os.scandir(place) as listed:
                entries = list(listed)
        except OSError as error:
            lines.append(("/".join(path), 0, type(error).__name__))
            continue
        names = {entry.name for entry in entries}
        if path and "pyvenv.cfg" in names:
            continue
        if len(path) <= 1 and ".git" in names:
            lines.append(("/".join((*path, ".git")), 0, read_repository_name(place)))
        for entry in entries:
            names_of_entry = (*path, entry.name)
            if not entry.is_dir(follow_symlinks=False):
                yield "/".join(names_of_entry), find_needed_part(names_of_entry)
            elif not is_skipped_folder((entry.name,)) and len(path) < MAX_FOLDER_DEPTH:
                pending.append(names_of_entry)


def _read_file(place: str, path: str, top: str, extensions: set[str]) -> _KeyLine:
    """Return the line of one file: the target of a link out of `top`. Add the extensions that a settings file names."""
    name = path.rpartition("/")[2]
    digest, size = blake2b(digest_size=_DIGEST_SIZE), 0
    try:
        if os.path.islink(place) and not is_below(os.path.realpath(place), top):
            return path, 0, os.readlink(place)
        with open(regular_file.open_for_reading(place), "rb") as file:
            while block := file.read(_BLOCK_SIZE):
                digest.update(block)
                size += len(block)
                if size == len(block) < _BLOCK_SIZE and name in SETTINGS_FILE_NAMES:
                    extensions |= find_named_extensions(name, block)
    except OSError as error:
        return path, 0, type(error).__name__
    return path, size, digest.hexdigest()
