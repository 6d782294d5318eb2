"""Count many components in the background, while pages show the figures of those that have been counted."""

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
    """Tasks that count the components of a project, or of all projects.

    `read` reads components and stores their figures in the cache, and `announce` notifies open pages of the progress.
    """

    def __init__(self, read: Callable[[Sequence[Component]], Awaitable[object]], announce: Callable[[], None]) -> None:
        self._read = read
        self._announce = announce
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def start_counting(self, project: str, components: Sequence[Component]) -> "asyncio.Task[None]":
        """Start to count the components of a project, or of all projects if the name is empty.

        Return the new task, or the running task if there is one.
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
