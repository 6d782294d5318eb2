"""Worker processes of the server: few, started when needed, and never all busy with work that can wait."""

import asyncio
import contextlib
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from transtats_cli.scanning.pool import without_modules_of_others
from transtats_cli.scanning.worker import Worker, WorkerError, context_of, signals_held

if TYPE_CHECKING:
    from multiprocessing.context import BaseContext

Result = TypeVar("Result")
_FOR_URGENT = 6
"""Processes that nothing else ever keeps busy: who asks for one component does not wait for the scans of others."""
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
        self._started: set[Worker] = set()
        self._idle: list[Worker] = []
        self._context: BaseContext | None = None
        self._has_ended = False
        self._lock = threading.Lock()
        """Held by the thread that starts or ends processes."""
        self._threads = ThreadPoolExecutor(jobs + _FOR_URGENT)
        self._is_working = contextlib.ExitStack()

    async def run(self, wish: Wish, function: Callable[..., Result], *arguments: Any) -> Result:
        """Call the function in another process and return its result. Raises WorkerError if two processes die of it."""
        await self._turn(wish)
        try:
            try:
                return await self._call(function, *arguments)
            except WorkerError:
                # Perhaps others had taken the memory: the next process may live.
                return await self._call(function, *arguments)
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
        """End all processes; work under way fails with WorkerError."""
        with self._lock:
            self._has_ended = True
            for worker in self._started:
                worker.kill()
        self._threads.shutdown(wait=False)
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
        # Starting a process and waiting for its answer take a while, so a thread does both.
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._called, function, *arguments)

    def _called(self, function: Callable[..., Result], *arguments: Any) -> Result:
        worker = self._idle_worker()
        try:
            worker.send(function, *arguments)
            answer = worker.receive()
        except WorkerError:
            with self._lock:
                self._started.discard(worker)
            worker.end()
            raise
        self._idle.append(worker)
        if answer.error is not None:
            raise answer.error
        result: Result = answer.value
        return result

    def _idle_worker(self) -> Worker:
        with self._lock:
            if self._has_ended:
                raise WorkerError("the server ends")
            while self._idle:
                worker = self._idle.pop()
                if worker.is_alive():
                    return worker
                self._started.discard(worker)
                worker.end()
            if self._context is None:
                # From now on processes may be started.
                self._is_working.enter_context(without_modules_of_others())
                self._context = _context()
            with signals_held():
                worker = Worker(self._context)
            self._started.add(worker)
            return worker


def _context() -> "BaseContext":
    # Forking a server that has threads is not safe; forking a process that has none is, and shares what is imported.
    context = context_of("spawn" if sys.platform == "win32" else "forkserver")
    if sys.platform != "win32":
        context.set_forkserver_preload(_PRELOADED)
    return context
