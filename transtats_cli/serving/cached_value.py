"""What was made of files, kept until they change: made once however many ask, and never given when it is too old."""

import asyncio
import math
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

Value = TypeVar("Value")

CHECK_SECONDS = 1.0
"""Between two looks at files whose changes nobody tells us of."""
TRUST_SECONDS = 15.0
"""Between two looks at files whose changes we are told: even that may go wrong."""
GRACE_SECONDS = 1.4
"""How long something may be given after the last moment at which it was known to be right."""


class CachedValue(Generic[Value]):
    """A value made of files.

    `make` makes it, from the value before, which it hands back where nothing has changed. `is_watched` says whether
    changes are told by `touch`. `on_urgent` is called when somebody begins to wait for this very value.
    long to make may `idle_factor` for so many times as long.
    """

    def __init__(
        self,
        make: Callable[["CachedValue[Value]"], Awaitable[Value]],
        is_watched: Callable[[], bool],
        on_urgent: Callable[[], None],
        idle_factor: float = 0.0,
    ) -> None:
        self.value: Value | None = None
        self.is_urgent = False
        """Somebody waits for this very value, and not only for a sum of many."""
        self._make = make
        self._is_watched = is_watched
        self._on_urgent = on_urgent
        self._idle_factor = idle_factor
        self._valid_until = -math.inf
        self._stale_since = -math.inf
        self._refresh_task: asyncio.Task[Value] | None = None

    def mark_stale(self) -> None:
        """Something may have changed just now: who asks next has us look."""
        self._stale_since = now = asyncio.get_running_loop().time()
        self._valid_until = min(self._valid_until, now)

    def mark_changed(self) -> None:
        """The files may have changed just now."""
        self.mark_stale()
        if self.value is not None:
            self.refresh()

    def clear(self) -> None:
        """There is nothing to be said any more."""
        self.value = None
        self._valid_until = -math.inf

    def is_valid(self, value: Value, now: float) -> bool:
        """Whether this value may still be given."""
        if value is not self.value:
            return False
        if now <= self._valid_until:
            return True
        if self._is_watched() or now > self._valid_until + CHECK_SECONDS:
            self.refresh()
        return now <= self._valid_until + GRACE_SECONDS

    async def get(self, *, urgent: bool = True) -> Value:
        """The value as it was when this was asked, or a moment before."""
        now = asyncio.get_running_loop().time()
        while self.value is None or not self.is_valid(self.value, now):
            task = self.refresh()
            if urgent and not self.is_urgent:
                self.is_urgent = True
                self._on_urgent()
            # Whoever waits may give up; the others, and the next to come, need the value.
            await asyncio.shield(task)
        return self.value

    def refresh(self) -> "asyncio.Task[Value]":
        """Have the value made, unless that is being done already; nobody need wait for it."""
        if self._refresh_task is None:
            self._refresh_task = asyncio.create_task(self._make_and_store())
            self._refresh_task.add_done_callback(_consume_error)
        return self._refresh_task

    async def _make_and_store(self) -> Value:
        loop = asyncio.get_running_loop()
        began = loop.time()
        try:
            self.value = await self._make(self)
        finally:
            self._refresh_task = None
            self.is_urgent = False
        if self._stale_since >= began:
            self._valid_until = began
        elif self._is_watched():
            self._valid_until = began + TRUST_SECONDS
        else:
            self._valid_until = began + self._idle_factor * (loop.time() - began)
        return self.value


def _consume_error(task: "asyncio.Task[Value]") -> None:
    """An error of a value that nobody waits for is nobody's."""
    if not task.cancelled():
        task.exception()
