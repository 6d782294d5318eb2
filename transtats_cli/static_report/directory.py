"""Write the files of a static report to a directory. A file is not written if its content is the same already.

The directory also contains a manifest: a JSON file with the path and hash of each file of the report. Files of the old
report that the new report does not contain are removed. They are kept if their content was changed, which means that
the hash of the content differs from the hash in the old manifest. Files that are in neither report are kept.
"""

import json
import os
import re
import stat
from collections.abc import Iterable, Mapping
from contextlib import suppress
from hashlib import sha256
from itertools import accumulate
from typing import NamedTuple

from transtats_cli.errors import TranstatsError
from transtats_cli.signals import call_if_signal_ends_process

MANIFEST_NAME = "transtats-report.json"
_VERSION_KEY = "transtats_report"
_IGNORED_ENTRIES = frozenset({".git"})
"""Entries of a directory that counts as empty. A work tree of a branch with the published pages contains `.git`."""
_PATH_PATTERN = re.compile(r"[A-Za-z0-9][A-Za-z0-9._~@-]*(/[A-Za-z0-9][A-Za-z0-9._~@-]*)*", re.ASCII)


class WrittenFiles(NamedTuple):
    """Numbers of all files of a report, of written files, and of removed files."""

    total_count: int
    written_count: int
    removed_count: int
    changed_paths: tuple[str, ...] = ()
    """Paths of files of the old report that were not removed, because their content was changed."""


def write_report(directory: str, files: Iterable[tuple[str, bytes]]) -> WrittenFiles:
    """Write the files of a report, and remove files of the old report that the new report does not contain.

    Such a file is not removed if its content was changed. `files` contains the path and the content of each file. The
    directory is created if it does not exist. Raises TranstatsError if the directory contains files but no manifest, if
    the manifest is damaged, or if a file cannot be written.
    """
    try:
        writer = _ReportWriter(directory)
        with call_if_signal_ends_process(writer.remove_temporary_file):
            try:
                # If the run ends early, the next run recognises the directory as a report.
                writer.write_manifest()
                for path, content in files:
                    writer.write_file(path, content)
            except BaseException:
                # The next run knows all files that this run wrote.
                writer.write_manifest()
                raise
            return writer.remove_old_files()
    except OSError as error:
        place = error.filename if isinstance(error.filename, str) else directory
        raise TranstatsError(f"{place} cannot be written: {error.strerror or error}") from error


class _ReportWriter:
    """Writes the files of one report, and the manifest."""

    def __init__(self, directory: str) -> None:
        self._top = directory
        self._temporary_name = f".transtats-{os.urandom(8).hex()}"
        self._temporary = self._full_path(self._temporary_name)
        """Path of the file that is being written, before it replaces the file of the report."""
        os.makedirs(directory, exist_ok=True)
        self._hashes = dict(_read_manifest(directory))
        """Hashes of the files of the old report and of the files written so far, by path."""
        self._paths: set[str] = set()
        self._created_folders = {""}
        self._written_count = 0

    def write_file(self, path: str, content: bytes) -> None:
        """Write a file of the report. If the file exists with the same content, it is not written."""
        self._create_folder(path.rpartition("/")[0])
        self._paths.add(path)
        is_new = path not in self._hashes
        self._hashes[path] = sha256(content).hexdigest()
        if is_new or _read_regular_file(self._full_path(path)) != content:
            self._replace_file(path, content)
            self._written_count += 1

    def remove_old_files(self) -> WrittenFiles:
        """Remove the files of the old report that the new report does not contain, and write the manifest.

        A file is not removed if its content was changed, or if one of its folders is a link.
        """
        kept, removed_count = [], 0
        for path in sorted(self._hashes.keys() - self._paths):
            digest = self._hashes.pop(path)
            folders = accumulate(path.split("/")[:-1], "{}/{}".format)
            if any(os.path.islink(self._full_path(folder)) for folder in folders):
                continue
            content = _read_regular_file(self._full_path(path))
            if content is None:
                continue
            if sha256(content).hexdigest() == digest:
                os.unlink(self._full_path(path))
                # Folders that are empty now are removed. The directory of the report contains the manifest.
                with suppress(OSError):
                    os.removedirs(os.path.dirname(self._full_path(path)))
                removed_count += 1
            else:
                kept.append(path)
        self.write_manifest()
        return WrittenFiles(len(self._hashes), self._written_count, removed_count, tuple(kept))

    def remove_temporary_file(self) -> None:
        """Remove the file that is being written, if there is one."""
        with suppress(OSError):
            os.unlink(self._temporary)

    def write_manifest(self) -> None:
        """Write the manifest with the hashes of the files of the old report and of the files written so far."""
        text = json.dumps({_VERSION_KEY: 1, "files": self._hashes}, indent=0, sort_keys=True)
        content = f"{text}\n".encode()
        if _read_regular_file(self._full_path(MANIFEST_NAME)) != content:
            self._replace_file(MANIFEST_NAME, content)

    def _create_folder(self, folder: str) -> None:
        """Create a folder of the report and its parent folders, if they do not exist.

        Raises TranstatsError if there is a file or a link with this path. A link may lead to another directory.
        """
        if folder in self._created_folders:
            return
        self._create_folder(folder.rpartition("/")[0])
        place = self._full_path(folder)
        with suppress(FileExistsError):
            os.mkdir(place)
        if not stat.S_ISDIR(os.lstat(place).st_mode):
            raise TranstatsError(f"{place} is in the way of the report; it must be a directory, and no link")
        self._created_folders.add(folder)

    def _replace_file(self, path: str, content: bytes) -> None:
        place = self._full_path(path)
        # In the same folder, because ext4 looks for the room of a file near to the others of the folder that it is
        # created in. If all files are created in one folder, this takes ten times as long.
        self._temporary = os.path.join(os.path.dirname(place), self._temporary_name)
        try:
            with open(self._temporary, "xb") as file:
                file.write(content)
            os.replace(self._temporary, place)
        except BaseException as error:
            self.remove_temporary_file()
            if isinstance(error, OSError):
                # The name of the temporary file would mean nothing to the user.
                raise OSError(error.errno, error.strerror, place) from error
            raise

    def _full_path(self, path: str) -> str:
        return os.path.join(self._top, *path.split("/"))


def _read_manifest(directory: str) -> Mapping[str, str]:
    """Return the hashes of the files of the old report by path. If the directory is empty, return an empty mapping.

    Raises TranstatsError if the manifest is damaged, or if the directory contains files but no manifest.
    """
    content = _read_regular_file(os.path.join(directory, MANIFEST_NAME))
    if content is None:
        if set(os.listdir(directory)) <= _IGNORED_ENTRIES:
            return {}
        raise TranstatsError(
            f"{directory} is not empty and contains no report; choose a new directory, so that no file of yours is lost"
        )
    try:
        manifest = json.loads(content)
        files = manifest["files"]
        is_valid = manifest[_VERSION_KEY] == 1 and all(
            isinstance(digest, str) and _PATH_PATTERN.fullmatch(path) for path, digest in files.items()
        )
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        is_valid = False
    if not is_valid:
        raise TranstatsError(
            f"{os.path.join(directory, MANIFEST_NAME)} is damaged; delete the report and make it again"
        )
    return dict(files)


def _read_regular_file(path: str) -> bytes | None:
    """Return the content of a file. None if the file does not exist, or if it is not a regular file."""
    try:
        if not stat.S_ISREG(os.lstat(path).st_mode):
            return None
        with open(path, "rb") as file:
            return file.read()
    except (FileNotFoundError, NotADirectoryError):
        return None
