"""Tasks without a request: count many components, and check files for changes that were not reported.

While components are counted, pages show the figures of the components counted so far.
"""

import asyncio
import math
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from transtats_cli.component import Component
from transtats_cli.serving.data.cached_value import CachedValue
from transtats_cli.serving.data.change_feed import ChangeFeed
from transtats_cli.serving.data.component_state import ComponentState

ReadComponents = Callable[[Sequence[Component]], Awaitable[object]]

_MAX_BATCHES = 50
"""Maximum number of batches. The components of a batch are read together, so that they share folder listings."""
_MIN_BATCH_SIZE = 4
_ANNOUNCEMENT_SECONDS = 2.0
"""Least time in seconds between two notifications of open pages. Each page then requests itself."""
_WATCHED_CHECK_SECONDS = 15.0
"""Least time in seconds between two checks of watched files, in case a notification got lost."""
_UNWATCHED_CHECK_SECONDS = 1.0
"""Time in seconds between two checks of files that are not watched, if their figures are on an open page."""
_INTERVAL_TO_CHECK_TIME_RATIO = 20
"""Ratio of the time between the starts of two checks to the check time.

With the value 20, checks of watched files take at most a twentieth of the time.
"""
_BATCH_SIZE = 200


class BackgroundCounter:
    """Runs tasks that count components: at most one task for each project, and one for all projects.

    The function `announce` notifies open pages of the progress.
    """

    def __init__(self, announce: Callable[[], None]) -> None:
        self._announce = announce
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def start_counting(
        self, project: str, components: Sequence[Component], read: ReadComponents
    ) -> "asyncio.Task[None]":
        """Start to count the components of a project, or of all projects if the name `project` is empty.

        The function `read` reads components and stores their figures in the cache. Return the new task. If a task of
        this project is running, return the running task.
        """
        task = self._tasks.get(project)
        if task is None:
            task = self._tasks[project] = asyncio.create_task(self._count_components(components, read))
            task.add_done_callback(lambda done: self._remove_task(project, done))
        return task

    async def _count_components(self, components: Sequence[Component], read: ReadComponents) -> None:
        loop = asyncio.get_running_loop()
        announced = loop.time()
        size = max(_MIN_BATCH_SIZE, math.ceil(len(components) / _MAX_BATCHES))
        for start in range(0, len(components), size):
            await read(components[start : start + size])
            if loop.time() - announced >= _ANNOUNCEMENT_SECONDS:
                self._announce()
                announced = loop.time()

    def _remove_task(self, project: str, task: "asyncio.Task[None]") -> None:
        del self._tasks[project]
        if not task.cancelled():
            # If reading failed, the next request tries again, and shows the error.
            task.exception()
        self._announce()


async def recheck_files_regularly(
    index: CachedValue[Any], states: Mapping[tuple[str, str], ComponentState], feed: ChangeFeed
) -> None:
    """Check the files of components again and again, until the task is cancelled. Requests do not wait for this.

    Files that are not watched are checked only if an open page shows their figures. `index` is the cache of the index
    of all components, and `feed` contains the subscriptions of open pages. `states` contains the states of all
    components by project and slug. The caller may change `states` at any time.
    """
    loop = asyncio.get_running_loop()
    next_check = loop.time() + _WATCHED_CHECK_SECONDS
    while True:
        await asyncio.sleep(_UNWATCHED_CHECK_SECONDS)
        start = loop.time()
        if feed.subscription_count:
            index.refresh_if_old()
            await _recheck_states(
                [state for names, state in states.items() if not state.is_watched() and feed.is_subscribed(*names)]
            )
        if start >= next_check:
            if index.value is not None:
                await asyncio.gather(index.refresh(), return_exceptions=True)
            await _recheck_states([state for state in states.values() if state.is_watched()])
            next_check = start + max(_WATCHED_CHECK_SECONDS, _INTERVAL_TO_CHECK_TIME_RATIO * (loop.time() - start))


async def _recheck_states(states: Sequence[ComponentState]) -> None:
    for start in range(0, len(states), _BATCH_SIZE):
        await asyncio.gather(*(state.recheck_files() for state in states[start : start + _BATCH_SIZE]))
