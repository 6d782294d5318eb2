"""Delay signals that end the process, and call functions before such a signal ends the process.

Temporary files and directories are removed at the end of the process, even if a signal ends the process.
"""

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from types import FrameType
from typing import NoReturn

ENDING_SIGNALS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
"""Signals that users, CI systems and closed terminals send to end a process: SIGINT, SIGTERM and SIGHUP."""
_FATAL_SIGNALS = tuple(number for number in ENDING_SIGNALS if number != signal.SIGINT)
"""Signals that end a Python process at once if the process has no handler. SIGINT raises KeyboardInterrupt instead."""
_CLEAN_UP_FUNCTIONS: list[tuple[int, Callable[[], object]]] = []
"""Functions to call before a signal ends the process, each with the id of the process that registered the function.

A module variable, because a signal handler cannot get other arguments.
"""
_REGISTRATION_LOCK = threading.RLock()
"""Lock that is held while clean-up functions are called, and while something is created that needs such a function."""


@contextmanager
def hold_ending_signals() -> Iterator[None]:
    """Block the signals that end a process until the end of the `with` block.

    A process that is started within the block inherits the blocked signals. No interrupt occurs between the start of a
    process and the statement that stores the process in a variable. On Windows, no signal is blocked.
    """
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ENDING_SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def hold_clean_up() -> Iterator[None]:
    """Block the signals that end a process, and delay clean-up functions, until the end of the `with` block.

    The clean-up functions of a worker process are called in another thread. Without the delay, that thread could end
    the worker after a file or process was created, and before the function that removes it was registered.
    """
    with _REGISTRATION_LOCK, hold_ending_signals():
        yield


@contextmanager
def call_if_signal_ends_process(clean_up_function: Callable[[], object]) -> Iterator[None]:
    """Call a function if SIGTERM or SIGHUP ends the process within the `with` block.

    The function is not called at the end of the block. A signal that is ignored or has another handler keeps its
    handling, because it does not end the process at once.
    """
    entry = os.getpid(), clean_up_function
    _CLEAN_UP_FUNCTIONS.append(entry)
    _replace_signal_handlers(signal.SIG_DFL, _clean_up_and_end)
    try:
        yield
    finally:
        _CLEAN_UP_FUNCTIONS.remove(entry)
        if not _clean_up_functions_of_process():
            _replace_signal_handlers(_clean_up_and_end, signal.SIG_DFL)


def call_clean_up_functions() -> None:
    """Call all functions that this process registered with `call_if_signal_ends_process`, in reverse order."""
    with _REGISTRATION_LOCK:
        for function in reversed(_clean_up_functions_of_process()):
            function()


def clean_up_and_exit() -> NoReturn:
    """Call the clean-up functions, and end this process at once, before another thread can create something."""
    with _REGISTRATION_LOCK:
        call_clean_up_functions()
        os._exit(1)


def _clean_up_functions_of_process() -> list[Callable[[], object]]:
    """Return the functions that this process registered, without those of its parent process.

    A forked process must not remove files and must not end processes that its parent uses.
    """
    return [function for process, function in _CLEAN_UP_FUNCTIONS if process == os.getpid()]


def _replace_signal_handlers(
    old_handler: object, new_handler: "signal.Handlers | Callable[[int, FrameType | None], object]"
) -> None:
    """Set the handler `new_handler` for SIGTERM and SIGHUP if their handler is `old_handler`.

    Do nothing outside of the main thread.
    """
    if threading.current_thread() is threading.main_thread():
        for number in _FATAL_SIGNALS:
            if signal.getsignal(number) is old_handler:
                signal.signal(number, new_handler)


def _clean_up_and_end(signal_number: int, frame: FrameType | None) -> None:
    call_clean_up_functions()
    signal.signal(signal_number, signal.SIG_DFL)
    signal.raise_signal(signal_number)


@contextmanager
def create_temporary_directory(parent: str | None = None) -> Iterator[str]:
    """Create a temporary directory and yield its path without symbolic links.

    `parent` is the folder in which it is created, by default that of the operating system. The directory is removed at
    the end of the `with` block, or when a signal ends the process.
    """
    import shutil
    from tempfile import mkdtemp

    def remove() -> None:
        shutil.rmtree(path, ignore_errors=True)

    with ExitStack() as held:
        held.enter_context(hold_clean_up())
        path = os.path.realpath(mkdtemp(prefix="transtats-", dir=parent))
        with call_if_signal_ends_process(remove):
            try:
                # A signal that came since the directory was made is handled here, where the directory is removed.
                held.close()
                yield path
            finally:
                with hold_ending_signals():
                    remove()


@contextmanager
def remove_file_on_signal(path: str) -> Iterator[None]:
    """Remove the file `path` if a signal ends the process within the `with` block.

    At the end of the block the file is not removed. The caller has to remove it.
    """

    def remove() -> None:
        with suppress(OSError):
            os.unlink(path)

    with call_if_signal_ends_process(remove):
        yield
