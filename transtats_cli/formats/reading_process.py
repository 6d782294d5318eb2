"""Process that reads files with limits on its processor time and its memory. `guarded` decides which files it reads.

A reading process reads one file after another, so that starting it costs little. It is forked if this process has no
other thread. If not, it is a new Python process, because a lock that another thread holds would stay locked in a forked
process for ever. The reading process ends when a file exceeds a limit, and when its parent ends or closes the pipe.

Requests and replies are pickled. The two processes belong to the same run, and no file is unpickled.
"""

import atexit
import fcntl
import gc
import math
import os
import pickle
import resource
import select
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any, NamedTuple, NoReturn

from transtats_cli.columns import columns_of
from transtats_cli.errors import UnreadableFile
from transtats_cli.formats import Reader, ReadOptions, import_function, refuse_many_units
from transtats_cli.garbage_collection import call_without_gc
from transtats_cli.model import Catalog
from transtats_cli.signals import ENDING_SIGNALS, hold_ending_signals

_MAX_GROWTH = 250_000_000
"""Memory that a reading process may still use after a file, in bytes. If it uses more, another one is started."""
_FIRST_FREE_DESCRIPTOR = 3
"""The file descriptors below are those of standard input, standard output and standard error."""


class ReadRequest(NamedTuple):
    """File to read, and the limits."""

    reader_function: str
    """Path of the function that creates the reader, as in `FileFormat`."""
    options: ReadOptions
    content: bytes
    max_seconds: int
    """Maximum processor time."""
    max_memory: int
    """Maximum growth of the address space, in bytes."""


class _Reply(NamedTuple):
    """Result of a call in the reading process: a value, or the exception that was raised instead."""

    value: Any
    error: Exception | None = None
    is_last: bool = False
    """True if the process cannot be used again."""


def read_in_process(request: ReadRequest) -> Catalog:
    """Read a file in a reading process, and return its Catalog.

    Raises UnreadableFile, also if the file exceeds a limit. Raises OSError if no process can be started.
    """
    catalog: Catalog = _call(_pack_units, request)
    columns = columns_of(catalog.units)
    if not columns.has_line_numbers:
        columns = columns.replace(find_line_numbers=partial(_find_lines_or_zeros, request, len(columns)))
    return catalog._replace(units=columns)


def _find_lines_or_zeros(request: ReadRequest, count: int) -> Sequence[int]:
    """Return the line number of each unit. If the line numbers cannot be found, return 0 for each unit."""
    with suppress(UnreadableFile, OSError):
        lines: Sequence[int] = _call(_find_line_numbers, request)
        return lines
    return [0] * count


# These two functions are called in the reading process.
def _pack_units(catalog: Catalog) -> Catalog:
    """Return a catalog whose units can be pickled. Line numbers that have to be searched are left out."""
    return catalog._replace(units=columns_of(catalog.units).packed())


def _find_line_numbers(catalog: Catalog) -> Sequence[int]:
    return columns_of(catalog.units).line_numbers()


def _call(function: Callable[[Catalog], Any], request: ReadRequest) -> Any:
    """Read a file in a reading process. Call the function with its catalog there, and return the result."""
    process = _take_idle_process() or _ReadingProcess()
    reply = None
    try:
        reply = process.call(function, request)
    finally:
        # After an interrupt, the process may still be busy.
        if reply is None or reply.is_last:
            process.end()
        else:
            _IDLE_PROCESSES.append(process)
    if reply.error is not None:
        raise reply.error
    return reply.value


