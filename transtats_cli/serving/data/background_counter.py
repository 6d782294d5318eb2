"""Count many components in the background. Meanwhile, pages show the figures of the components counted so far."""

import asyncio
import math
from collections.abc import Awaitable, Callable, Sequence

from transtats_cli.component import Component

_MAX_BATCHES = 50
"""Maximum number of batches. The components of a batch are read together, so that they share folder listings."""
_MIN_BATCH_SIZE = 4
_ANNOUNCEMENT_SECONDS = 2.0
"""Least time in seconds between two notifications of open pages. Each page then requests itself."""


class BackgroundCounter:
    """Runs tasks that count components: at most one task for each project, and one for all projects.

    The function `read` reads components and stores their figures in the cache. The function `announce` notifies open
    pages of the progress.
    """

    def __init__(self, read: Callable[[Sequence[Component]], Awaitable[object]], announce: Callable[[], None]) -> None:
        self._read = read
        self._announce = announce
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def start_counting(self, project: str, components: Sequence[Component]) -> "asyncio.Task[None]":
        """Start to count the components of a project, or of all projects if the name `project` is empty.

        Return the new task. If a task of this project is running, return the running task.
        """
        task = self._tasks.get(project)
        if task is None:
            task = self._tasks[project] = asyncio.create_task(self._count_components(components))
            task.add_done_callback(lambda done: self._remove_task(project, done))
        return task

    async def _count_components(self, components: Sequence[Component]) -> None:
        loop = asyncio.get_running_loop()
        announced = loop.time()
        size = max(_MIN_BATCH_SIZE, math.ceil(len(components) / _MAX_BATCHES))
        for start in range(0, len(components), size):
            await self._read(components[start : start + size])
            if loop.time() - announced >= _ANNOUNCEMENT_SECONDS:
                self._announce()
                announced = loop.time()

    def _remove_task(self, project: str, task: "asyncio.Task[None]") -> None:
        del self._tasks[project]
        if not task.cancelled():
            # If reading failed, the next request tries again, and shows the error.
            task.exception()
        self._announce()
