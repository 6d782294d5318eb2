"""Temporary files and directories that do not outlive the process, even if a signal ends it."""

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any

_ENDING = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))
"""Signals that end a process at once if it has no handler. `timeout` and CI systems send SIGTERM."""
_MADE: set[tuple[int, str]] = set()
"""Process id and path of each temporary file and directory."""


@contextmanager
def directory() -> Iterator[str]:
    """Make a directory that is removed when the block is left. Yields its real path."""
    import shutil
    from tempfile import mkdtemp

    made = os.getpid(), ""
    before = _listening()
    try:
        with _undisturbed():
            made = os.getpid(), os.path.realpath(mkdtemp(prefix="transtats-"))
            _MADE.add(made)
        yield made[1]
    finally:
        with _undisturbed():
            shutil.rmtree(made[1], ignore_errors=True)
            _MADE.discard(made)
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def removed_on_signal(path: str) -> Iterator[None]:
    """Remove the file if a signal ends the process within the block. In all other cases the caller removes it."""
    made = os.getpid(), path
    before = _listening()
    _MADE.add(made)
    try:
        yield
    finally:
        _MADE.discard(made)
        for number, handler in before.items():
            signal.signal(number, handler)


def _listening() -> dict[int, Any]:
    """Set the signal handler that removes temporary files. Return the handlers to restore later."""
    alone = [number for number in _ENDING if _is_ours() and signal.getsignal(number) is signal.SIG_DFL]
    return {number: signal.signal(number, _end) for number in alone}


def _end(number: int, frame: FrameType | None) -> None:
    import shutil

    for process, path in _MADE:
        # A forked worker must not remove what other processes use.
        if process == os.getpid():
            shutil.rmtree(path, ignore_errors=True)
            with suppress(OSError):
                os.unlink(path)
    signal.signal(number, signal.SIG_DFL)
    signal.raise_signal(number)


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Delay signals until the block is left. Only the first signal is raised then."""
    heard: list[int] = []
    numbers = [number for number in (signal.SIGINT, *_ENDING) if _is_ours() and callable(signal.getsignal(number))]
    before = {number: signal.signal(number, lambda number, _: heard.append(number)) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        for number in heard[:1]:
            signal.raise_signal(number)


def _is_ours() -> bool:
    """Return True in the main thread, the only one that may set signal handlers."""
    return threading.current_thread() is threading.main_thread()
