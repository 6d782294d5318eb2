"""Files of a data set, in a local directory or at a URL of fsspec. A file is written whole or not at all."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, BinaryIO, Protocol
from urllib.parse import unquote

from transtats_cli.errors import TranstatsError
from transtats_cli.fleet.roots import mask_address, mask_message
from transtats_cli.temporary import remove_file_on_signal

TEMPORARY_SUFFIX = ".tmp"
"""End of the name of a file that is not complete yet."""
_OBJECT_STORES = frozenset({"s3", "s3a", "gs", "gcs", "abfs", "abfss", "az", "oss", "oci"})
"""Schemes of stores without directories. The first part of a path is a bucket, which must exist."""


class MissingFileError(TranstatsError):
    """A file of the store does not exist."""


class DamagedFileError(TranstatsError):
    """The content of a file of the store is not what was written."""


class FileStore(Protocol):
    """Files of a data set. Names are relative, with `/` between folders. Methods that fail raise TranstatsError."""

    address: str
    """Address for messages, without credentials."""

    def write(self, name: str, content: bytes) -> None:
        """Replace a file. If the write fails, the file keeps its old content."""
        ...

    def read(self, name: str) -> bytes:
        """Return the content of a file. Raises MissingFileError if it does not exist."""
        ...

    def open(self, name: str) -> BinaryIO:
        """Open a file for reading at any position."""
        ...

    def put_file(self, name: str, path: str) -> None:
        """Replace a file with the content of the local file `path`. If this fails, the file keeps its old content."""
        ...

    def list_names(self, folder: str) -> list[str]:
        """Return the sorted names of the files and folders in a folder. [] if there is no such folder."""
        ...

    def list_sizes(self, folder: str) -> dict[str, int | None]:
        """Return the size in bytes of each file and folder in a folder. None if the store does not contain the size."""
        ...

    def remove(self, name: str) -> None:
        """Remove a file, if it exists."""
        ...


def open_store(address: str) -> FileStore:
    """Return the store of the data set at an address, which is a local directory or a URL.

    No file or directory is created yet. Raises TranstatsError for an address that cannot be valid.
    """
    path = find_local_path(address)
    return RemoteStore(address) if path is None else LocalStore(path)


def find_local_path(address: str) -> str | None:
    """Return the path of a local directory from its path or its URL. Return None for any other URL.

    Raises TranstatsError if the address is empty, or if the URL contains no absolute path.
    """
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


class LocalStore:
    """Files in a local directory."""

    def __init__(self, address: str) -> None:
        self.address = address

    def write(self, name: str, content: bytes) -> None:
        with self._replace_file(name) as file:
            file.write(content)

    def put_file(self, name: str, path: str) -> None:
        with self._replace_file(name) as file, open(path, "rb") as original:
            shutil.copyfileobj(original, file)

    def read(self, name: str) -> bytes:
        with self._convert_errors(name, "read"), open(self._path(name), "rb") as file:
            return file.read()

    def open(self, name: str) -> BinaryIO:
        with self._convert_errors(name, "read"):
            return open(self._path(name), "rb")

    def list_names(self, folder: str) -> list[str]:
        with self._convert_errors(folder, "read"):
            try:
                return sorted(os.listdir(self._path(folder)))
            except FileNotFoundError:
                return []

    def list_sizes(self, folder: str) -> dict[str, int | None]:
        sizes: dict[str, int | None] = {}
        for name in self.list_names(folder):
            # The run of another shard may have removed the file.
            with self._convert_errors(f"{folder}/{name}", "read"), suppress(FileNotFoundError):
                sizes[name] = os.stat(self._path(f"{folder}/{name}")).st_size
        return sizes

    def remove(self, name: str) -> None:
        with self._convert_errors(name, "removed"), suppress(FileNotFoundError):
            os.unlink(self._path(name))

    def _path(self, name: str) -> str:
        return os.path.join(self.address, *name.split("/"))

    @contextmanager
    def _replace_file(self, name: str) -> Iterator[BinaryIO]:
        """Open a temporary file, which replaces the named file at the end of the block."""
        path = self._path(name)
        temporary = f"{path}.{os.urandom(4).hex()}{TEMPORARY_SUFFIX}"
        with self._convert_errors(name, "written"):
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with remove_file_on_signal(temporary):
                try:
                    with open(temporary, "xb") as file:
                        yield file
                    os.replace(temporary, path)
                except BaseException:
                    with suppress(OSError):
                        os.unlink(temporary)
                    raise

    @contextmanager
    def _convert_errors(self, name: str, action: str) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            kind = MissingFileError if isinstance(error, FileNotFoundError) else TranstatsError
            raise kind(f"{self._path(name)} cannot be {action}: {error.strerror or error}") from error


class RemoteStore:
    """Files at a URL of fsspec, such as `s3://bucket/folder`."""

    def __init__(self, address: str) -> None:
        self.address = mask_address(address)
        self._address_with_credentials = address
        try:
            import fsspec
        except ImportError as error:
            raise TranstatsError(
                f"{self.address} needs fsspec, which is not installed: pip install 'transtats-cli[fleet]'"
            ) from error
        with self._convert_errors("", "opened"):
            found: tuple[Any, str] = fsspec.core.url_to_fs(address)
        self._file_system, self._folder = found[0], found[1].rstrip("/")
        self._has_directories = address.partition("://")[0].lower() not in _OBJECT_STORES

    def write(self, name: str, content: bytes) -> None:
        with self._replace_file(name) as temporary:
            self._file_system.pipe_file(temporary, content)

    def put_file(self, name: str, path: str) -> None:
        with self._replace_file(name) as temporary:
            self._file_system.put_file(path, temporary)

    def read(self, name: str) -> bytes:
        with self._convert_errors(name, "read"):
            content: bytes = self._file_system.cat_file(self._path(name))
            return content

    def open(self, name: str) -> BinaryIO:
        with self._convert_errors(name, "read"):
            file: BinaryIO = self._file_system.open(self._path(name), "rb")
            return file

    def list_names(self, folder: str) -> list[str]:
        return sorted(self.list_sizes(folder))

    def list_sizes(self, folder: str) -> dict[str, int | None]:
        with self._convert_errors(folder, "read"):
            self._file_system.invalidate_cache()
            try:
                found: list[dict[str, Any]] = self._file_system.ls(self._path(folder), detail=True)
            except FileNotFoundError:
                return {}
            return {str(each["name"]).rstrip("/").rpartition("/")[2]: each.get("size") for each in found}

    def remove(self, name: str) -> None:
        with self._convert_errors(name, "removed"), suppress(FileNotFoundError):
            self._file_system.rm_file(self._path(name))

    def _path(self, name: str) -> str:
        return f"{self._folder}/{name}"

    @contextmanager
    def _replace_file(self, name: str) -> Iterator[str]:
        """Provide the path of a temporary file, which replaces the named file at the end of the block."""
        path = self._path(name)
        temporary = f"{path}.{os.urandom(4).hex()}{TEMPORARY_SUFFIX}"
        with self._convert_errors(name, "written"):
            if self._has_directories:
                self._file_system.makedirs(path.rpartition("/")[0], exist_ok=True)
            try:
                yield temporary
                self._file_system.mv(temporary, path)
            except BaseException:
                with suppress(Exception):
                    self._file_system.rm_file(temporary)
                raise

    @contextmanager
    def _convert_errors(self, name: str, action: str) -> Iterator[None]:
        """Convert errors of the store to TranstatsError. The library for a kind of URL can raise errors of any type."""
        try:
            yield
        except (TranstatsError, FileNotFoundError) as error:
            if isinstance(error, TranstatsError):
                raise
            missing = "bucket or directory" if action == "written" else "file"
            raise MissingFileError(f"{self.address}/{name} cannot be {action}: there is no such {missing}") from error
        except Exception as error:
            reason = mask_message(str(error), self._address_with_credentials) or type(error).__name__
            raise TranstatsError(f"{self.address}/{name} cannot be {action}: {reason}") from error
