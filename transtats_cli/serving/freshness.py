"""What was made of files, kept until they change: made once however many ask, and never given when it is too old."""

import asyncio
import math
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

Value = TypeVar("Value")

LOOK_SECONDS = 1.0
"""Between two looks at files whose changes nobody tells us of."""
TRUST_SECONDS = 15.0
"""Between two looks at files whose changes we are told: even that may go wrong."""
GRACE_SECONDS = 1.4
"""How long something may be given after the last moment at which it was known to be right."""


class Current(Generic[Value]):
    """A value made of files.

    `make` makes it, from the value before, which it hands back where nothing has changed. `is_watched` says whether
    changes are told by `touch`. `hurry` is called when somebody begins to wait for this very value. A value that takes
    long to make may `rest` for so many times as long.
    """

    def __init__(
        self,
        make: Callable[["Current[Value]"], Awaitable[Value]],
        is_watched: Callable[[], bool],
        hurry: Callable[[], None],
        rest: float = 0.0,
    ) -> None:
        self.value: Value | None = None
        self.is_urgent = False
        """Somebody waits for this very value, and not only for a sum of many."""
        self._make = make
        self._is_watched = is_watched
        self._hurry = hurry
        self._rest = rest
        self._right_until = -math.inf
        self._touched = -math.inf
        self._renewing: asyncio.Task[Value] | None = None

    def doubt(self) -> None:
        """Something may have changed just now: who asks next has us look."""
        self._touched = now = asyncio.get_running_loop().time()
        self._right_until = min(self._right_until, now)

    def touch(self) -> None:
        """The files may have changed just now."""
        self.doubt()
        if self.value is not None:
            self.renew()

    def forget(self) -> None:
        """There is nothing to be said any more."""
        self.value = None
        self._right_until = -math.inf

    def holds(self, value: Value, now: float) -> bool:
        """Whether this value may still be given."""
        if value is not self.value:
            return False
        if now <= self._right_until:
            return True
        if self._is_watched() or now > self._right_until + LOOK_SECONDS:
            self.renew()
        return now <= self._right_until + GRACE_SECONDS

    async def get(self, *, urgent: bool = True) -> Value:
        """The value as it was when this was asked, or a moment before."""
        now = asyncio.get_running_loop().time()
        while self.value is None or not self.holds(self.value, now):
            renewing = self.renew()
            if urgent and not self.is_urgent:
                self.is_urgent = True
                self._hurry()
            # Whoever waits may give up; the others, and the next to come, need the value.
            await asyncio.shield(renewing)
        return self.value

    def renew(self) -> "asyncio.Task[Value]":
        """Have the value made, unless that is being done already; nobody need wait for it."""
        if self._renewing is None:
            self._renewing = asyncio.create_task(self._made())
            self._renewing.add_done_callback(_look_at_error)
        return self._renewing

    async def _made(self) -> Value:
        loop = asyncio.get_running_loop()
        began = loop.time()
        try:
            self.value = await self._make(self)
        finally:
            self._renewing = None
            self.is_urgent = False
        if self._touched >= began:
            self._right_until = began
        elif self._is_watched():
            self._right_until = began + TRUST_SECONDS
        else:
            self._right_until = began + self._rest * (loop.time() - began)
        return self.value


def _look_at_error(task: "asyncio.Task[Value]") -> None:
    """An error of a value that nobody waits for is nobody's."""
    if not task.cancelled():
        task.exception()
