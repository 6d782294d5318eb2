"""Write the members of an archive or a remote directory that a scan needs, and refuse members that are attacks."""

import errno
import os
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import closing
from typing import Literal, NamedTuple

from transtats_cli.fleet.roots.limits import Allowance, RootError
from transtats_cli.fleet.roots.selection import (
    NeededPart,
    find_named_extensions,
    find_needed_part,
    is_skipped_folder,
    may_contain_paths,
)
from transtats_cli.formats.extensions import CATALOGUE_EXTENSIONS
from transtats_cli.git.limits import MAX_FOLDER_DEPTH
from transtats_cli.paths import is_below
from transtats_cli.scanning.discovery.projects import is_usual_folder_in_project
from transtats_cli.settings import component_json

_CHECKOUT_DEPTH = 2
"""Number of folders above the `.git` of a checkout that discovery looks at, including the top folder of an archive."""
_MAX_DOCUMENT_BYTES = 1_000_000
_CATALOGUE_SUFFIXES = tuple(f".{extension}" for extension in (*CATALOGUE_EXTENSIONS, "pot"))
_MAX_SHOWN_LENGTH = 100


class Member(NamedTuple):
    """Member of an archive, or file of a remote directory."""

    path: str
    kind: Literal["file", "link", "folder", "other"]
    """`other` for devices and pipes."""
    read_blocks: Callable[[], Generator[bytes, None, None]] | None = None
    """Function that returns the content in blocks. It can be called until the next member is read. None if
    the member is no file."""
    target: str = ""
    """Target of a symbolic link, relative to the folder of the link."""


Members = Generator[Member, None, None]


def write_needed_files(
    list_members: Callable[[], Members], folder: str, name: str, allowance: Allowance, *, is_archive: bool = False
) -> str:
    """Write the members that a scan needs below `folder`, and return the path of the root. The path ends with `name`.

    If all members of an archive are in the folder of a project, such as `shop-1.2/`, this folder becomes the root and
    is renamed to `name`. `list_members` is called again if links or settings name more files. Raises RootError if a
    member is an attack, or if a limit is exceeded.
    """
    unpacked = os.path.join(folder, "unpacked")
    writer = _MemberWriter(unpacked, name, allowance, is_archive=is_archive)
    try:
        os.mkdir(unpacked)
        writer.add_all(list_members())
        if writer.find_more_files():
            writer.add_all(list_members())
        os.mkdir(os.path.join(folder, "root"))
        root = os.path.join(folder, "root", name)
        os.rename(writer.top_folder, root)
    except OSError as error:
        if error.errno == errno.ENAMETOOLONG:
            name = os.path.basename(str(error.filename))[:_MAX_SHOWN_LENGTH]
            raise allowance.create_error(f"a name is too long for the file system ({name}…); shorten it") from error
        raise allowance.create_error(
            f"the files cannot be written ({error.strerror or error}); set TMPDIR to a directory with more space"
        ) from error
    writer.remove_links_outside(root)
    return root


class _TopFolders:
    """Finder of the folder in an archive that is the root, such as `shop-1.2` for `shop-1.2/setup.py`."""

    def __init__(self, archive_name: str) -> None:
        self._archive_name = archive_name
        self._names: set[str] = set()
        """First parts of the paths of members, at most two. '' for a file that is in no folder."""
        self._is_project = False
        """True if a file directly in a folder at the top is no translation."""
        self._is_component = False

    def add(self, path: Sequence[str], *, is_folder: bool) -> None:
        """Add the path of a member. The empty path is that of the folder from which the archive was created."""
        if len(self._names) < 2 and path[:1] != ("__MACOSX",):
            self._names.add(path[0] if len(path) > 1 or (path and is_folder) else "")
        if len(path) == 2 and not is_folder:
            self._is_project = self._is_project or not path[1].endswith(_CATALOGUE_SUFFIXES)
            self._is_component = self._is_component or path[1] == component_json.COMPONENT_FILE

    def find_root(self) -> str:
        """Return the name of the folder in the archive that is the root, or '' if the archive itself is the root.

        The folder must be the only entry at the top of the archive, such as `shop-1.2` in the archive of a release. It
        must also have the name of the archive, or contain a file that is no translation. Return '' if the folder
        contains a component.json file, or if projects usually have a folder with this name.
        """
        name, *others = self._names or [""]
        if others or not name or self._is_component or is_usual_folder_in_project(name):
            return ""
        return name if self._is_project or name == self._archive_name else ""