class _ReadingProcess:
    """Reading process, for its parent. One thread at a time may use it."""

    def __init__(self) -> None:
        """Start the process. Raises OSError if the system does not have enough resources."""
        their_requests, our_requests = _open_pipe()
        our_replies, their_replies = _open_pipe()
        self._requests, self._replies = os.fdopen(our_requests, "wb"), os.fdopen(our_replies, "rb")
        self._has_ended = False
        try:
            with hold_ending_signals():
                self._process_id = _start_process(their_requests, their_replies)
        except OSError:
            self.close()
            raise
        finally:
            os.close(their_requests)
            os.close(their_replies)

    def call(self, function: Callable[[Catalog], Any], request: ReadRequest) -> _Reply:
        """Call a function with the catalog of a file. If the process ends, the error of the reply is UnreadableFile."""
        try:
            pickle.dump((function, request), self._requests, pickle.HIGHEST_PROTOCOL)
            self._requests.flush()
            reply: _Reply = pickle.load(self._replies)  # noqa: S301  our own process has written it
        except (EOFError, OSError, pickle.UnpicklingError):
            return _Reply(None, UnreadableFile(_describe_end(self._wait(), request)), is_last=True)
        return reply

    def is_running(self) -> bool:
        self._wait(os.WNOHANG)
        return not self._has_ended

    def end(self) -> None:
        """Kill the process, wait until it has ended, and close the pipes."""
        if not self._has_ended:
            os.kill(self._process_id, signal.SIGKILL)
            self._wait()
        self.close()

    def close(self) -> None:
        """Close the pipes."""
        for pipe in (self._requests, self._replies):
            # If the process has ended, the rest of a request cannot be written.
            with suppress(OSError):
                pipe.close()

    def _wait(self, options: int = 0) -> int:
        """Wait until the process has ended, and return its exit status, which is negative after a signal."""
        try:
            process_id, status = os.waitpid(self._process_id, options)
        except ChildProcessError:
            # The system forgets the status if SIGCHLD is ignored.
            self._has_ended = True
            return 0
        self._has_ended = process_id != 0
        return os.waitstatus_to_exitcode(status)


_IDLE_PROCESSES: list[_ReadingProcess] = []
"""Reading processes of this process that wait for a file: one, or as many as there are threads that read files.

A module variable, because readers of several components use the same process.
"""


def _take_idle_process() -> _ReadingProcess | None:
    with suppress(IndexError):
        while True:
            process = _IDLE_PROCESSES.pop()
            if process.is_running():
                return process
            process.end()
    return None


@atexit.register
def _end_idle_processes() -> None:
    while (process := _take_idle_process()) is not None:
        process.end()


def _forget_idle_processes() -> None:
    """Close the pipes in a forked process. The reading processes belong to its parent."""
    while _IDLE_PROCESSES:
        _IDLE_PROCESSES.pop().close()


os.register_at_fork(after_in_child=_forget_idle_processes)


def _open_pipe() -> tuple[int, int]:
    """Return the descriptors of a pipe for reading and for writing.

    Standard streams may be closed, and their descriptors are not used for the pipe.
    """
    reading, writing = os.pipe()
    return _move_descriptor(reading), _move_descriptor(writing)


def _move_descriptor(descriptor: int) -> int:
    moved = fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, _FIRST_FREE_DESCRIPTOR)
    os.close(descriptor)
    return moved


def _start_process(requests: int, replies: int) -> int:
    """Start a reading process and return its id. The arguments are its ends of the pipes."""
    if threading.active_count() == 1:
        process_id = os.fork()
        if not process_id:
            run_reading_process(requests, replies)
        return process_id
    from subprocess import _args_from_interpreter_flags  # type: ignore[attr-defined]

    # Without the empty path, which stands for the current directory.
    paths = [path for path in sys.path if path]
    program = f"import sys; sys.path[:] = {paths!r}; from {__name__} import run_reading_process as run; run(0, 1)"
    return os.posix_spawn(
        sys.executable or "",
        [sys.executable, *_args_from_interpreter_flags(), "-P", "-c", program],
        os.environ,
        file_actions=[(os.POSIX_SPAWN_DUP2, requests, 0), (os.POSIX_SPAWN_DUP2, replies, 1)],
    )


def _describe_end(status: int, request: ReadRequest) -> str:
    """Return the reason why a file is unreadable, from the exit status of the process that read it."""
    if status == -signal.SIGXCPU:
        return f"the file takes more than {request.max_seconds} seconds of processor time to read"
    if status == -signal.SIGKILL:
        return "the process that read the file was killed, perhaps because memory ran out"
    cause = signal.strsignal(-status) if status < 0 else f"status {status}"
    return f"the parser ended the process that read the file ({cause})"


def run_reading_process(requests: int, replies: int) -> NoReturn:
    """Main function of a reading process: receive requests and send replies until the parent closes the pipe."""
    with suppress(BaseException):
        requests, replies = _move_descriptor(requests), _move_descriptor(replies)
        _leave_parent({requests, replies})
        threading.Thread(target=_end_after_parent, args=(requests,), daemon=True).start()
        _serve_requests(requests, replies)
    # `os._exit` flushes and cleans up nothing that belongs to the parent, and prints no traceback.
    os._exit(1)


