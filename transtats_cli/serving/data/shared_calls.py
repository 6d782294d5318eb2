"""Call a function once for all components that are requested at the same time."""

import asyncio
import math
from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, TypeVar

from transtats_cli.component import Component

Result = TypeVar("Result")


class SharedCalls(Generic[Result]):
    """Calls of a function that several requests share.

    The arguments of `function` are a list of components, and texts that are equal for all requests that share a call.
    It returns a result for each component. A call has at most `max_components`.
    """

    def __init__(self, function: Callable[..., Awaitable[Sequence[Result]]], max_components: float = math.inf) -> None:
        self._function = function
        self._max_components = max_components
        self._waiting: dict[tuple[str, ...], tuple[dict[int, Component], asyncio.Task[dict[int, Result]]]] = {}
        """Components by id, and the task of the call that has not started, by the other arguments of the call."""

    async def get(self, component: Component, *arguments: str) -> Result:
        """Return the result for a component of a call that starts after this request."""
        if arguments not in self._waiting or len(self._waiting[arguments][0]) == self._max_components:
            started: dict[int, Component] = {}
            self._waiting[arguments] = started, asyncio.create_task(self._call(started, *arguments))
        components, task = self._waiting[arguments]
        components[id(component)] = component
        # If one request is cancelled, the other requests still need the results.
        return (await asyncio.shield(task))[id(component)]

    async def _call(self, components: dict[int, Component], *arguments: str) -> dict[int, Result]:
        # A task starts after all requests that were ready when it was created.
        if self._waiting[arguments][0] is components:
            del self._waiting[arguments]
        return dict(zip(components, await self._function([*components.values()], *arguments), strict=True))