class _MemberWriter:
    """Writer of files, folders and links. Each path is written once, and links are never followed."""

    def __init__(self, folder: str, name: str, allowance: Allowance, *, is_archive: bool) -> None:
        self._folder = folder
        self._is_archive = is_archive
        self._allowance = allowance
        self._written: set[tuple[str, ...]] = set()
        self._empty_files: set[tuple[str, ...]] = set()
        """Paths of files that were written without their content, because only their names were needed."""
        self._folders: set[tuple[str, ...]] = {()}
        self._links: list[tuple[str, ...]] = []
        """Paths of links, relative to the folder."""
        self._tops = _TopFolders(name)
        self._other_extensions: frozenset[str] = frozenset()
        self._named_paths: frozenset[tuple[str, ...]] = frozenset()
        """Paths of files that are needed because links point to them."""
        self._is_second_pass = False

    @property
    def top_folder(self) -> str:
        """Path of the folder that is the root."""
        top = self._tops.find_root()
        return os.path.join(self._folder, top) if self._is_archive and top and (top,) in self._folders else self._folder

    def add_all(self, members: Members) -> None:
        with closing(members):
            for member in members:
                self.add(member)

    def add(self, member: Member) -> None:
        """Write a member if a scan needs it.

        Raises RootError if the member is an attack, and OSError if a file cannot be written.
        """
        self._allowance.check_time()
        path = _split_path(member.path)
        if not self._is_second_pass:
            self._tops.add(path, is_folder=member.kind == "folder")
        if not path or member.kind == "folder" or (self._is_second_pass and self._is_complete(path)):
            return
        need = self._find_needed_part(path)
        if not _is_inside(member.path):
            if need == "content":
                raise self._create_error(member.path, "has a name that leads out of the root")
        elif is_skipped_folder(path):
            self._add_checkout(path, member)
        elif member.kind == "link":
            self._add_link(member, path, is_needed=need == "content")
        elif need == "content":
            if member.kind == "other":
                raise self._create_error(member.path, "is a device, a pipe or a file with holes")
            if self._is_second_pass:
                self._remove_empty_file(path)
            self._write_content(path, member)
        elif need == "name" and member.kind == "file" and not self._is_second_pass and path not in self._written:
            self._empty_files.add(path)
            self._write_blocks(path, ())

    def _is_complete(self, path: tuple[str, ...]) -> bool:
        return path in self._written and path not in self._empty_files

    def _find_needed_part(self, path: tuple[str, ...]) -> NeededPart:
        if is_skipped_folder(path):
            return "nothing"
        if path in self._named_paths:
            return "content"
        return find_needed_part(path, self._other_extensions, extra_depth=int(self._is_archive))

    def find_more_files(self) -> bool:
        """Find the files that links point to and that have no content yet, and the extensions in settings files.

        Return True if there are any. Then `add_all` must be called again with all members, because it has left out the
        contents of these files and of files with these extensions.
        """
        self._is_second_pass = True
        missing = []
        for link in self._links:
            target = os.path.realpath(os.path.join(self._folder, *link))
            path = tuple(os.path.relpath(target, self._folder).split(os.sep))
            if is_below(target, self._folder) and (path in self._empty_files or not os.path.exists(target)):
                missing.append(path)
        self._named_paths = frozenset(missing)
        self._other_extensions = frozenset().union(*map(self._read_extensions, self._written))
        return bool(self._named_paths or self._other_extensions)

    def remove_links_outside(self, root: str) -> None:
        """Remove the links that lead out of the root. Raises RootError if a scan needs one of them.

        A link may lead through other links, so all links must exist before this call.
        """
        start = os.path.relpath(self.top_folder, self._folder)
        outside = []
        for link in self._links:
            place = os.path.join(root, os.path.relpath(os.path.join(*link), start))
            if not is_below(os.path.realpath(place), root):
                if self._find_needed_part(link) == "content":
                    raise self._create_error("/".join(link), "is a link that leads out of the root")
                outside.append(place)
        for place in outside:
            os.unlink(place)

    def _read_extensions(self, path: tuple[str, ...]) -> frozenset[str]:
        place = os.path.join(self._folder, *path)
        if not may_contain_paths(path[-1]) or os.path.islink(place):
            return frozenset()
        with open(place, "rb") as file:
            return find_named_extensions(path[-1], file.read(_MAX_DOCUMENT_BYTES))

    def _add_checkout(self, path: tuple[str, ...], member: Member) -> None:
        """Write the folder `.git` of a checkout, or its `config` file, which contains the project's name.

        Members that are not in such a folder, and all other files in the folder, are left out.
        """
        position = path.index(".git") if ".git" in path else len(path)
        if position > _CHECKOUT_DEPTH or is_skipped_folder(path[:position]):
            return
        if path[position + 1 :] == ("config",) and member.kind == "file":
            self._write_content(path, member)
        elif len(path) > position + 1:
            self._make_folder(path[: position + 1], member.path)
        elif member.kind == "file":
            # The file of a linked work tree or a submodule.
            self._write_blocks(path, ())

    def _remove_empty_file(self, path: tuple[str, ...]) -> None:
        """Remove the file at a path if it is in `_empty_files`, so that the file can be written with its content."""
        if path in self._empty_files:
            self._empty_files.discard(path)
            self._written.discard(path)
            os.unlink(os.path.join(self._folder, *path))

    def _add_link(self, member: Member, path: tuple[str, ...], *, is_needed: bool) -> None:
        target = member.target
        if not target or "\0" in target or os.path.isabs(target) or not _stays_inside(path, target):
            if is_needed:
                raise self._create_error(member.path, "is a link that leads out of the root")
            return
        self._allowance.count_file()
        self._require_new(path, member.path)
        self._make_folder(path[:-1], member.path)
        try:
            os.symlink(target, os.path.join(self._folder, *path))
        except FileExistsError as error:
            raise self._create_error(member.path, "occurs twice, or differs from another name in case only") from error
        self._links.append(path)

    def _write_content(self, path: tuple[str, ...], member: Member) -> None:
        assert member.read_blocks is not None
        with closing(member.read_blocks()) as blocks:
            self._write_blocks(path, blocks)

    def _write_blocks(self, path: tuple[str, ...], blocks: Iterable[bytes]) -> None:
        shown = "/".join(path)
        self._allowance.count_file()
        self._require_new(path, shown)
        self._make_folder(path[:-1], shown)
        try:
            with open(os.path.join(self._folder, *path), "xb") as file:
                for block in blocks:
                    self._allowance.count_bytes(len(block))
                    file.write(block)
        except (FileExistsError, IsADirectoryError) as error:
            raise self._create_error(shown, "occurs twice, or differs from another name in case only") from error

    def _make_folder(self, path: tuple[str, ...], shown: str) -> None:
        if path in self._folders:
            return
        if len(path) > MAX_FOLDER_DEPTH:
            raise self._create_error(shown, f"is more than {MAX_FOLDER_DEPTH} folders deep")
        for length in range(1, len(path) + 1):
            part = path[:length]
            if part in self._folders:
                continue
            self._require_new(part, shown)
            self._written.discard(part)
            try:
                os.mkdir(os.path.join(self._folder, *part))
            except FileExistsError as error:
                raise self._create_error(shown, "is in a folder that differs from another name in case only") from error
            self._folders.add(part)

    def _require_new(self, path: tuple[str, ...], shown: str) -> None:
        if path in self._written or path in self._folders:
            raise self._create_error(shown, "occurs twice")
        self._written.add(path)

    def _create_error(self, path: str, reason: str) -> RootError:
        shown = path if len(path) <= _MAX_SHOWN_LENGTH else f"{path[:_MAX_SHOWN_LENGTH]}…"
        return self._allowance.create_error(
            f"{shown} {reason}, so nothing is unpacked; create the archive again without it"
        )


def _split_path(path: str) -> tuple[str, ...]:
    return tuple(name for name in path.split("/") if name not in ("", "."))


def _is_inside(path: str) -> bool:
    """True if the name of a member is a relative path without `..`."""
    is_windows_path = os.name == "nt" and not {"\\", ":"}.isdisjoint(path)
    return not path.startswith("/") and ".." not in path.split("/") and "\0" not in path and not is_windows_path


def _stays_inside(path: Sequence[str], target: str) -> bool:
    """True if the target of a link is inside of the root, as far as its text shows."""
    depth = len(path) - 1
    for name in target.split("/"):
        depth += -1 if name == ".." else name not in ("", ".")
        if depth < 0:
            return False
    return True
