"""Worker processes of the server. Processes start when needed. Some processes are reserved for urgent tasks."""

import asyncio
import contextlib
import sys
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from multiprocessing.context import BaseContext
from typing import Any, Protocol, TypeVar

from transtats_cli.scanning.pipeline.pool import ignore_local_modules
from transtats_cli.scanning.pipeline.worker import Worker, WorkerError, get_process_context
from transtats_cli.signals import hold_ending_signals

Result = TypeVar("Result")
_PROCESSES_FOR_URGENT_TASKS = 6
"""Number of processes reserved for urgent tasks.

A request for one component does not wait for the scans of other components.
"""
_PRELOADED_MODULES = ["transtats_cli.serving.data.scans"]


class TaskPriority(Protocol):
    """Priority of a task. A task may become urgent while it waits."""

    @property
    def is_urgent(self) -> bool: ...


class WorkerPool:
    """Pool of worker processes: `jobs` processes for all tasks, and additional processes for urgent tasks.

    Processes start when needed.
    """

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._running_count = 0
        # A request may wait for thousands of tasks, so the end of a task must not go through all of them.
        self._waiting_tasks: deque[tuple[TaskPriority, asyncio.Future[None]]] = deque()
        self._waiting_urgent_tasks: deque[tuple[TaskPriority, asyncio.Future[None]]] = deque()
        self._started_workers: set[Worker] = set()
        self._idle_workers: list[Worker] = []
        self._topics: dict[Worker, str] = {}
        """Topic of the last task of each process that had one. The process may have cached values for it."""
        self._process_context: BaseContext | None = None
        self._has_ended = False
        self._lock = threading.Lock()
        """Held while a process is started or ended."""
        self._thread_pool = ThreadPoolExecutor(jobs + _PROCESSES_FOR_URGENT_TASKS)
        self._exit_stack = contextlib.ExitStack()

    async def run_task(
        self, priority: TaskPriority, function: Callable[..., Result], *arguments: Any, topic: str = ""
    ) -> Result:
        """Call a function in a worker process and return its result.

        `topic` is a name for the data that the function reads, such as `project/component`. The function may cache this
        data in its process. So an idle process whose last topic is the same is preferred. If `topic` is empty, an idle
        process that has had no topic is preferred.

        If the process ends without a result, the function is called once more in a new process. Raises WorkerError if
        this process ends without a result, too.
        """
        await self._wait_for_process(priority)
        try:
            try:
                return await self._call_in_thread(partial(self._take_idle_worker, topic), function, *arguments)
            except WorkerError:
                # Other processes may have used up the memory, so a second attempt can succeed. It uses a new process,
                # because idle processes may have been killed as well.
                return await self._call_in_thread(self._start_worker, function, *arguments)
        finally:
            self._running_count -= 1
            self._assign_processes()

    def schedule_tasks(self) -> None:
        """Assign free processes to waiting tasks, urgent tasks first. Call this method when a task becomes urgent."""
        urgent = [each for each in self._waiting_tasks if each[0].is_urgent]
        if urgent:
            self._waiting_urgent_tasks += urgent
            self._waiting_tasks = deque(each for each in self._waiting_tasks if not each[0].is_urgent)
        self._assign_processes()

    def end_processes(self) -> None:
        """End all processes. Running tasks fail with WorkerError."""
        with self._lock:
            self._has_ended = True
            for worker in self._started_workers:
                worker.kill()
        self._thread_pool.shutdown(wait=False)
        self._exit_stack.close()

    def _has_free_process(self, *, urgent: bool) -> bool:
        return self._running_count < self._jobs + (_PROCESSES_FOR_URGENT_TASKS if urgent else 0)

    def _assign_processes(self) -> None:
        for waiting, is_urgent in ((self._waiting_urgent_tasks, True), (self._waiting_tasks, False)):
            while waiting and self._has_free_process(urgent=is_urgent):
                _, slot = waiting.popleft()
                # A task that was cancelled while it waited needs no process.
                if not slot.done():
                    self._running_count += 1
                    slot.set_result(None)

    async def _wait_for_process(self, priority: TaskPriority) -> None:
        slot: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        waiting = self._waiting_urgent_tasks if priority.is_urgent else self._waiting_tasks
        waiting.append((priority, slot))
        self._assign_processes()
        try:
            await slot
        except asyncio.CancelledError:
            if slot.done() and not slot.cancelled():
                self._running_count -= 1
                self._assign_processes()
            raise

    async def _call_in_thread(
        self, take_worker: Callable[[], Worker], function: Callable[..., Result], *arguments: Any
    ) -> Result:
        # Starting a process and waiting for its result block, so both are done in a thread.
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread_pool, self._call_worker, take_worker, function, *arguments)

    def _call_worker(
        self, take_worker: Callable[[], Worker], function: Callable[..., Result], *arguments: Any
    ) -> Result:
        worker = take_worker()
        try:
            worker.send_call(function, *arguments)
            reply = worker.receive_result()
        except WorkerError:
            with self._lock:
                self._remove_worker(worker)
            worker.end()
            raise
        self._idle_workers.append(worker)
        if reply.error is not None:
            raise reply.error
        result: Result = reply.value
        return result

    def _take_idle_worker(self, topic: str) -> Worker:
        """Return an idle worker process for a topic, or start a new process."""
        with self._lock:
            while self._idle_workers and not self._has_ended:
                worker = self._choose_idle_worker(topic)
                if worker.is_alive():
                    return self._set_topic(worker, topic)
                self._remove_worker(worker)
                worker.end()
        return self._set_topic(self._start_worker(), topic)

    def _choose_idle_worker(self, topic: str) -> Worker:
        """Remove an idle worker process from the list and return it.

        Processes whose last topic is the same are preferred, and among them the process used last.
        """
        indexes = range(len(self._idle_workers) - 1, -1, -1)
        same = (index for index in indexes if self._topics.get(self._idle_workers[index], "") == topic)
        return self._idle_workers.pop(next(same, -1))

    def _set_topic(self, worker: Worker, topic: str) -> Worker:
        if topic:
            self._topics[worker] = topic
        return worker

    def _remove_worker(self, worker: Worker) -> None:
        self._started_workers.discard(worker)
        self._topics.pop(worker, None)

    def _start_worker(self) -> Worker:
        with self._lock:
            if self._has_ended:
                raise WorkerError("the server is shutting down")
            if self._process_context is None:
                # Set for all processes, until `end_processes` is called.
                self._exit_stack.enter_context(ignore_local_modules())
                self._process_context = _create_process_context()
            with hold_ending_signals():
                worker = Worker(self._process_context)
            self._started_workers.add(worker)
            return worker


def _create_process_context() -> "BaseContext":
    # Forking a process with threads is not safe, so a fork server without threads starts workers.
    context = get_process_context("spawn" if sys.platform == "win32" else "forkserver")
    if sys.platform != "win32":
        context.set_forkserver_preload(_PRELOADED_MODULES)
    return context
