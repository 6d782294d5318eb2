"""Start a worker process, call functions in the worker, and end the worker. A worker ends when its parent process ends.

Each worker has its own pipe to the parent, and no other process has the worker's end of the pipe open. If a worker is
killed, even while it sends a result, the pipe is closed, so the parent does not wait for ever.
"""

import multiprocessing
import os
import pickle
import signal
import sys
import threading
import traceback
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.context import BaseContext
from multiprocessing.util import Finalize
from typing import Any, NamedTuple

from transtats_cli.errors import TranstatsError
from transtats_cli.signals import ENDING_SIGNALS, clean_up_and_exit

_CLEAN_UP_SIGNAL = getattr(signal, "SIGUSR1", None)
"""Signal after which a worker calls its clean-up functions and ends. None on Windows."""
_EXIT_TIMEOUT = 5
"""Maximum time in seconds to wait for the exit status of a worker process that has closed its pipe."""


class WorkerError(Exception):
    """A worker process ended before the result of a call was received."""


class CallResult(NamedTuple):
    """Result of one call in a worker: a value, or the exception that the function raised."""

    value: Any
    error: Exception | None = None


class Worker:
    """Worker process. Create an instance within `hold_ending_signals`, and call `end` after use."""

    def __init__(self, context: BaseContext) -> None:
        """Start the worker process. Raises OSError if the system does not have enough resources."""
        self.connection, theirs = context.Pipe()
        # A forked process inherits both ends of the pipe.
        inherited = self.connection if context.get_start_method() == "fork" else None
        # `BaseContext` has no attribute `Process`, only its subclasses have.
        create: Any = context
        self._process = create.Process(target=_run_worker, args=(theirs, inherited), daemon=True)
        try:
            self._process.start()
        except BaseException:
            self.connection.close()
            raise
        finally:
            theirs.close()
        # At its exit multiprocessing would send SIGTERM, which workers ignore, and wait for ever.
        Finalize(self, self._process.kill, exitpriority=0)

    def send_call(self, function: Callable[..., Any], *arguments: Any) -> None:
        """Send a function call to the worker process. Raises WorkerError if the process has ended."""
        request = pickle.dumps((function, arguments))
        try:
            self.connection.send_bytes(request)
        except OSError as error:
            raise self._build_early_end_error() from error

    def receive_result(self) -> CallResult:
        """Wait for the result of the call that was sent last. Raises WorkerError if the process ends before."""
        try:
            message = self.connection.recv_bytes()
        except (EOFError, OSError) as error:
            raise self._build_early_end_error() from error
        result: CallResult = pickle.loads(message)  # noqa: S301  our own process has written it
        return result

    def is_alive(self) -> bool:
        """Return True if the worker process is still running."""
        return bool(self._process.is_alive())

    def end(self) -> None:
        """End the worker process, wait until the process has ended, and close the pipe."""
        self.end_process()
        self.connection.close()

    def end_process(self, clean_up_seconds: float = 0) -> None:
        """End the worker process, and wait until the process has ended.

        If another thread waits in `receive_result`, WorkerError is raised there, and that thread must call `end`.

        If `clean_up_seconds` is not 0, the worker first gets this time to remove its temporary files and to end its
        child processes. Then the worker is killed.
        """
        if clean_up_seconds and _CLEAN_UP_SIGNAL is not None:
            with suppress(ProcessLookupError):
                os.kill(self._process.pid, _CLEAN_UP_SIGNAL)
            self._process.join(clean_up_seconds)
        self._process.kill()
        self._process.join()

    def _build_early_end_error(self) -> WorkerError:
        self._process.join(_EXIT_TIMEOUT)
        status = self._process.exitcode or 0
        ended = f"was killed (signal {-status})" if status < 0 else f"ended early (status {status})"
        return WorkerError(f"a worker process {ended}")


def get_process_context(start_method: str) -> BaseContext:
    """Return multiprocessing's context for a start method.

    On POSIX, the resource tracker of multiprocessing is started first, unless the method is `fork`. If the tracker was
    started within `hold_ending_signals`, its start would unblock the signals.
    """
    if start_method != "fork" and sys.platform != "win32":
        # Imported late, because this module changes how a process ends.
        from multiprocessing import resource_tracker

        resource_tracker.ensure_running()
    return multiprocessing.get_context(start_method)


def make_sendable(error: Exception) -> Exception:
    """Return an exception that can be sent to another process.

    If the exception cannot be pickled and unpickled, return another exception with the same text.
    """
    try:
        pickle.loads(pickle.dumps(error))  # noqa: S301  we have just written it
    except Exception:
        text = str(error)
        return TranstatsError(text) if isinstance(error, TranstatsError) else RuntimeError(text)
    return error


def _run_worker(connection: Connection, inherited: Connection | None) -> None:
    """Main function of a worker process: receive calls and send their results until the parent closes the pipe."""
    with suppress(BaseException):
        # Whole process groups receive these signals, and only the parent handles them.
        for each in ENDING_SIGNALS:
            signal.signal(each, signal.SIG_IGN)
        if sys.platform != "win32":
            signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING_SIGNALS)
        if _CLEAN_UP_SIGNAL is not None:
            signal.pthread_sigmask(signal.SIG_BLOCK, {_CLEAN_UP_SIGNAL})
            threading.Thread(target=_end_after_signal, args=(_CLEAN_UP_SIGNAL,), daemon=True).start()
        threading.Thread(target=_end_after_parent, daemon=True).start()
        if inherited is not None:
            inherited.close()
        while True:
            connection.send_bytes(_call_and_pickle(connection.recv_bytes()))
    # `os._exit` flushes and cleans up nothing that belongs to the parent, and prints no traceback.
    os._exit(1)


def _call_and_pickle(pickled_call: bytes) -> bytes:
    try:
        function, arguments = pickle.loads(pickled_call)  # noqa: S301  our own parent has written it
        return pickle.dumps(CallResult(function(*arguments)))
    except Exception as error:
        error.add_note("In a worker process: " + "".join(traceback.format_exception(error)))
        return pickle.dumps(CallResult(None, make_sendable(error)))


def _end_after_signal(number: int) -> None:
    """Wait for a signal, and then end this worker process, even if its main thread is busy."""
    signal.sigwait({number})
    clean_up_and_exit()


def _end_after_parent() -> None:
    """Wait until the parent process has ended, and then end this worker process, even if its main thread is busy."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        # The system closes a pipe of the parent, so this works for a killed parent, too.
        parent.join()
        clean_up_and_exit()
