"""Temporary directories that are gone when the process is, also where somebody ends it in the middle."""

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

_ENDING = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))
"""What ends a process without a word, unless it listens: `timeout` and CI systems send the first."""
_MADE: set[tuple[int, str]] = set()
"""The directories that there are, each with the process that made it."""


@contextmanager
def directory() -> Iterator[str]:
    """A new directory; its real path."""
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


def _listening() -> dict[int, Any]:
    """Have directories removed when the process is ended; what was to be done before, for later."""
    alone = [number for number in _ENDING if _is_ours() and signal.getsignal(number) is signal.SIG_DFL]
    return {number: signal.signal(number, _end) for number in alone}


def _end(number: int, frame: FrameType | None) -> None:
    import shutil

    for process, path in _MADE:
        # A worker that was forked is not to clear away what the others work with.
        if process == os.getpid():
            shutil.rmtree(path, ignore_errors=True)
    signal.signal(number, signal.SIG_DFL)
    signal.raise_signal(number)


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Who interrupts what is done here is heard when it is done."""
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
    """Only the main thread hears of signals."""
    return threading.current_thread() is threading.main_thread()
