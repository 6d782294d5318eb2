"""Cache for one value that is computed from files.

The value is computed once for all requests, and is computed again when files change. A value is outdated if its files
have changed since the value was computed.
"""

import asyncio
import math
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

Value = TypeVar("Value")

UNWATCHED_CHECK_SECONDS = 1.0
"""Interval in seconds between checks of files that are not watched."""
GRACE_SECONDS = 1.4
"""Maximum time in seconds for which a value is still used after the value may have become outdated."""


class CachedValue(Generic[Value]):
    """Cache for one value that is computed from files.

    The arguments are functions, except for `interval_ratio`:

    `compute` receives this object and returns the value. If the files did not change, it returns the old value.
    `is_watched` returns True if `mark_changed` is called for every change of the files. The value then stays valid
    until this call. A value whose files are not watched stays valid for `interval_ratio` times the duration of the
    computation, counted from its start.
    `on_urgent` is called when the value becomes urgent, because a request waits for this value alone.
    `on_end` is called at the end of each computation. Its argument is True if the computation has replaced or removed
    an old value.
    """

    def __init__(
        self,
        compute: Callable[["CachedValue[Value]"], Awaitable[Value]],
        is_watched: Callable[[], bool],
        on_urgent: Callable[[], None],
        interval_ratio: float = 0.0,
        on_end: Callable[[bool], None] | None = None,
    ) -> None:
        self.value: Value | None = None
        self.is_urgent = False
        """True if a request waits for this value only, and not for the values of many components."""
        self._compute = compute
        self._is_watched = is_watched
        self._on_urgent = on_urgent
        self._interval_ratio = interval_ratio
        self._on_end = on_end
        self.valid_until = -math.inf
        """Time of the event loop until which the value is not outdated, unless a change is reported before."""
        self._stale_since = -math.inf
        self._changed_since = -math.inf
        self._refresh_task: asyncio.Task[Value] | None = None

    @property
    def is_computing(self) -> bool:
        return self._refresh_task is not None

    def mark_stale(self) -> None:
        """Mark the cached value as possibly outdated. The next use of the value starts to compute it again."""
        self._stale_since = now = asyncio.get_running_loop().time()
        self.valid_until = min(self.valid_until, now)

    def mark_changed(self) -> None:
        """Mark the cached value as possibly outdated. If a value is cached, start to compute the value again.

        If the value is being computed, it is computed once more afterwards, because the files may have been read before
        the change.
        """
        self.mark_stale()
        self._changed_since = self._stale_since
        if self.value is not None:
            self.refresh()

    def clear(self) -> None:
        """Remove the cached value. Responses that were computed from the value become invalid."""
        self.value = None
        self.valid_until = -math.inf

    def is_valid(self, value: Value, now: float) -> bool:
        """Return True if `value` is the cached value and may still be used at the time `now` of the event loop.

        A value that may be outdated can be used for GRACE_SECONDS. Meanwhile, the value is computed again in the
        background.
        """
        if value is not self.value:
            return False
        if now <= self.valid_until:
            return True
        self.refresh_if_old()
        return now <= self.valid_until + GRACE_SECONDS

    def refresh_if_old(self) -> None:
        """Start to compute the value again if it may be outdated.

        If the files are not watched, do so at the earliest UNWATCHED_CHECK_SECONDS after the value may be outdated.
        """
        now = asyncio.get_running_loop().time()
        if now > self.valid_until + (0.0 if self._is_watched() else UNWATCHED_CHECK_SECONDS):
            self.refresh()

    async def get(self, *, urgent: bool = True) -> Value:
        """Return the cached value. If there is no valid value, wait until the value has been computed.

        A value that may have been outdated for more than GRACE_SECONDS is not returned. If `urgent` is True, a value
        that has to be computed becomes urgent.
        """
        now = asyncio.get_running_loop().time()
        while self.value is None or not self.is_valid(self.value, now):
            task = self.refresh()
            if urgent and not self.is_urgent:
                self.is_urgent = True
                self._on_urgent()
            # A cancelled request must not cancel the refresh, because other requests need the value.
            await asyncio.shield(task)
        return self.value

    def refresh(self) -> "asyncio.Task[Value]":
        """Start to compute the value again. Return the new task, or the running task if there is one."""
        if self._refresh_task is None:
            self._refresh_task = asyncio.create_task(self._compute_and_store())
            self._refresh_task.add_done_callback(_retrieve_task_error)
        return self._refresh_task

    async def _compute_and_store(self) -> Value:
        old = self.value
        try:
            return await self._compute_once()
        finally:
            if self._on_end is not None:
                self._on_end(old is not None and self.value is not old)

    async def _compute_once(self) -> Value:
        loop = asyncio.get_running_loop()
        start = loop.time()
        was_watched = self._is_watched()
        try:
            self.value = await self._compute(self)
        finally:
            self._refresh_task = None
            self.is_urgent = False
        if self._stale_since >= start:
            self.valid_until = start
            if self._changed_since >= start:
                self.refresh()
        elif was_watched and self._is_watched():
            self.valid_until = math.inf
        else:
            self.valid_until = start + self._interval_ratio * (loop.time() - start)
        return self.value


def _retrieve_task_error(task: "asyncio.Task[Value]") -> None:
    """Retrieve the exception of a finished task.

    If no request waited for the task, asyncio would otherwise log the exception.
    """
    if not task.cancelled():
        task.exception()
