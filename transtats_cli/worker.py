"""Worker process: a new Python process that calls functions for this process. It ends when this process ends.

Calls and results are pickled, and sent through the standard input and output of the worker. No other process has these
pipes open: if a worker is killed, even while it sends a result, its parent does not wait for ever, and if the parent is
killed, the worker ends. The two processes belong to the same run, and no file is unpickled.

A worker is not forked, because a lock that another thread of this process holds would stay locked in it for ever.
"""

import gc
import os
import pickle
import signal
import subprocess
import sys
import threading
import traceback
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from typing import Any, BinaryIO, TypeVar

from transtats_cli.errors import TranstatsError, UnreadableFile
from transtats_cli.signals import ENDING_SIGNALS, clean_up_and_exit, hold_ending_signals

Result = TypeVar("Result")

_EXIT_TIMEOUT = 5
"""Maximum time in seconds to wait for the exit status of a worker process that has closed its pipe."""


class WorkerError(Exception):
    """A worker process ended before the result of a call was received."""

    def __init__(self, reason: str, status: int = 0) -> None:
        """`status` is the exit status of the process. If a signal killed it, it is minus the signal number."""
        super().__init__(reason)
        self.status = status


class Worker:
    """Worker process. Call `end` after use."""

    topic = ""
    """Name of the data that the last call has read. The process may have cached values for it."""

    def __init__(self) -> None:
        """Start the worker process. Raises OSError if the system does not have enough resources."""
        # Without the empty path, which stands for the current directory.
        paths = [path for path in sys.path if path]
        settings = f"gc.set_threshold{gc.get_threshold()}; sys.path[:] = {paths!r}"
        program = f"import gc, sys; {settings}; from {__name__} import run; run()"
        warning_options = [f"-W{option}" for option in sys.warnoptions]
        arguments = [sys.executable, "-I" if sys.flags.isolated else "-P", *warning_options, "-c", program]
        # The process inherits the blocked signals. It ends with this process, which handles them.
        with hold_ending_signals():
            self._process = subprocess.Popen(  # noqa: S603  this Python, and no text of a user
                arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
            )

    @property
    def process_id(self) -> int:
        return self._process.pid

    def call(self, function: Callable[..., Result], *arguments: Any) -> Result:
        """Call a function in the worker process, and return its result or raise its exception.

        Raises WorkerError if the process ends before. After an interrupt or WorkerError, the process has ended.
        """
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        # The value that the function returned, and the exception that it raised.
        reply: tuple[Any, Exception | None] | None = None
        try:
            pickle.dump((function, arguments), self._process.stdin, pickle.HIGHEST_PROTOCOL)
            self._process.stdin.flush()
            reply = pickle.load(self._process.stdout)  # noqa: S301  our own process has written it
        # `end` closes the pipes, and then ValueError is raised.
        except (EOFError, OSError, ValueError, pickle.UnpicklingError) as error:
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(_EXIT_TIMEOUT)
            self.end()
            status = self._process.returncode
            end = f"was killed (signal {-status})" if status < 0 else f"ended early (status {status})"
            raise WorkerError(f"a worker process {end}", status) from error
        finally:
            if reply is None:
                self.end()
        result: Result
        result, raised = reply
        if raised is not None:
            raise raised
        return result

    def is_alive(self) -> bool:
        return self._process.poll() is None

    def end(self, clean_up_seconds: float = 0) -> None:
        """End the worker process, wait until it has ended, and close the pipes.

        If another thread waits for the result of a call, WorkerError is raised there.

        If `clean_up_seconds` is not 0, the worker first gets this time to remove its temporary files and to end its
        child processes. Then the worker is killed.
        """
        # If the process has ended, the rest of a call cannot be written.
        with suppress(OSError), self._process:
            if clean_up_seconds and self._process.stdin is not None:
                with suppress(OSError):
                    self._process.stdin.close()
                with suppress(subprocess.TimeoutExpired):
                    self._process.wait(clean_up_seconds)
            self._process.kill()

    def forget(self) -> None:
        """Close the pipes in a forked process. The worker process belongs to its parent."""
        self._process.returncode = 0  # so that this process does not wait for it
        self.end()


def run() -> None:
    """Main function of a worker process: receive calls and send replies until the parent closes the pipe."""
    # Whole process groups receive these signals, and only the parent handles them.
    for each in ENDING_SIGNALS:
        signal.signal(each, signal.SIG_IGN)
    received, sent = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    # A library that prints something must not write into the pipe.
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 0)
    os.dup2(null, 1)
    os.close(null)
    calls: SimpleQueue[tuple[Callable[..., Any], tuple[Any, ...]]] = SimpleQueue()
    threading.Thread(target=_receive_calls, args=(received, calls), daemon=True).start()
    try:
        while True:
            sent.write(_call_and_pickle(*calls.get()))
            sent.flush()
    finally:
        os._exit(1)


def _receive_calls(received: BinaryIO, calls: "SimpleQueue[tuple[Callable[..., Any], tuple[Any, ...]]]") -> None:
    """Receive calls until the parent closes the pipe. Then end this process, even if its main thread is busy."""
    try:
        while True:
            calls.put(pickle.load(received))  # noqa: S301  our parent has written it
    finally:
        clean_up_and_exit()


def _call_and_pickle(function: Callable[..., Any], arguments: tuple[Any, ...]) -> bytes:
    try:
        return pickle.dumps((function(*arguments), None), pickle.HIGHEST_PROTOCOL)
    except Exception as error:
        if not isinstance(error, TranstatsError | UnreadableFile):
            error.add_note("In a worker process: " + "".join(traceback.format_exception(error)))
        return pickle.dumps((None, _make_sendable(error)))


def _make_sendable(error: Exception) -> Exception:
    """Return an exception that can be sent to another process.

    If the exception cannot be pickled and unpickled, return another exception with the same text.
    """
    try:
        pickle.loads(pickle.dumps(error))  # noqa: S301  we have just written it
    except Exception:
        text = str(error)
        return TranstatsError(text) if isinstance(error, TranstatsError) else RuntimeError(text)
    return error
