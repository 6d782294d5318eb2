"""Limits on the processor time and the memory that third-party code may use to read one file.

A reader that is based on a library runs in another process, the reading process, which the operating system ends when
it exceeds a limit. A limit inside of this process could not end code in C, and could not limit memory. A reading
process reads one file after another, so that starting it costs little. It is a new Python process, because a lock that
another thread of this process holds would stay locked in a forked process for ever. The fast readers of this package
take linear time, and need no limit of this kind.

Only on Linux are files read with these limits. On other systems, a file is read in this process.

Requests and replies are pickled. The two processes belong to the same run, and no file is unpickled.
"""

import atexit
import os
import pickle
import signal
import subprocess
import sys
from contextlib import suppress
from typing import NamedTuple

from transtats_cli.errors import UnreadableFile
from transtats_cli.formats import ReadOptions, import_function
from transtats_cli.model import Catalog
from transtats_cli.signals import hold_ending_signals

MAX_SECONDS_PER_MEGABYTE = 10
"""Maximum processor time to read a file, in seconds for each megabyte. A file below one megabyte has this time, too."""
MAX_MEMORY_BYTES = 1_000_000_000
"""Maximum memory to read a file, in bytes: the growth of the address space of the reading process."""


class ReadRequest(NamedTuple):
    """File to read, and the limits."""

    function: str
    """Path of the function that reads the file, as in `FileFormat`."""
    content: bytes
    options: ReadOptions
    max_seconds: int
    """Maximum processor time."""
    max_memory: int
    """Maximum growth of the address space, in bytes."""


class Reply(NamedTuple):
    """Reply to a request."""

    result: Catalog | Exception
    """Content of the file, or the exception that was raised instead."""
    is_last: bool = False
    """True if the process cannot be used again."""


def read_guarded(function: str, content: bytes, options: ReadOptions) -> Catalog:
    """Read a file with limits, and return its Catalog. `function` is the path of a reader, as in `FileFormat`.

    Raises UnreadableFile, also if the file exceeds a limit. Raises ImportError if a library is missing.
    """
    megabytes = max(1, -(-len(content) // 1_000_000))
    request = ReadRequest(function, content, options, megabytes * MAX_SECONDS_PER_MEGABYTE, MAX_MEMORY_BYTES)
    try:
        if sys.platform == "linux":
            return _send_request(request)
    except OSError:
        pass  # The system has too few resources for another process.
    catalog: Catalog = import_function(function)(content, options)
    return catalog


_IDLE_PROCESSES: list[subprocess.Popen[bytes]] = []
"""Reading processes of this process that wait for a file: one, or as many as there are threads that read files.

A module variable, because readers of several components use the same process.
"""


def _send_request(request: ReadRequest) -> Catalog:
    """Return the catalog that a reading process returns, or raise its exception. OSError: no process starts."""
    process = _take_idle_process() or _start_process()
    reply = None
    try:
        reply = _exchange(process, request)
    finally:
        # After an interrupt, the process may still be busy.
        if reply is None or reply.is_last:
            _end_process(process)
        else:
            _IDLE_PROCESSES.append(process)
    if isinstance(reply.result, Exception):
        raise reply.result
    return reply.result


def _exchange(process: "subprocess.Popen[bytes]", request: ReadRequest) -> Reply:
    """Return the reply to a request. If the process ends, the result is UnreadableFile."""
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        pickle.dump(request, process.stdin, pickle.HIGHEST_PROTOCOL)
        process.stdin.flush()
        reply: Reply = pickle.load(process.stdout)  # noqa: S301  our own process has written it
    except (EOFError, OSError, pickle.UnpicklingError):
        return Reply(UnreadableFile(_describe_end(process.wait(), request)), is_last=True)
    return reply


def _start_process() -> "subprocess.Popen[bytes]":
    # Without the empty path, which stands for the current directory.
    paths = [path for path in sys.path if path]
    program = f"import sys; sys.path[:] = {paths!r}; from {__package__}.reading_process import run; run()"
    warning_options = [f"-W{option}" for option in sys.warnoptions]
    arguments = [sys.executable, "-I" if sys.flags.isolated else "-P", *warning_options, "-c", program]
    # The process inherits the blocked signals. It ends with this process, which handles them.
    with hold_ending_signals():
        return subprocess.Popen(  # noqa: S603  this Python, and no text of a user
            arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )


def _take_idle_process() -> "subprocess.Popen[bytes] | None":
    with suppress(IndexError):
        while True:
            process = _IDLE_PROCESSES.pop()
            if process.poll() is None:
                return process
            _end_process(process)
    return None


def _end_process(process: "subprocess.Popen[bytes]") -> None:
    # If the process has ended, the rest of a request cannot be written.
    with suppress(OSError), process:
        process.kill()


@atexit.register
def end_idle_processes() -> None:
    while (process := _take_idle_process()) is not None:
        _end_process(process)


def _forget_idle_processes() -> None:
    """Close the pipes in a forked process. The reading processes belong to its parent."""
    for process in _IDLE_PROCESSES:
        process.returncode = 0  # so that this process does not wait for it
        _end_process(process)
    _IDLE_PROCESSES.clear()


if sys.platform == "linux":
    os.register_at_fork(after_in_child=_forget_idle_processes)


def _describe_end(status: int, request: ReadRequest) -> str:
    """Return the reason why a file is unreadable, from the exit status of the process that read it."""
    if status == -signal.SIGXCPU:
        return f"the file takes more than {request.max_seconds} seconds of processor time to read"
    if status == -signal.SIGKILL:
        return "the process that read the file was killed, perhaps because memory ran out"
    cause = signal.strsignal(-status) if status < 0 else f"status {status}"
    return f"the parser ended the process that read the file ({cause})"
