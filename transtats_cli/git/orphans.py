"""Kills git processes that would outlive this process: they are in process groups of their own.

A git that waits for a pipe in `.git` would not notice that nobody reads its output any longer.
"""

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import subprocess

_ENDING = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))
"""Signals that end a process without a chance to leave its blocks."""
_RUNNING: "dict[int, tuple[int, subprocess.Popen[bytes]]]" = {}
"""Running git processes by number, each with the process that started it."""
_BEFORE: dict[int, Any] = {}
"""Handlers that are restored when no git process is left."""


@contextmanager
def killed_on_signal(process: "subprocess.Popen[bytes]") -> Iterator[None]:
    """Kill a git process if a signal ends this one within the block. In all other cases the caller ends it."""
    if not _RUNNING:
        _listen()
    _RUNNING[process.pid] = os.getpid(), process
    try:
        yield
    finally:
        del _RUNNING[process.pid]
        if not _RUNNING:
            for number, handler in _BEFORE.items():
                signal.signal(number, handler)
            _BEFORE.clear()


def kill(process: "subprocess.Popen[bytes]") -> None:
    """Kill a process with its children, unless it has ended and its number may belong to another one."""
    if process.returncode is None:
        with suppress(ProcessLookupError, PermissionError):
            if os.name == "posix":
                os.killpg(process.pid, signal.SIGKILL)
            else:
                process.kill()


def _listen() -> None:
    # Only the main thread may set handlers. None is a handler that was not set by Python, and stays.
    if threading.current_thread() is threading.main_thread():
        for number in _ENDING:
            if signal.getsignal(number) not in (signal.SIG_IGN, None):
                _BEFORE[number] = signal.signal(number, _end)


def _end(number: int, frame: FrameType | None) -> None:
    for owner, process in _RUNNING.values():
        # A forked worker must not end what its parent uses.
        if owner == os.getpid():
            kill(process)
    signal.signal(number, _BEFORE.get(number, signal.SIG_DFL))
    signal.raise_signal(number)
