"""Worker processes of the server. Processes start when needed. Some processes are reserved for urgent tasks."""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any, TypeVar

from transtats_cli.scanning.pipeline.pool import WorkerPool
from transtats_cli.worker import WorkerError

Result = TypeVar("Result")
Turn = asyncio.Future[bool]
"""Future that a task waits for before it starts. The result is True if the task occupies a process for all tasks.

A task becomes urgent, also while it waits, when its turn gets the result False: see `make_urgent`.
"""
_PROCESSES_FOR_URGENT_TASKS = 6
"""Number of processes reserved for urgent tasks.

A request for one component does not wait for the scans of other components.
"""
_CLEAN_UP_SECONDS = 2.0
"""Time in seconds that a busy process has to remove its temporary files when the server ends."""


class ServerWorkers:
    """Worker processes for tasks: `jobs` processes for all tasks, and additional processes for urgent tasks."""

    def __init__(self, jobs: int) -> None:
        self._free_count = jobs
        self._waiting: deque[Turn] = deque()
        self._pool = WorkerPool(jobs + _PROCESSES_FOR_URGENT_TASKS)
        self._is_ended = False

    async def run_task(self, turn: Turn, function: Callable[..., Result], *arguments: Any, topic: str = "") -> Result:
        """Call a function in a worker process and return its result. `WorkerPool.submit` describes `topic`.

        If the process ends without a result, the function is called once more in a new process. Raises WorkerError if
        this process ends without a result, too, and CancelledError if the server has ended the processes.
        """
        self._waiting.append(turn)
        self._give_turns()
        try:
            await turn
            try:
                return await asyncio.wrap_future(self._pool.submit(function, *arguments, topic=topic))
            except WorkerError:
                # Other processes may have used up the memory, so a second attempt can succeed. It uses a new process,
                # because idle processes may have been killed as well.
                again = self._pool.submit(function, *arguments, topic=topic, in_new_process=True)
                return await asyncio.wrap_future(again)
        except WorkerError:
            if self._is_ended:
                # The end of the server is no problem to report.
                raise asyncio.CancelledError from None
            raise
        finally:
            if not turn.cancelled() and turn.result():
                self._free_count += 1
                self._give_turns()

    def end_processes(self) -> None:
        """End all processes. Running tasks are cancelled, after they have removed their temporary files."""
        self._is_ended = True
        self._pool.end(_CLEAN_UP_SECONDS)

    def _give_turns(self) -> None:
        while self._free_count and self._waiting:
            turn = self._waiting.popleft()
            # A task that is urgent or cancelled waits no longer.
            if not turn.done():
                self._free_count -= 1
                turn.set_result(True)


def make_urgent(turn: Turn) -> Turn:
    """Start the task of a turn without waiting for other tasks. Return the turn."""
    if not turn.done():
        turn.set_result(False)
    return turn
