"""Cache for one value that is computed from files: the index of all components, or one value of a component.

The value is computed once for all requests, and is computed again when files change. A value is outdated if its files
have changed since the value was computed. An outdated value is not returned.
"""

import asyncio
import math
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

from transtats_cli.serving.data.workers import Turn, make_urgent

Value = TypeVar("Value")

UNWATCHED_CHECK_SECONDS = 1.0
"""Interval in seconds between checks of files that are not watched."""


class CachedValue(Generic[Value]):
    """Cache for one value that is computed from files.

    The arguments are functions, except for `interval_ratio`:

    `compute` receives this object and returns the value. If the files did not change, it returns the old value.
    `is_watched` returns True if `mark_changed` is called for every change of the files. The value then stays valid
    until this call. A value whose files are not watched stays valid for UNWATCHED_CHECK_SECONDS, or for
    `interval_ratio` times the duration of the computation, counted from its start.
    `on_change` is called if responses with the old value must not be used any more, because it was replaced, or because
    its computation failed.
    """

    def __init__(
        self,
        compute: Callable[["CachedValue[Value]"], Awaitable[Value]],
        is_watched: Callable[[], bool],
        on_change: Callable[[], None],
        interval_ratio: float = 0.0,
    ) -> None:
        self.value: Value | None = None
        """Last value. None before the first computation, and after one that raised an exception."""
        self.valid_until = -math.inf
        """Time of the event loop until which the value is not outdated, unless a change is reported before."""
        self.turn: Turn | None = None
        """Turn of the running computation in the worker processes, or None if the value is not being computed."""
        self.refresh_task: asyncio.Task[Value] | None = None
        """Task of the running computation."""
        self._compute = compute
        self._is_watched = is_watched
        self._on_change = on_change
        self._interval_ratio = interval_ratio
        self._has_changed = False
        """True if a change was reported during the running computation."""

    async def get(self, *, urgent: bool = True) -> Value:
        """Return the cached value. If there is no valid value, wait until the value has been computed.

        If `urgent` is True, the computation does not wait for those of values that are not urgent.
        """
        # A value that was computed after the call is returned, even if the computation took long.
        called = asyncio.get_running_loop().time()
        while self.value is None or called > self.valid_until:
            task = self.refresh()
            if urgent and self.turn is not None:
                make_urgent(self.turn)
            # A cancelled request must not cancel the refresh, because other requests need the value.
            await asyncio.shield(task)
        return self.value

    def is_valid(self) -> bool:
        """Return True if the cached value may be used now."""
        return self.value is not None and asyncio.get_running_loop().time() <= self.valid_until

    def refresh(self) -> "asyncio.Task[Value]":
        """Start to compute the value again. Return the new task, or the running task if there is one."""
        if self.refresh_task is None:
            self.turn = asyncio.get_running_loop().create_future()
            self.refresh_task = asyncio.create_task(self._compute_and_store())
            # If no request waited for the task, asyncio would otherwise log the exception.
            self.refresh_task.add_done_callback(lambda task: task.cancelled() or task.exception())
        return self.refresh_task

    def mark_changed(self, *, refresh: bool = True) -> None:
        """Mark the cached value as outdated. If a value is cached, start to compute it again.

        If the value is being computed, it is computed once more afterwards, because the files may have been read before
        the change. If `refresh` is False, the value is not computed again before its next use.
        """
        self._has_changed = True
        self.valid_until = -math.inf
        if refresh and self.value is not None:
            self.refresh()

    async def _compute_and_store(self) -> Value:
        loop = asyncio.get_running_loop()
        start, old, was_watched = loop.time(), self.value, self._is_watched()
        new: Value | None = None
        self._has_changed = False
        try:
            new = await self._compute(self)
        finally:
            self.refresh_task = self.turn = None
            self.value = new
            if self._has_changed:
                self.valid_until = start
                if new is not None:
                    self.refresh()
            elif was_watched and self._is_watched():
                self.valid_until = math.inf
            else:
                interval = max(UNWATCHED_CHECK_SECONDS, self._interval_ratio * (loop.time() - start))
                self.valid_until = start + interval
            if old is not None and new is not old:
                self._on_change()
        return new
