"""Download archives and directories from any file system that the library fsspec supports."""

import re
import threading
from collections.abc import Callable
from concurrent.futures import Future
from functools import cache, partial
from socket import gaierror
from tarfile import TarInfo
from typing import Any

from transtats_cli.fleet.roots.addresses import Address
from transtats_cli.fleet.roots.limits import Allowance, RootError
from transtats_cli.fleet.roots.selection import find_needed_part, is_skipped_folder
from transtats_cli.fleet.roots.writing import Blocks, Member, Members, write_needed_files
from transtats_cli.git.limits import MAX_FOLDER_DEPTH

_BLOCK_SIZE = 1 << 20
_MAX_FILE_BYTES_IN_BATCH = 1 << 20
_MAX_FILES_PER_BATCH = 64
_MAX_ENTRIES = 5_000_000
_MAX_ENDING_SECONDS = 2
_WEB_PROTOCOLS = ("http", "https")

_RemoteFiles = dict[str, dict[str, Any]]
"""Files of a remote directory: descriptions by fsspec, by path relative to the directory."""


def download(address: Address, path: str, allowance: Allowance) -> str:
    def write() -> str:
        received = 0
        system, place = _connect(address, allowance)
        # Read from beginning to end, without requests for parts of the file.
        options = {"block_size": 0} if address.protocol in _WEB_PROTOCOLS else {"cache_type": "readahead"}
        with system.open(place, "rb", **options) as source, open(path, "xb") as file:
            while block := source.read(_BLOCK_SIZE):
                allowance.check_time()
                received += len(block)
                allowance.check_size(received)
                file.write(block)
        return path

    return _run_with_time_limit(write, address, allowance)


def copy_folder(address: Address, folder: str, allowance: Allowance) -> str:
    """Write the files of a remote directory that a scan needs below `folder`, and return the path of the root."""

    def write() -> str:
        system, place = _connect(address, allowance)
        files = _list_files(system, place, allowance)
        if not files:
            raise allowance.create_error("no archive, and no directory with files; check the address")
        list_members = partial(_list_members, system, files, address, allowance)
        return write_needed_files(list_members, folder, address.name, allowance)

    if address.protocol in _WEB_PROTOCOLS:
        reason = "no archive, such as shop.zip, and a directory of a web server is not read"
        raise allowance.create_error(f"{reason}; write git+https:// for a repository")
    return _run_with_time_limit(write, address, allowance)


