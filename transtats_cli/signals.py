"""Signals that end a process: hold them back, or clean up before they end it."""

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

ENDING = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
"""Signals that users, CI systems and closed terminals send to end a process."""
_FATAL = tuple(number for number in ENDING if number != signal.SIGINT)
"""Signals that end a process at once if it has no handler. SIGINT raises KeyboardInterrupt instead."""
_CLEAN_UPS: list[tuple[int, Callable[[], object]]] = []
"""Registered functions, each with the id of the process that registered it. A signal handler takes no arguments."""


@contextmanager
def signals_held() -> Iterator[None]:
    """Hold back the signals that end a process until the block is left.

    A process started within the block begins with these signals blocked. An interrupt cannot come between the start of
    a process and the line that stores it.
    """
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def cleaned_up_on_signal(function: Callable[[], object]) -> Iterator[None]:
    """Call a function if SIGTERM or SIGHUP ends the process within the block. In all other cases the caller cleans up.

    Signals that are ignored, or that have a handler already, do not end the process at once, and are left as they are.
    """
    entry = os.getpid(), function
    _CLEAN_UPS.append(entry)
    _replace_handlers(signal.SIG_DFL, _end)
    try:
        yield
    finally:
        _CLEAN_UPS.remove(entry)
        if not _own():
            _replace_handlers(_end, signal.SIG_DFL)


def clean_up() -> None:
    """Call the functions that this process has registered, the newest first."""
    for function in reversed(_own()):
        function()


def _own() -> list[Callable[[], object]]:
    """Return the functions of this process. A forked process must not remove or end what its parent uses."""
    return [function for process, function in _CLEAN_UPS if process == os.getpid()]


def _replace_handlers(old: object, new: "signal.Handlers | Callable[[int, FrameType | None], object]") -> None:
    """Replace a handler of the signals that end a process. Only the main thread may do that."""
    if threading.current_thread() is threading.main_thread():
        for number in _FATAL:
            if signal.getsignal(number) is old:
                signal.signal(number, new)


def _end(number: int, frame: FrameType | None) -> None:
    clean_up()
    signal.signal(number, signal.SIG_DFL)
    signal.raise_signal(number)
