"""Worker processes of the server. Processes start when needed. Some processes are reserved for urgent tasks."""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from transtats_cli.scanning.pipeline.pool import WorkerPool
from transtats_cli.worker import WorkerError

Result = TypeVar("Result")
_PROCESSES_FOR_URGENT_TASKS = 6
"""Number of processes reserved for urgent tasks.

A request for one component does not wait for the scans of other components.
"""


class TaskPriority(Protocol):
    """Priority of a task. A task may become urgent while it waits."""

    @property
    def is_urgent(self) -> bool: ...


class ServerWorkers:
    """Worker processes for tasks: `jobs` processes for all tasks, and additional processes for urgent tasks."""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._running_count = 0
        # A request may wait for thousands of tasks, so the end of a task must not go through all of them.
        self._waiting_tasks: deque[tuple[TaskPriority, asyncio.Future[None]]] = deque()
        self._waiting_urgent_tasks: deque[tuple[TaskPriority, asyncio.Future[None]]] = deque()
        self._pool: WorkerPool | None = None

    async def run_task(
        self, priority: TaskPriority, function: Callable[..., Result], *arguments: Any, topic: str = ""
    ) -> Result:
        """Call a function in a worker process and return its result. `WorkerPool.submit` describes `topic`.

        If the process ends without a result, the function is called once more in a new process. Raises WorkerError if
        this process ends without a result, too.
        """
        await self._wait_for_process(priority)
        pool = self._pool = self._pool or WorkerPool(self._jobs + _PROCESSES_FOR_URGENT_TASKS)
        try:
            try:
                return await asyncio.wrap_future(pool.submit(function, *arguments, topic=topic))
            except WorkerError:
                # Other processes may have used up the memory, so a second attempt can succeed. It uses a new process,
                # because idle processes may have been killed as well.
                return await asyncio.wrap_future(pool.submit(function, *arguments, topic=topic, in_new_process=True))
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
        if self._pool is not None:
            self._pool.end()

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
