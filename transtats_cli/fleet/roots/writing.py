"""Write the members of an archive or a remote directory that a scan needs, and refuse members that are attacks."""

import errno
import os
import shutil
import tarfile
from collections.abc import Callable, Generator
from contextlib import closing
from typing import Literal, NamedTuple

from transtats_cli.fleet.roots.limits import Allowance, RootError
from transtats_cli.fleet.roots.selection import NeededPart, find_named_extensions, find_needed_part, is_skipped_folder
from transtats_cli.git.checkout import CATALOGUE_SUFFIXES, SETTINGS_FILE_NAMES
from transtats_cli.git.limits import MAX_FOLDER_DEPTH
from transtats_cli.paths import is_below
from transtats_cli.scanning.discovery.folder_names import is_usual_folder_in_project
from transtats_cli.settings.documents import COMPONENT_FILE

BLOCK_SIZE = 1 << 16
_CHECKOUT_DEPTH = 2
"""Number of folders above the `.git` of a checkout that discovery looks at, including the top folder of an archive."""
_MAX_DOCUMENT_BYTES = 1_000_000
_MAX_SHOWN_LENGTH = 100
_NAME_REFUSAL = "has a name that leads out of the root"
_LINK_REFUSAL = "is a link that leads out of the root"
_KIND_REFUSAL = "is a device, a pipe or a file with holes"

Blocks = Generator[bytes, None, None]
_Path = tuple[str, ...]
_NamedFiles = tuple[frozenset[_Path], frozenset[str]]
"""Paths of files to which links point, and extensions in the paths of settings files."""


class Member(NamedTuple):
    """Member of an archive, or file of a remote directory."""

    info: tarfile.TarInfo
    read_blocks: Callable[[], Blocks]
    """Function that returns the content of a file in blocks. It can be called until the next member is read."""


Members = Generator[Member, None, None]


def write_needed_files(
    list_members: Callable[[], Members], folder: str, name: str, allowance: Allowance, *, is_archive: bool = False
) -> str:
    """Write the members that a scan needs below `folder`, and return the path of the root. The path ends with `name`.

    If all members of an archive are in the folder of a project, such as `shop-1.2/`, this folder becomes the root. If
    links or settings name more files, all files are written a second time, together with these.
    """
    if not hasattr(tarfile, "data_filter"):
        raise allowance.create_error("Python 3.11.4 or newer is needed to unpack it; unpack it, and name the directory")
    unpacked = os.path.join(folder, "unpacked")
    named: _NamedFiles = (frozenset(), frozenset())
    try:
        for _ in range(2):
            writer = _MemberWriter(unpacked, name, allowance, named, is_archive=is_archive)
            with closing(list_members()) as members:
                for member in members:
                    writer.add(member)
            if any(named) or not any(named := writer.find_more_files()):
                break
            shutil.rmtree(unpacked)
            allowance.reset_counts()
        os.mkdir(os.path.join(folder, "root"))
        root = os.path.join(folder, "root", name)
        os.rename(writer.top_folder, root)
        writer.remove_links_outside(root)
    except OSError as error:
        if error.errno == errno.ENAMETOOLONG:
            name = os.path.basename(str(error.filename))[:_MAX_SHOWN_LENGTH]
            raise allowance.create_error(f"a name is too long for the file system ({name}…); shorten it") from error
        raise allowance.create_write_error(error) from error
    return root


