"""Download archives and directories from any file system that the library fsspec supports."""

import re
import threading
from base64 import b64encode
from collections.abc import Callable, Generator, Iterator, Sequence
from functools import cache, partial
from socket import gaierror
from tarfile import TarInfo
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


class _RemoteFile(NamedTuple):
    """File in the listing of a remote directory."""

    path: str
    """Path relative to the root."""
    remote_path: str
    """Path in the remote file system."""
    size: int | None


def download(address: Address, path: str, allowance: Allowance) -> str:
    """Write a remote archive to the local path, and return the path. Raises RootError."""

    def write() -> str:
        received = 0
        system, place = _connect(address, allowance)
        with system.open(place, "rb", **_streaming_options(address)) as source, open(path, "xb") as file:
            while block := source.read(_BLOCK_SIZE):
                allowance.check_time()
                received += len(block)
                allowance.check_size(received)
                file.write(block)
        return path

    return _run_with_time_limit(write, address, allowance)


def copy_folder(address: Address, folder: str, allowance: Allowance) -> str:
    """Write the files of a remote directory that a scan needs below `folder`, and return the path of the root.

    Raises RootError.
    """

    def write() -> str:
        system, place = _connect(address, allowance)
        files = _list_files(system, place, allowance)
        if not files:
            raise allowance.create_error("no archive, and no directory with files; check the address")
        list_members = partial(_list_members, system, files, address, allowance)
        return write_needed_files(list_members, folder, address.name, allowance)

    if address.protocol in _WEB_PROTOCOLS:
        raise allowance.create_error(
            "no archive, such as shop.zip, and a directory of a web server is not read; write git+https:// for a"
            " repository"
        )
    return _run_with_time_limit(write, address, allowance)


def _run_with_time_limit(write: Callable[[], str], address: Address, allowance: Allowance) -> str:
    """Call a function in a thread, because requests of the libraries cannot be stopped. Raises RootError.

    After the time limit, the thread ends at its next step.
    """
    results: list[str | BaseException] = []

    def run() -> None:
        try:
            results.append(write())
        except BaseException as error:
            results.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    try:
        thread.join(max(allowance.seconds_left, 0))
    finally:
        if thread.is_alive():
            allowance.is_cancelled = True
            # A thread that does not wait for the network ends here, before the directory is removed.
            thread.join(_MAX_ENDING_SECONDS)
    if allowance.is_cancelled:
        raise allowance.create_time_error()
    if isinstance(results[0], BaseException):
        raise _convert_error(results[0], address, allowance) from results[0]
    return results[0]


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
    if isinstance(error.__cause__, ConnectionRefusedError):
        reason = "the connection was refused"
    elif isinstance(error.__cause__, gaierror):
        reason = "the host name cannot be resolved"
    elif isinstance(status, int):
        reason = f"the server returned status {status}"
    else:
        lines = address.hide_secrets(str(error)).splitlines()
        reason = ": ".join(filter(None, [type(error).__name__, *lines[:1]]))
    return allowance.create_error(f"{remote_path}cannot be read ({reason}); check the address and the connection")


def _connect(address: Address, allowance: Allowance) -> tuple[Any, str]:
    """Return the remote file system, and the path of the root in it."""
    try:
        from fsspec.core import url_to_fs
        from fsspec.registry import known_implementations
    except ImportError as error:
        raise allowance.create_error(_MISSING_LIBRARY) from error
    if address.protocol in _WEB_PROTOCOLS:
        return _connect_to_web(address, allowance)
    try:
        system, place = url_to_fs(address.location)
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
    return system, place


def _connect_to_web(address: Address, allowance: Allowance) -> tuple[Any, str]:
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
    return HTTPFileSystem(client_kwargs=options, skip_instance_cache=True), location


def _streaming_options(address: Address) -> dict[str, Any]:
    """Return the options for reading a file from beginning to end without requests for parts of it."""
    return {"block_size": 0} if address.protocol in _WEB_PROTOCOLS else {"cache_type": "readahead"}


def _list_files(system: Any, folder: str, allowance: Allowance) -> list[_RemoteFile]:
    """Return the files in and below a directory, without those in folders that no scan needs."""
    start = folder.rstrip("/") + "/" if folder else ""
    found: dict[str, _RemoteFile] = {}
    pending = [folder]
    seen = {folder.rstrip("/")}
    while pending:
        allowance.check_time()
        for info in system.ls(pending.pop(), detail=True):
            remote_path = str(info["name"])
            path = remote_path.removeprefix(start).rstrip("/")
            if not path or not remote_path.startswith(start) or remote_path.rstrip("/") in seen:
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


def _list_members(system: Any, files: Sequence[_RemoteFile], address: Address, allowance: Allowance) -> Members:
    """Yield the files as members of an archive. Small files are requested together, when one of them is read."""

    def read(file: _RemoteFile, request_batch: Callable[[], dict[str, bytes]]) -> Generator[bytes, None, None]:
        # The caller uses OSError for errors of the file that it writes.
        try:
            if _is_small(file):
                yield request_batch()[file.remote_path]
                return
            with system.open(file.remote_path, "rb", **_streaming_options(address)) as opened:
                while block := opened.read(_BLOCK_SIZE):
                    yield block
        except Exception as error:
            raise _convert_error(error, address, allowance, file.path) from error

    for batch in _divide_into_batches(files):
        paths = [file.remote_path for file in batch]
        request_batch = cache(partial(system.cat, paths, on_error="raise"))
        for file in batch:
            yield Member(TarInfo(file.path), partial(read, file, request_batch))


def _divide_into_batches(files: Sequence[_RemoteFile]) -> Iterator[Sequence[_RemoteFile]]:
    """Yield batches of small files that a scan needs, and then each of the other files."""
    small = [file for file in files if _is_small(file)]
    for start in range(0, len(small), _MAX_FILES_PER_BATCH):
        yield small[start : start + _MAX_FILES_PER_BATCH]
    yield from ([file] for file in files if not _is_small(file))


def _is_small(file: _RemoteFile) -> bool:
    return (
        file.size is not None
        and file.size <= _MAX_FILE_BYTES_IN_BATCH
        and _GLOB_CHARACTERS.isdisjoint(file.remote_path)
        and find_needed_part(file.path.split("/")) == "content"
    )
