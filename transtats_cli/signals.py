"""Signals that end a process, held back while it does what must not be interrupted."""

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager

ENDING = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
"""Signals that users, CI systems and closed terminals send to end a process."""


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
