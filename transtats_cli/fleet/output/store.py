"""Files of a data set, in a local directory or at a URL of fsspec. A file is written whole or not at all."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any, BinaryIO, cast
from urllib.parse import unquote

from transtats_cli.errors import TranstatsError, require_extra
from transtats_cli.fleet.roots.addresses import mask_address, mask_message
from transtats_cli.signals import remove_file_on_signal

TEMPORARY_SUFFIX = ".tmp"
"""End of the name of a file that is not complete yet."""
_OBJECT_STORES = frozenset({"s3", "s3a", "gs", "gcs", "abfs", "abfss", "az", "oss", "oci"})
"""Schemes of stores without directories. The first part of a path is a bucket, which must exist."""


class MissingFileError(TranstatsError):
    """A file of the store does not exist."""


class _LocalFileSystem:
    """Local files, with the methods of fsspec that a store uses. The library is an optional extra."""

    open = staticmethod(open)
    makedirs = staticmethod(os.makedirs)
    mv = staticmethod(os.replace)
    rm_file = staticmethod(os.unlink)

    def pipe_file(self, path: str, content: bytes) -> None:
        Path(path).write_bytes(content)

    def cat_file(self, path: str) -> bytes:
        return Path(path).read_bytes()

    def ls(self, path: str) -> list[dict[str, Any]]:
        found = []
        with os.scandir(path) as entries:
            for entry in entries:
                # The run of another shard may have removed the file.
                with suppress(FileNotFoundError):
                    found.append({"name": entry.name, "size": entry.stat().st_size})
        return found


class FileStore:
    """Files of a data set. Names are relative, with `/` between folders. Methods that fail raise TranstatsError."""

    def __init__(self, address: str) -> None:
        """`address` is a local directory or a URL. No file or directory is created yet."""
        path = find_local_path(address)
        self._address = address
        self._is_local = path is not None
        self.address = mask_address(address) if path is None else path
        """Address for messages, without credentials."""
        self._file_system: Any = _LocalFileSystem()
        if path is None:
            with require_extra("fleet", self.address):
                import fsspec
            with self._convert_errors("", "opened"):
                self._file_system, path = fsspec.core.url_to_fs(address)
        self._folder = (path or "").rstrip("/")

    def write(self, name: str, content: bytes) -> None:
        """Replace a file. If the write fails, the file keeps its old content."""
        path = self._path(name)
        temporary = f"{path}.{os.urandom(4).hex()}{TEMPORARY_SUFFIX}"
        with self._convert_errors(name, "written"):
            if self._is_local or self._address.partition("://")[0].lower() not in _OBJECT_STORES:
                self._file_system.makedirs(path.rpartition("/")[0], exist_ok=True)
            with remove_file_on_signal(temporary) if self._is_local else nullcontext():
                try:
                    self._file_system.pipe_file(temporary, content)
                    self._file_system.mv(temporary, path)
                except BaseException:
                    with suppress(Exception):
                        self._file_system.rm_file(temporary)
                    raise

    def read(self, name: str) -> bytes:
        """Return the content of a file. Raises MissingFileError if it does not exist."""
        with self._convert_errors(name, "read"):
            return cast("bytes", self._file_system.cat_file(self._path(name)))

    def open(self, name: str) -> BinaryIO:
        """Open a file for reading at any position."""
        with self._convert_errors(name, "read"):
            return cast("BinaryIO", self._file_system.open(self._path(name), "rb"))

    def list_sizes(self, folder: str) -> dict[str, int | None]:
        """Return the size in bytes (None if unknown) of each file and folder in a folder, which need not exist."""
        with self._convert_errors(folder, "read"):
            if not self._is_local:
                self._file_system.invalidate_cache()
            try:
                found = self._file_system.ls(self._path(folder))
            except FileNotFoundError:
                return {}
            sizes = {str(each["name"]).rstrip("/").rpartition("/")[2]: each.get("size") for each in found}
            return dict(sorted(sizes.items()))

    def remove(self, name: str) -> None:
        """Remove a file, if it exists."""
        with self._convert_errors(name, "removed"), suppress(FileNotFoundError):
            self._file_system.rm_file(self._path(name))

    def _path(self, name: str) -> str:
        return f"{self._folder}/{name}"

    @contextmanager
    def _convert_errors(self, name: str, action: str) -> Iterator[None]:
        """Convert errors of the store to TranstatsError. The library for a kind of URL can raise errors of any type."""
        try:
            yield
        except TranstatsError:
            raise
        except Exception as error:
            kind = MissingFileError if isinstance(error, FileNotFoundError) else TranstatsError
            reason = mask_message(str(error), self._address) or type(error).__name__
            if self._is_local and isinstance(error, OSError):
                reason = error.strerror or reason
            elif kind is MissingFileError:
                reason = f"there is no such {'bucket or directory' if action == 'written' else 'file'}"
            raise kind(f"{self.address.rstrip('/')}/{name} cannot be {action}: {reason}") from error


def find_local_path(address: str) -> str | None:
    """Return the path of a local directory from its path or its URL. None for any other URL. Raises TranstatsError."""
    if not address:
        raise TranstatsError("the address of a data set is empty; write a directory or a URL")
    scheme, separator, rest = address.partition("://")
    if not separator:
        return address
    if scheme.lower() not in ("file", "local"):
        return None
    path = unquote(rest.removeprefix("localhost"), errors="surrogateescape")
    if not path.startswith("/"):
        raise TranstatsError(
            f"{mask_address(address)}: the URL of a local directory begins with file:/// and its absolute path"
        )
    return path
