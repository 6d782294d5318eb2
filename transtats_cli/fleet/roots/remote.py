"""Download archives and directories from any file system that the library fsspec supports."""

import re
import threading
from base64 import b64encode
from collections.abc import Callable, Generator, Sequence
from functools import partial
from socket import gaierror
from typing import Any, NamedTuple
from urllib.parse import unquote

from transtats_cli.fleet.roots.addresses import Address
from transtats_cli.fleet.roots.limits import Allowance, RootError
from transtats_cli.fleet.roots.selection import find_needed_part, is_skipped_folder
from transtats_cli.fleet.roots.writing import Member, Members, write_needed_files
from transtats_cli.git.limits import MAX_FOLDER_DEPTH

_BLOCK_SIZE = 1 << 20
_MAX_FILE_BYTES_IN_BATCH = 1 << 20
"""Size of the largest file that is read together with others, in bytes."""
_MAX_FILES_PER_BATCH = 64
_GLOB_CHARACTERS = frozenset("*?[")
"""Characters of patterns. A file with one of them in its path is requested alone, without expanding the pattern."""
_MAX_ENTRIES = 5_000_000
"""Maximum number of files and folders in a remote directory, with those that are not needed."""
_MAX_ENDING_SECONDS = 2
"""Time to wait for the end of a thread that was stopped."""
_MISSING_LIBRARY = "remote addresses need a library; install it with: pip install 'transtats-cli[fleet]'"
_WEB_PROTOCOLS = ("http", "https")


class _RemoteFolder(NamedTuple):
    """Remote file system, and the path of the root in it."""

    system: Any
    path: str


class _RemoteFile(NamedTuple):
    """File in the listing of a remote directory."""

    path: str
    """Path relative to the root."""
    remote_path: str
    """Path in the remote file system."""
    size: int | None


def download(address: Address, path: str, allowance: Allowance) -> str:
    """Write a remote archive to the local path, and return the path. Raises RootError."""

    def write() -> None:
        received = 0
        store = _connect(address, allowance)
        with store.system.open(store.path, "rb", **_streaming_options(address)) as source, open(path, "xb") as file:
            while block := source.read(_BLOCK_SIZE):
                allowance.check_time()
                received += len(block)
                if received > allowance.limits.bytes:
                    raise allowance.create_size_error()
                file.write(block)

    _run_with_time_limit(write, address, allowance)
    return path


def copy_folder(address: Address, folder: str, allowance: Allowance) -> str:
    """Write the files of a remote directory that a scan needs below `folder`, and return the path of the root.

    Raises RootError.
    """
    result: list[str] = []

    def write() -> None:
        store = _connect(address, allowance)
        entries = _list_entries(store, address, allowance)
        if not entries:
            raise allowance.create_error(
                "no archive, and no directory with files; check the address, and write git+https:// for a repository"
            )
        reader = _FolderReader(store, address, entries, allowance)
        result.append(write_needed_files(reader.list_members, folder, address.name, allowance))

    _run_with_time_limit(write, address, allowance)
    return result[0]


def _run_with_time_limit(write: Callable[[], None], address: Address, allowance: Allowance) -> None:
    """Call a function in a thread, because requests of the libraries cannot be stopped. Raises RootError.

    After the time limit, the thread ends at its next step.
    """
    errors: list[BaseException] = []

    def run() -> None:
        try:
            write()
        except BaseException as error:
            errors.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    try:
        thread.join(max(allowance.seconds_left, 0))
    finally:
        if thread.is_alive():
            allowance.cancel()
            # A thread that does not wait for the network ends here, before the directory is removed.
            thread.join(_MAX_ENDING_SECONDS)
    if allowance.is_cancelled:
        raise allowance.create_time_error()
    if errors:
        raise _convert_error(errors[0], address, allowance) from errors[0]


def _convert_error(error: BaseException, address: Address, allowance: Allowance, file: str = "") -> BaseException:
    """Return the error for a failed request, without credentials. `file` is the path of a file in a directory."""
    if isinstance(error, RootError) or not isinstance(error, Exception):
        return error
    if isinstance(error, FileNotFoundError) and isinstance(error.__cause__, Exception):
        # The file system for HTTP raises this error for other reasons, too.
        error = error.__cause__
    status = getattr(error, "status", None)
    if isinstance(error, TimeoutError):
        return allowance.create_time_error()
    remote_path = f"{file}: " if file else ""
    if isinstance(error, FileNotFoundError) or status == 404:
        return allowance.create_error(f"{remote_path}there is no such file or directory; check the address")
    if isinstance(error, PermissionError) or status in (401, 403):
        return allowance.create_error(
            f"{remote_path}access was denied; check the address, and the credentials in the environment"
        )
    reason = _describe_error(error, address)
    return allowance.create_error(f"{remote_path}cannot be read ({reason}); check the address and the connection")


def _describe_error(error: Exception, address: Address) -> str:
    """Return the reason of a failed request in plain words, if possible, and otherwise the error of the library."""
    if isinstance(error.__cause__, ConnectionRefusedError):
        return "the connection was refused"
    if isinstance(error.__cause__, gaierror):
        return "the host name cannot be resolved"
    status = getattr(error, "status", None)
    if isinstance(status, int):
        return f"the server returned status {status}"
    lines = address.hide_secrets(str(error)).splitlines()
    return ": ".join(filter(None, [type(error).__name__, lines[0] if lines else ""]))


