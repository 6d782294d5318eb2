"""Cache for one value that is computed from files: the index of all components, or one value of a component.

The value is computed once for all requests, and is computed again when files change. A value is outdated if its files
have changed since the value was computed.
"""

import asyncio
import math
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

from transtats_cli.serving.data.workers import Turn, make_urgent

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
    `on_change` is called if responses with the old value must not be used any more, because it was replaced or removed,
    or because its computation fails for the first time.
    """

    def __init__(
        self,
        compute: Callable[["CachedValue[Value]"], Awaitable[Value]],
        is_watched: Callable[[], bool],
        on_change: Callable[[], None],
        interval_ratio: float = 0.0,
    ) -> None:
        self.value: Value | None = None
        self.has_failed = False
        """True if the last computation raised an exception. The old value is then not returned any more."""
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
        self._changed_since = -math.inf

    async def get(self, *, urgent: bool = True) -> Value:
        """Return the cached value. If there is no valid value, wait until the value has been computed.

        A value that may have been outdated for more than GRACE_SECONDS is not returned. If `urgent` is True, the
        computation does not wait for those of values that are not urgent.
        """
        now = asyncio.get_running_loop().time()
        while self.value is None or not self.is_valid(now):
            task = self.refresh()
            if urgent and self.turn is not None:
                make_urgent(self.turn)
            # A cancelled request must not cancel the refresh, because other requests need the value.
            await asyncio.shield(task)
        return self.value

    def is_valid(self, now: float) -> bool:
        """Return True if the cached value may still be used at the time `now` of the event loop.

        A value that may be outdated can be used for GRACE_SECONDS. Meanwhile, the value is computed again in the
        background.
        """
        if self.value is None:
            return False
        if now > self.valid_until:
            self.refresh_if_old()
        return now <= self.valid_until + GRACE_SECONDS

    def find_expiry(self) -> float:
        """Return the time until which a response may be used that is computed from the value now.

        After this time, the response is computed again. It reads the value, which starts a refresh if one is due.
        """
        due = self.valid_until + UNWATCHED_CHECK_SECONDS
        return due if asyncio.get_running_loop().time() < due else self.valid_until + GRACE_SECONDS

    def refresh_if_old(self) -> None:
        """Start to compute the value again if it may be outdated.

        If the files are not watched, do so at the earliest UNWATCHED_CHECK_SECONDS after the value may be outdated.
        """
        now = asyncio.get_running_loop().time()
        if now > self.valid_until + (0.0 if self._is_watched() else UNWATCHED_CHECK_SECONDS):
            self.refresh()

    def refresh(self) -> "asyncio.Task[Value]":
        """Start to compute the value again. Return the new task, or the running task if there is one."""
        if self.refresh_task is None:
            self.turn = asyncio.get_running_loop().create_future()
            self.refresh_task = asyncio.create_task(self._compute_and_store())
            # If no request waited for the task, asyncio would otherwise log the exception.
            self.refresh_task.add_done_callback(lambda task: task.cancelled() or task.exception())
        return self.refresh_task

    def mark_changed(self, *, refresh: bool = True) -> None:
        """Mark the cached value as possibly outdated. If a value is cached, start to compute it again.

        If the value is being computed, it is computed once more afterwards, because the files may have been read before
        the change. If `refresh` is False, the value is not computed again before its next use.
        """
        self._changed_since = now = asyncio.get_running_loop().time()
        self.valid_until = min(self.valid_until, now)
        if refresh and self.value is not None:
            self.refresh()

    def clear(self) -> None:
        """Remove the cached value. Responses that were computed from the value become invalid."""
        self.value = None
        self.valid_until = -math.inf

    async def _compute_and_store(self) -> Value:
        loop = asyncio.get_running_loop()
        start, old, was_watched = loop.time(), self.value, self._is_watched()
        had_failed, has_failed = self.has_failed, True
        try:
            self.value = value = await self._compute(self)
            has_failed = False
        finally:
            self.refresh_task = self.turn = None
            self.has_failed = has_failed
            if self._changed_since >= start and self.value is not None:
                self.valid_until = -math.inf if has_failed else start
                self.refresh()
            elif has_failed:
                self.valid_until = -math.inf
            elif was_watched and self._is_watched():
                self.valid_until = math.inf
            else:
                self.valid_until = start + self._interval_ratio * (loop.time() - start)
            if old is not None and (self.value is not old or (has_failed and not had_failed)):
                self._on_change()
        return value
