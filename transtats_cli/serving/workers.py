"""The processes that read files: few, started when needed, and never all busy with what can wait."""

import asyncio
import contextlib
import multiprocessing
import os
import pickle
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import resource_tracker
from typing import Any, Protocol, TypeVar

from transtats_cli.errors import TranstatsError
from transtats_cli.scanning.pool import without_modules_of_others

Result = TypeVar("Result")
_FOR_URGENT = 6
"""Processes that nothing else ever keeps busy: who asks for one component does not wait for the scans of others."""
_SIGNALS = (signal.SIGINT, signal.SIGTERM)
_PRELOADED = ["transtats_cli.serving.scans"]


class Wish(Protocol):
    """What work is done for; it may become urgent while the work waits for its turn."""

    @property
    def is_urgent(self) -> bool: ...


class Workers:
    """A pool of processes: so many for what can wait, and more for what is urgent. Each starts when it is needed."""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._running = 0
        self._waiting: list[tuple[Wish, asyncio.Future[None]]] = []
        self._pool: ProcessPoolExecutor | None = None
        self._is_working = contextlib.ExitStack()

    async def run(self, wish: Wish, function: Callable[..., Result], *arguments: Any) -> Result:
        """What the function says, called in another process; raises BrokenProcessPool when that kills its process."""
        await self._turn(wish)
        try:
            try:
                return await self._call(function, *arguments)
            except BrokenProcessPool:
                # Perhaps it was another's work that cost the processes their lives: by itself it may live.
                return await _called_alone(function, *arguments)
        finally:
            self._running -= 1
            self.hurry()

    def hurry(self) -> None:
        """Give free processes to whom they are due; to be called, too, when something has become urgent."""
        self._waiting = [(wish, turn) for wish, turn in self._waiting if not turn.done()]
        for urgent in (True, False):
            for wish, turn in self._waiting:
                if not turn.done() and wish.is_urgent is urgent and self._is_free(urgent=urgent):
                    self._running += 1
                    turn.set_result(None)

    def end(self) -> None:
        """End all processes; nobody waits for them any more."""
        pool, self._pool = self._pool, None
        if pool is not None:
            _end(pool)
        self._is_working.close()

    def _is_free(self, *, urgent: bool) -> bool:
        return self._running < self._jobs + (_FOR_URGENT if urgent else 0)

    async def _turn(self, wish: Wish) -> None:
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((wish, turn))
        self.hurry()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._running -= 1
                self.hurry()
            raise

    async def _call(self, function: Callable[..., Result], *arguments: Any) -> Result:
        if self._pool is None:
            # From now on processes may be started.
            self._is_working.enter_context(without_modules_of_others())
            self._pool = _started(self._jobs + _FOR_URGENT)
        pool = self._pool
        try:
            return await _called(pool, function, *arguments)
        except BrokenProcessPool:
            if self._pool is pool:
                self._pool = None
                _end(pool)
            raise


async def _called_alone(function: Callable[..., Result], *arguments: Any) -> Result:
    pool = _started(1)
    try:
        return await _called(pool, function, *arguments)
    finally:
        _end(pool)


async def _called(pool: ProcessPoolExecutor, function: Callable[..., Result], *arguments: Any) -> Result:
    # To start a process takes a while, and others are not to wait for that.
    return await asyncio.wrap_future(await asyncio.to_thread(_submitted, pool, function, *arguments))


def _submitted(pool: ProcessPoolExecutor, function: Callable[..., Result], *arguments: Any) -> Future[Result]:
    with _unheard():
        return pool.submit(_done, function, *arguments)


@contextlib.contextmanager
def _unheard() -> Iterator[None]:
    """A process that is started meanwhile is deaf to signals from its first moment, as this thread is."""
    if sys.platform == "win32":
        yield
        return
    # Where this were left to multiprocessing, it would give us our hearing back too early.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _done(function: Callable[..., Result], *arguments: Any) -> Result:
    """In the worker: call the function, and have its errors in a form that can be sent."""
    try:
        return function(*arguments)
    except Exception as error:
        raise _sendable(error) from error


def _sendable(error: Exception) -> Exception:
    """The error, or one that says the same, where it could not be put together again on the other side."""
    try:
        pickle.loads(pickle.dumps(error))  # noqa: S301  we have just written it
    except Exception:
        text = str(error)
        return TranstatsError(text) if isinstance(error, TranstatsError) else RuntimeError(text)
    return error


def _started(processes: int) -> ProcessPoolExecutor:
    # Forking a server that has threads is not safe; forking a process that has none is, and shares what is imported.
    context = multiprocessing.get_context("spawn" if sys.platform == "win32" else "forkserver")
    if sys.platform != "win32":
        context.set_forkserver_preload(_PRELOADED)
    return ProcessPoolExecutor(processes, mp_context=context, initializer=_begin)


def _begin() -> None:
    """Signals are the server's to deal with: it finishes what is under way; a worker ends when the server has."""
    for each in _SIGNALS:
        signal.signal(each, signal.SIG_IGN)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _SIGNALS)
    threading.Thread(target=_end_with_server, daemon=True).start()


def _end_with_server() -> None:
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(0)


def _end(pool: ProcessPoolExecutor) -> None:
    # Nothing is cancelled before: the pool, on finding its workers dead, would stumble over what is, and say so.
    for process in list((pool._processes or {}).values()):
        process.kill()
    pool.shutdown(wait=False)
