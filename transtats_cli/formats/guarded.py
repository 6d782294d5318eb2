"""Limits on the processor time and the memory that third-party code may use to read one file.

A reader that is based on a library runs in another process, the reading process, which the operating system ends when
it exceeds a limit. A limit inside of this process could not end code in C, and could not limit memory. A reading
process reads one file after another, so that starting it costs little. The fast readers of this package take linear
time, and need no limit of this kind.

Only on Linux are files read with these limits. On other systems, a file is read in this process.
"""

import atexit
import math
import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from transtats_cli.errors import UnreadableFile
from transtats_cli.formats import ReadOptions, import_function, refuse_many_units
from transtats_cli.model import Catalog
from transtats_cli.worker import Worker, WorkerError

MAX_SECONDS_PER_MEGABYTE = 10
"""Maximum processor time to read a file, in seconds for each megabyte. A file below one megabyte has this time, too."""
MAX_MEMORY_BYTES = 1_000_000_000
"""Maximum memory to read a file, in bytes: the growth of the address space of the reading process."""
_MAX_IDLE_MEMORY = 400_000_000
"""Address space of a reading process that waits, in bytes. If a file leaves more behind, the process is ended."""


def read_guarded(function: str, content: bytes, options: ReadOptions) -> Catalog:
    """Read a file with limits, and return its Catalog. `function` is the path of a reader, as in `FileFormat`.

    Raises UnreadableFile, also if the file exceeds a limit. Raises ImportError if a library is missing.
    """
    megabytes = max(1, -(-len(content) // 1_000_000))
    max_seconds = megabytes * MAX_SECONDS_PER_MEGABYTE
    if sys.platform == "linux" and (process := _take_process()) is not None:
        try:
            return process.call(_read, function, content, options, max_seconds, MAX_MEMORY_BYTES)
        except WorkerError as error:
            raise UnreadableFile(_describe_end(error.status, max_seconds)) from error
        finally:
            if process.is_alive() and _measure_address_space(process.process_id) <= _MAX_IDLE_MEMORY:
                _IDLE_PROCESSES.append(process)
            else:
                process.end()
    catalog: Catalog = import_function(function)(content, options)
    return catalog


_IDLE_PROCESSES: list[Worker] = []
"""Reading processes of this process that wait for a file: one, or as many as there are threads that read files.

A module variable, because readers of several components use the same process.
"""


def _take_process() -> Worker | None:
    """Return a reading process that waits, or else a new one. None if the system has too few resources."""
    while _IDLE_PROCESSES:
        process = _IDLE_PROCESSES.pop()
        if process.is_alive():
            return process
        process.end()
    try:
        return Worker()
    except OSError:
        return None


@atexit.register
def end_idle_processes() -> None:
    while _IDLE_PROCESSES:
        _IDLE_PROCESSES.pop().end()


def _forget_idle_processes() -> None:
    """Forget the processes in a forked process. The reading processes belong to its parent."""
    for process in _IDLE_PROCESSES:
        process.forget()
    _IDLE_PROCESSES.clear()


if sys.platform == "linux":
    os.register_at_fork(after_in_child=_forget_idle_processes)


def _read(function: str, content: bytes, options: ReadOptions, max_seconds: int, max_memory: int) -> Catalog:
    """Read a file in the reading process. Raises UnreadableFile if the file exceeds the limit of memory."""
    read = import_function(function)
    try:
        with _limit_resources(max_seconds, max_memory):
            catalog: Catalog = read(content, options)
            refuse_many_units(len(catalog.units))
            # Columns contain functions, which cannot be pickled.
            return catalog._replace(units=[*catalog.units])
    except Exception as error:
        if not _is_caused_by_memory_limit(error):
            raise
    raise UnreadableFile(f"the file needs more than {max_memory // 1_000_000:,} MB of memory to read")


@contextmanager
def _limit_resources(max_seconds: int, max_memory: int) -> Iterator[None]:
    # Imported late, because Windows does not have it.
    import resource

    def set_soft_limit(kind: int, value: int) -> None:
        """Set a limit of this process, or the highest value that the system allows."""
        _, highest = resource.getrlimit(kind)
        resource.setrlimit(kind, (value if highest == resource.RLIM_INFINITY else min(value, highest), highest))

    signal.signal(signal.SIGXCPU, signal.SIG_DFL)
    set_soft_limit(resource.RLIMIT_CORE, 0)
    set_soft_limit(resource.RLIMIT_CPU, math.ceil(time.process_time()) + max_seconds)
    set_soft_limit(resource.RLIMIT_AS, _measure_address_space(os.getpid()) + max_memory)
    try:
        yield
    finally:
        set_soft_limit(resource.RLIMIT_AS, sys.maxsize)


def _is_caused_by_memory_limit(error: BaseException | None) -> bool:
    """Return True if an exception or one of its causes is MemoryError. Some libraries convert all exceptions."""
    return error is not None and (isinstance(error, MemoryError) or _is_caused_by_memory_limit(error.__context__))


def _measure_address_space(process_id: int) -> int:
    """Return the size of the address space of a process, in bytes."""
    with open(f"/proc/{process_id}/statm", "rb") as file:
        return int(file.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")


def _describe_end(status: int, max_seconds: int) -> str:
    """Return the reason why a file is unreadable, from the exit status of the process that read it."""
    if status == -signal.SIGXCPU:
        return f"the file takes more than {max_seconds} seconds of processor time to read"
    if status == -signal.SIGKILL:
        return "the process that read the file was killed, perhaps because memory ran out"
    cause = signal.strsignal(-status) if status < 0 else f"status {status}"
    return f"the parser ended the process that read the file ({cause})"