class _MemberWriter:
    """Writer of files, folders and links. Each path is written once, and links are never followed."""

    def __init__(self, folder: str, name: str, allowance: Allowance, named: _NamedFiles, *, is_archive: bool) -> None:
        os.mkdir(folder)
        self._folder = folder
        self._is_archive = is_archive
        self._allowance = allowance
        self._entries: dict[_Path, Literal["file", "name", "folder", "link"]] = {(): "folder"}
        """Paths that were written. `name` is a file without its content, because only its name was needed."""
        self._name = name
        self._top_names: set[str] = set()
        """First parts of the paths of members, at most two. '' for a file that is in no folder."""
        self._is_project = False
        """True if a file directly in a folder at the top is no translation."""
        self._is_component = False
        self._named_paths, self._named_extensions = named

    @property
    def top_folder(self) -> str:
        """Path of the folder that is the root, such as that of `shop-1.2` in the archive of a release.

        It is the only entry at the top, and has the name of the archive or contains a file that is no translation.
        The folder of a component.json file, and a folder that is usual in projects, are no roots.
        """
        top, *others = self._top_names or [""]
        is_root = self._is_archive and not others and self._entries.get((top,)) == "folder"
        is_root = is_root and not self._is_component and not is_usual_folder_in_project(top)
        return os.path.join(self._folder, top) if is_root and (self._is_project or top == self._name) else self._folder

    def add(self, member: Member) -> None:
        """Write a member if a scan needs it. Raises RootError if the member is an attack."""
        self._allowance.check_time()
        info = member.info
        path = tuple(name for name in info.name.split("/") if name not in ("", "."))
        if len(self._top_names) < 2 and path[:1] != ("__MACOSX",):
            self._top_names.add(path[0] if len(path) > 1 or (path and info.isdir()) else "")
        if len(path) == 2 and not info.isdir():
            self._is_project = self._is_project or not path[1].endswith(CATALOGUE_SUFFIXES)
            self._is_component = self._is_component or path[1] == COMPONENT_FILE
        if info.isdir():
            return
        need = self._find_needed_part(path)
        is_link = info.issym() or info.islnk()
        refusal = self._find_refusal(info, path) if need != "nothing" or is_link or is_skipped_folder(path) else ""
        try:
            if refusal:
                if need == "content":
                    raise self._create_error(path, refusal, info.name)
            elif is_skipped_folder(path):
                self._add_checkout(path, member)
            elif is_link:
                self._reserve(path, "link")
                target = info.linkname
                if info.islnk():
                    # The shortest target stays inside if the first folder becomes the root.
                    target = os.path.relpath(f"/{target}", "/".join(("", *path[:-1])) or "/")
                os.symlink(target, os.path.join(self._folder, *path))
            elif need == "content":
                self._write(path, member.read_blocks)
            elif need == "name" and path not in self._entries:
                self._write(path)
        except (FileExistsError, IsADirectoryError) as error:
            reason = "occurs twice, or differs from another name in case only"
            raise self._create_error(path, reason, info.name) from error

    def _find_needed_part(self, path: _Path) -> NeededPart:
        if not path or is_skipped_folder(path):
            return "nothing"
        if path in self._named_paths:
            return "content"
        return find_needed_part(path, self._named_extensions, extra_depth=int(self._is_archive))

    def _find_refusal(self, info: tarfile.TarInfo, path: _Path) -> str:
        if info.name.startswith("/") or ".." in path or "\0" in info.name:
            return _NAME_REFUSAL
        if (info.issym() or info.islnk()) and (not info.linkname or "\0" in info.linkname):
            return _LINK_REFUSAL
        try:
            tarfile.data_filter(info, self._folder)
        except (tarfile.AbsoluteLinkError, tarfile.LinkOutsideDestinationError):
            return _LINK_REFUSAL
        except tarfile.FilterError as error:
            return _KIND_REFUSAL if isinstance(error, tarfile.SpecialFileError) else _NAME_REFUSAL
        return _KIND_REFUSAL if info.issparse() else ""

    def find_more_files(self) -> _NamedFiles:
        """Return the files that links or settings name, and whose content was left out."""
        paths: set[_Path] = set()
        extensions: set[str] = set()
        for path, kind in self._entries.items():
            place = os.path.join(self._folder, *path)
            if kind == "link" and is_below(target := os.path.realpath(place), self._folder):
                target_path = tuple(os.path.relpath(target, self._folder).split(os.sep))
                if self._entries.get(target_path) == "name" or not os.path.exists(target):
                    paths.add(target_path)
            elif kind == "file" and path[-1] in SETTINGS_FILE_NAMES:
                with open(place, "rb") as file:
                    extensions |= find_named_extensions(path[-1], file.read(_MAX_DOCUMENT_BYTES))
        return frozenset(paths), frozenset(extensions)

    def remove_links_outside(self, root: str) -> None:
        """Remove the links that lead out of the root, when all links exist, because links may lead through others."""
        start = os.path.relpath(self.top_folder, self._folder)
        links = [link for link, kind in self._entries.items() if kind == "link"]
        places = {link: os.path.join(root, os.path.relpath(os.path.join(*link), start)) for link in links}
        for link in [link for link, place in places.items() if not is_below(os.path.realpath(place), root)]:
            if self._find_needed_part(link) == "content":
                raise self._create_error(link, _LINK_REFUSAL)
            os.unlink(places[link])

    def _add_checkout(self, path: _Path, member: Member) -> None:
        """Write the folder `.git` of a checkout, or its `config` file, which contains the project's name."""
        position = path.index(".git") if ".git" in path else len(path)
        if position > _CHECKOUT_DEPTH or is_skipped_folder(path[:position]):
            return
        if path[position + 1 :] == ("config",) and member.info.isreg():
            self._write(path, member.read_blocks)
        elif len(path) > position + 1:
            self._make_folder(path[: position + 1], path)
        elif member.info.isreg():
            # The file of a linked work tree or a submodule.
            self._write(path)

    def _write(self, path: _Path, read_blocks: Callable[[], Blocks] | None = None) -> None:
        self._reserve(path, "file" if read_blocks else "name")
        with open(os.path.join(self._folder, *path), "xb") as file:
            if read_blocks:
                with closing(read_blocks()) as blocks:
                    for block in blocks:
                        self._allowance.count_bytes(len(block))
                        file.write(block)

    def _reserve(self, path: _Path, kind: Literal["file", "name", "link"]) -> None:
        self._allowance.count_file()
        self._make_folder(path[:-1], path)
        if path in self._entries:
            raise self._create_error(path, "occurs twice")
        self._entries[path] = kind

    def _make_folder(self, folder: _Path, path: _Path) -> None:
        """Make a folder, and the folders above it, for the member `path`."""
        if len(folder) > MAX_FOLDER_DEPTH:
            raise self._create_error(path, f"is more than {MAX_FOLDER_DEPTH} folders deep")
        for end in range(1, len(folder) + 1):
            if folder[:end] not in self._entries:
                os.mkdir(os.path.join(self._folder, *folder[:end]))
                self._entries[folder[:end]] = "folder"
            elif self._entries[folder[:end]] != "folder":
                raise self._create_error(path, "occurs twice")

    def _create_error(self, path: _Path, reason: str, shown: str = "") -> RootError:
        shown = shown or "/".join(path)
        shown = shown if len(shown) <= _MAX_SHOWN_LENGTH else f"{shown[:_MAX_SHOWN_LENGTH]}…"
        reason = f"{shown} {reason}, so nothing is unpacked"
        return self._allowance.create_error(f"{reason}; create the archive again without it")
