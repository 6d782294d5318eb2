"""Worker processes: how many, how they are started, and how they end."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from transtats_cli.errors import TranstatsError

if TYPE_CHECKING:
    from concurrent.futures import Executor

WORTHWHILE = 8_000_000
"""Bytes of translation files below which starting processes costs more than it saves."""

_SAFE_PATH = "PYTHONSAFEPATH"


def usable_cores() -> int:
    """The cores that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on Linux
        return os.cpu_count() or 1


@contextmanager
def workers(jobs: int) -> "Iterator[Executor]":
    """Processes that work until the block is left; all of them end at once when it is left by an exception."""
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    executor = ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context(_way_to_start()), initializer=_begin)
    try:
        with without_modules_of_others():
            yield executor
    except BrokenProcessPool as error:
        _end_all(executor)
        raise TranstatsError(
            "a worker process was killed, perhaps because memory ran out; try again with --jobs 1"
        ) from error
    except BaseException:
        _end_all(executor)
        raise
    executor.shutdown()


@contextmanager
def without_modules_of_others() -> Iterator[None]:
    """A process that starts afresh would look for modules in the current directory first, which may be anybody's."""
    if _SAFE_PATH in os.environ:
        yield
        return
    os.environ[_SAFE_PATH] = "1"
    try:
        yield
    finally:
        os.environ.pop(_SAFE_PATH, None)


def _way_to_start() -> str:
    """Forking is quick, and safe where no other thread may hold a lock; elsewhere processes start afresh."""
    import sys
    import threading

    return "fork" if sys.platform == "linux" and threading.active_count() == 1 else "spawn"


def _begin() -> None:
    """An interrupt is the parent's to deal with: workers just end."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _end_all(executor: Any) -> None:
    import multiprocessing

    # Nothing is cancelled before: the pool, on finding its workers dead, would stumble over what is, and say so.
    for process in multiprocessing.active_children():
        process.kill()
    executor.shutdown()