def _connect(address: Address, allowance: Allowance) -> _RemoteFolder:
    try:
        from fsspec.core import url_to_fs
        from fsspec.registry import known_implementations
    except ImportError as error:
        raise allowance.create_error(_MISSING_LIBRARY) from error
    if address.protocol in _WEB_PROTOCOLS:
        return _connect_to_web(address, allowance)
    try:
        return _RemoteFolder(*url_to_fs(address.location))
    except ImportError as error:
        hint = str(known_implementations.get(address.protocol, {}).get("err") or error).rstrip(".")
        library = re.search(r"\b[Ii]nstall ([\w-]+)", hint)
        solution = f"install it with: pip install {library[1]}" if library else hint
        raise allowance.create_error(f"the library for {address.protocol} is missing; {solution}") from error
    except ValueError as error:
        raise allowance.create_error(
            f"{address.protocol} is no known file system ({address.hide_secrets(str(error))}); write https, git+https,"
            " ssh, s3 or gs"
        ) from error


def _connect_to_web(address: Address, allowance: Allowance) -> _RemoteFolder:
    try:
        from aiohttp import ClientTimeout
        from fsspec.implementations.http import HTTPFileSystem
    except ImportError as error:
        raise allowance.create_error(_MISSING_LIBRARY) from error
    options: dict[str, Any] = {"timeout": ClientTimeout(total=allowance.limits.seconds), "trust_env": True}
    location = address.location.partition("#")[0]
    if address.user:
        credentials = f"{unquote(address.user)}:{unquote(address.password)}"
        options["headers"] = {"Authorization": f"Basic {b64encode(credentials.encode()).decode()}"}
        scheme, _, rest = location.partition("://")
        authority = rest.partition("/")[0]
        location = f"{scheme}://{authority.rpartition('@')[2]}{rest[len(authority) :]}"
    return _RemoteFolder(
        HTTPFileSystem(client_kwargs=options, skip_instance_cache=True, use_listings_cache=False), location
    )


def _streaming_options(address: Address) -> dict[str, Any]:
    """Return the options for reading a file from beginning to end without requests for parts of it."""
    return {"block_size": 0} if address.protocol in _WEB_PROTOCOLS else {"cache_type": "readahead"}


def _list_entries(store: _RemoteFolder, address: Address, allowance: Allowance) -> list[_RemoteFile]:
    """Return the files in and below the directory. Names that lead out of it are left out."""
    start = store.path.rstrip("/") + "/" if store.path else ""
    found: dict[str, _RemoteFile] = {}
    pending = [store.path]
    seen = {store.path.rstrip("/")}
    while pending:
        allowance.check_time()
        for info in store.system.ls(pending.pop(), detail=True):
            remote_path = str(info["name"])
            path = _relative_path(remote_path, start, address)
            if not path or remote_path.rstrip("/") in seen:
                continue
            if info["type"] != "directory":
                size = info.get("size")
                found[path] = _RemoteFile(path, remote_path, size if isinstance(size, int) else None)
            elif not is_skipped_folder(path.split("/")) and path.count("/") < MAX_FOLDER_DEPTH:
                seen.add(remote_path.rstrip("/"))
                pending.append(remote_path)
        if len(found) + len(seen) > _MAX_ENTRIES:
            raise allowance.create_error(f"more than {_MAX_ENTRIES:,} files; name a directory below it")
    return [*found.values()]


def _relative_path(remote_path: str, start: str, address: Address) -> str:
    """Return the path of a listed file relative to the root. '' if the file is not below the root."""
    path = remote_path.removeprefix(start).rstrip("/") if remote_path.startswith(start) else ""
    if address.protocol in _WEB_PROTOCOLS:
        # A page may contain links to any address.
        path = unquote(re.split("[?#]", path)[0], errors="surrogateescape")
        return "" if ".." in path.split("/") or path.startswith("/") else path
    return path


class _FolderReader:
    """Reader of the files in a remote directory. Small files are requested together."""

    def __init__(
        self, store: _RemoteFolder, address: Address, entries: Sequence[_RemoteFile], allowance: Allowance
    ) -> None:
        self._store = store
        self._allowance = allowance
        self._address = address
        self._entries = entries
        self._batches = _make_batches(entries)
        self._batch: dict[str, bytes] = {}

    def list_members(self) -> Members:
        for entry in self._entries:
            yield Member(entry.path, "file", partial(self._read_file, entry))

    def _read_file(self, entry: _RemoteFile) -> Generator[bytes, None, None]:
        """Yield the content of a file.

        Raises RootError instead of OSError. The caller uses OSError for errors of the file that it writes.
        """
        try:
            yield from self._request_file(entry)
        except Exception as error:
            raise _convert_error(error, self._address, self._allowance, entry.path) from error

    def _request_file(self, entry: _RemoteFile) -> Generator[bytes, None, None]:
        if entry.remote_path in self._batches and entry.remote_path not in self._batch:
            contents = self._store.system.cat([*self._batches[entry.remote_path]], on_error="raise")
            self._batch = {str(remote_path): content for remote_path, content in contents.items()}
        if entry.remote_path in self._batch:
            yield self._batch[entry.remote_path]
            return
        with self._store.system.open(entry.remote_path, "rb", **_streaming_options(self._address)) as file:
            while block := file.read(_BLOCK_SIZE):
                yield block


def _make_batches(entries: Sequence[_RemoteFile]) -> dict[str, tuple[str, ...]]:
    """Return the files that are requested together with each small file, by path in the remote file system."""
    small = [
        entry.remote_path
        for entry in entries
        if entry.size is not None
        and entry.size <= _MAX_FILE_BYTES_IN_BATCH
        and _GLOB_CHARACTERS.isdisjoint(entry.remote_path)
        and find_needed_part(entry.path.split("/")) == "content"
        and not is_skipped_folder(entry.path.split("/"))
    ]
    batches = (
        tuple(small[start : start + _MAX_FILES_PER_BATCH]) for start in range(0, len(small), _MAX_FILES_PER_BATCH)
    )
    return {remote_path: batch for batch in batches for remote_path in batch}