def _run_with_time_limit(write: Callable[[], str], address: Address, allowance: Allowance) -> str:
    """Call a function in a thread, because requests cannot be stopped. After the time limit, its next step ends it."""
    future: Future[str] = Future()

    def run() -> None:
        try:
            future.set_result(write())
        except BaseException as error:
            future.set_exception(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    try:
        return future.result(max(allowance.seconds_left, 0))
    except Exception as error:
        raise _convert_error(error, address, allowance) from error
    finally:
        if not future.done():
            allowance.is_cancelled = True
            # A thread that does not wait for the network ends here, before the directory is removed.
            thread.join(_MAX_ENDING_SECONDS)


def _convert_error(error: Exception, address: Address, allowance: Allowance, file: str = "") -> Exception:
    """Return the error for a failed request, without credentials. `file` is the path of a file in a directory."""
    if isinstance(error, RootError):
        return error
    if isinstance(error, FileNotFoundError) and isinstance(error.__cause__, Exception):
        # The file system for HTTP raises this error for other reasons, too.
        error = error.__cause__
    if isinstance(error, TimeoutError):
        return allowance.create_time_error()
    status = getattr(error, "status", None)
    if isinstance(error, FileNotFoundError) or status == 404:
        reason = "there is no such file or directory; check the address"
    elif isinstance(error, PermissionError) or status in (401, 403):
        reason = "access was denied; check the address, and the credentials in the environment"
    else:
        lines = address.hide_secrets(str(error)).splitlines()
        reason = ": ".join(filter(None, [type(error).__name__, *lines[:1]]))
        if isinstance(error.__cause__, ConnectionRefusedError):
            reason = "the connection was refused"
        elif isinstance(error.__cause__, gaierror):
            reason = "the host name cannot be resolved"
        elif isinstance(status, int):
            reason = f"the server returned status {status}"
        reason = f"cannot be read ({reason}); check the address and the connection"
    return allowance.create_error(f"{file}: {reason}" if file else reason)


def _connect(address: Address, allowance: Allowance) -> tuple[Any, str]:
    location, options = address.location, {}
    try:
        from fsspec.core import url_to_fs
        from fsspec.registry import known_implementations

        if address.protocol in _WEB_PROTOCOLS:
            from aiohttp import ClientTimeout

            # aiohttp sends user and password of the address to its scheme, host and port only.
            timeout = ClientTimeout(total=allowance.limits.seconds)
            options = {"client_kwargs": {"timeout": timeout, "trust_env": True}, "skip_instance_cache": True}
            location = location.partition("#")[0]
    except ImportError as error:
        command = "pip install 'transtats-cli[fleet]'"
        raise allowance.create_error(f"remote addresses need a library; install it with: {command}") from error
    try:
        system, place = url_to_fs(location, **options)
    except ImportError as error:
        hint = str(known_implementations.get(address.protocol, {}).get("err") or error).rstrip(".")
        library = re.search(r"\b[Ii]nstall ([\w-]+)", hint)
        solution = f"install it with: pip install {library[1]}" if library else hint
        raise allowance.create_error(f"the library for {address.protocol} is missing; {solution}") from error
    except ValueError as error:
        reason = f"{address.protocol} is no known file system ({address.hide_secrets(str(error))})"
        raise allowance.create_error(f"{reason}; write https, git+https, ssh, s3 or gs") from error
    return system, place


def _list_files(system: Any, folder: str, allowance: Allowance) -> _RemoteFiles:
    """Return the files below a directory. The method `walk` of fsspec would ignore errors in inner folders."""
    start = folder.rstrip("/") + "/" if folder else ""
    found: _RemoteFiles = {}
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
                found[path] = info
            elif not is_skipped_folder(path.split("/")) and path.count("/") < MAX_FOLDER_DEPTH:
                seen.add(remote_path.rstrip("/"))
                pending.append(remote_path)
        if len(found) + len(seen) > _MAX_ENTRIES:
            raise allowance.create_error(f"more than {_MAX_ENTRIES:,} files; name a directory below it")
    return found


def _list_members(system: Any, files: _RemoteFiles, address: Address, allowance: Allowance) -> Members:
    """Yield the files as members of an archive. Small files are requested together, when one of them is read."""

    def read_small(path: str, request_batch: Callable[[], list[Any]], place: int) -> Blocks:
        content = request_batch()[place]
        if isinstance(content, Exception):
            raise _convert_error(content, address, allowance, path) from content
        yield content

    def read_large(path: str) -> Blocks:
        # The caller uses OSError for errors of the file that it writes.
        try:
            with system.open(files[path]["name"], "rb", cache_type="readahead") as opened:
                while block := opened.read(_BLOCK_SIZE):
                    yield block
        except Exception as error:
            raise _convert_error(error, address, allowance, path) from error

    sizes = {path: info.get("size") for path, info in files.items() if find_needed_part(path.split("/")) == "content"}
    small = [path for path, size in sizes.items() if isinstance(size, int) and size <= _MAX_FILE_BYTES_IN_BATCH]
    for start in range(0, len(small), _MAX_FILES_PER_BATCH):
        batch = small[start : start + _MAX_FILES_PER_BATCH]
        # The method `cat` would expand names with the characters of patterns.
        names = [files[path]["name"] for path in batch]
        request_batch = cache(partial(system.cat_ranges, names, None, None, on_error="return"))
        for place, path in enumerate(batch):
            yield Member(TarInfo(path), partial(read_small, path, request_batch, place))
    for path in sorted(files.keys() - small):
        yield Member(TarInfo(path), partial(read_large, path))