def _leave_parent(used_descriptors: set[int]) -> None:
    """Close everything that a forked process inherits, and ignore the signals that only the parent handles."""
    for number in ENDING_SIGNALS:
        signal.signal(number, signal.SIG_IGN)
    signal.signal(signal.SIGXCPU, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {*ENDING_SIGNALS, signal.SIGXCPU})
    start = 0
    for descriptor in sorted(used_descriptors):
        os.closerange(start, descriptor)
        start = descriptor + 1
    os.closerange(start, os.sysconf("SC_OPEN_MAX"))
    # A library that prints something must not write into a file that was opened later.
    for _ in range(_FIRST_FREE_DESCRIPTOR):
        os.open(os.devnull, os.O_RDWR)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    # Objects of the parent are neither visited nor changed.
    gc.freeze()
    gc.enable()


def _end_after_parent(requests: int) -> None:
    """Wait until the parent has closed the pipe, and end this process, even if its main thread is busy."""
    poll = select.poll()
    poll.register(requests, 0)
    poll.poll()
    os._exit(1)


def _serve_requests(requests: int, replies: int) -> None:
    reader = _LimitedReader()
    with os.fdopen(requests, "rb") as request_file, os.fdopen(replies, "wb") as reply_file:
        while True:
            function, request = pickle.load(request_file)  # noqa: S301  our own parent has written it
            reply_file.write(reader.call(function, request))
            reply_file.flush()


class _LimitedReader:
    """Reader of files with limits, in a reading process. It keeps the last catalog, whose line numbers may follow."""

    def __init__(self) -> None:
        self._first_size = _measure_address_space()
        self._catalogs: dict[ReadRequest, Catalog] = {}

    def call(self, function: Callable[[Catalog], Any], request: ReadRequest) -> bytes:
        """Call a function with the catalog of a file, and return the pickled reply."""
        read: Reader = import_function(request.reader_function)(request.options)
        try:
            with _limit_resources(request):
                value = function(self._read_catalog(read, request))
                is_last = _measure_address_space() - self._first_size > _MAX_GROWTH
                return pickle.dumps(_Reply(value, None, is_last), pickle.HIGHEST_PROTOCOL)
        except (UnreadableFile, MemoryError) as error:
            if not _is_caused_by_memory_limit(error):
                return pickle.dumps(_Reply(None, error))
        except Exception:
            return pickle.dumps(_Reply(None, RuntimeError(f"in a reading process: {traceback.format_exc()}")))
        reason = f"the file needs more than {request.max_memory // 1_000_000:,} MB of memory to read"
        return pickle.dumps(_Reply(None, UnreadableFile(reason), is_last=True))

    def _read_catalog(self, read: Reader, request: ReadRequest) -> Catalog:
        if request not in self._catalogs:
            self._catalogs.clear()
            catalog = call_without_gc(partial(read, request.content))
            refuse_many_units(len(catalog.units))
            self._catalogs[request] = catalog
        return self._catalogs[request]


@contextmanager
def _limit_resources(request: ReadRequest) -> Iterator[None]:
    _set_soft_limit(resource.RLIMIT_CPU, math.ceil(time.process_time()) + request.max_seconds)
    _set_soft_limit(resource.RLIMIT_AS, _measure_address_space() + request.max_memory)
    try:
        yield
    finally:
        _set_soft_limit(resource.RLIMIT_AS, sys.maxsize)


def _set_soft_limit(kind: int, value: int) -> None:
    """Set a limit of this process, or the highest value that the system allows."""
    _, highest = resource.getrlimit(kind)
    resource.setrlimit(kind, (value if highest == resource.RLIM_INFINITY else min(value, highest), highest))


def _is_caused_by_memory_limit(error: BaseException | None) -> bool:
    """Return True if an exception or one of its causes is MemoryError. Some libraries convert all exceptions."""
    return error is not None and (isinstance(error, MemoryError) or _is_caused_by_memory_limit(error.__context__))


def _measure_address_space() -> int:
    """Return the size of the address space of this process, in bytes."""
    with open("/proc/self/statm", "rb") as file:
        return int(file.read().split()[0]) * resource.getpagesize()
