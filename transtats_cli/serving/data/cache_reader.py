"""Read values of components for one request. Views read all statistics with this module."""

import asyncio
import math
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from transtats_cli.component import Component
from transtats_cli.history.shares import ShareHistory
from transtats_cli.pages.changes import Period
from transtats_cli.problems import Problem
from transtats_cli.report import Report
from transtats_cli.serving.data.cached_value import CachedValue
from transtats_cli.serving.data.component_cache import ComponentCache, ComponentIndex, ComponentName
from transtats_cli.serving.data.component_state import COUNTED, UNCHECKED, ValueKind, ValueSnapshot
from transtats_cli.serving.data.workers import make_urgent
from transtats_cli.serving.http import problems

Value = TypeVar("Value")
_SOON_SECONDS = 0.25
"""Longest time in seconds that a page waits for values from git. After that, the page shows them when they are read."""


class CacheReader:
    """Reads the component cache for one request, and records how long the response may be used.

    If the argument `checks` of a method is True, the statistics are those of a scan with checks. If `urgent` is True, a
    value that has to be computed is computed before values that are not urgent.
    """

    def __init__(self, cache: ComponentCache) -> None:
        self.options = cache.options
        self.is_cacheable = True
        """False if a value is missing in the response, because it is still being computed."""
        self.version = cache.feed.version
        """Version of the change feed before the first value was read. The response is valid for this version."""
        self.expiry = math.inf
        """Time of the event loop after which the response is computed again."""
        self._component_cache = cache

    async def read_index(self) -> ComponentIndex:
        """Return all components and projects of the directory tree."""
        index = await self._component_cache.index.get()
        self._limit_expiry(self._component_cache.index)
        return index

    async def require_component(self, project: str, slug: str) -> Component:
        """Return the component with this name. Raises HttpProblem (404) if there is none.

        A component that is in the index is used immediately, but the index is refreshed if it is outdated.
        """
        cached_index = self._component_cache.index
        index = cached_index.value
        if index is None or (project, slug) not in index.components:
            index = await cached_index.get()
        elif not cached_index.is_valid():
            cached_index.refresh()
        self._limit_expiry(cached_index)
        component = index.components.get((project, slug))
        if component is None:
            raise problems.not_found()
        return component

    async def read_snapshot(self, component: Component, *, checks: bool = True) -> ValueSnapshot[Report]:
        """Return the statistics of a component. Raises HttpProblem (404) if the component's files no longer exist."""
        return await self.read_value(component, COUNTED if checks else UNCHECKED)

    async def read_snapshots(
        self, components: Sequence[Component], *, checks: bool = True
    ) -> list[ValueSnapshot[Report]]:
        """Return the statistics of several components. Components whose files no longer exist are left out."""
        cached_values = [self._get_cached(component, COUNTED if checks else UNCHECKED) for component in components]
        # Waiting for a value needs a task, so only the values that are not available have one.
        missing = [each for each in cached_values if not each.is_valid()]
        for result in await asyncio.gather(*(each.get(urgent=False) for each in missing), return_exceptions=True):
            if isinstance(result, BaseException) and not isinstance(result, problems.HttpProblem):
                raise result
        for cached in cached_values:
            self._limit_expiry(cached)
        return [each.value for each in cached_values if each.value is not None]

    async def read_reports(self, components: Sequence[Component], *, checks: bool = True) -> list[Report]:
        return [each.value for each in await self.read_snapshots(components, checks=checks)]

    async def read_available_reports(self, components: Sequence[Component]) -> tuple[list[Report], Sequence[Component]]:
        """Return the reports of several components, and those components that have not been counted yet.

        If some components have never been counted, wait for the time `page_wait_seconds` of the limits. After that,
        return only the reports of components that have been counted. Open pages are notified of the progress.
        """
        cached_values = [self._get_cached(component, COUNTED) for component in components]
        if counting := [each.refresh() for each in cached_values if each.value is None]:
            _, running = await asyncio.wait(counting, timeout=self.options.limits.page_wait_seconds)
            if running:
                # The next response has more components or newer figures.
                self.is_cacheable = False
                found = [*zip(components, (each.value for each in cached_values), strict=True)]
                reports = [snapshot.value for _, snapshot in found if snapshot is not None]
                return reports, [component for component, snapshot in found if snapshot is None]
        return await self.read_reports(components), ()

    async def read_value(
        self, component: Component, kind: ValueKind[Value], *, urgent: bool = True
    ) -> ValueSnapshot[Value]:
        """Return a value of a component. Raises HttpProblem (404) if the component's files no longer exist."""
        cached = self._get_cached(component, kind)
        snapshot = await cached.get(urgent=urgent)
        self._limit_expiry(cached)
        return snapshot

    async def read_value_soon(self, component: Component, kind: ValueKind[Value]) -> ValueSnapshot[Value] | None:
        """Return a value of a component, or None if it has never been read and reading takes long.

        If the cached value is outdated, return it at once and read the value in the background. Open pages of the
        component are notified when a new value has been read in the background.
        """
        (found,) = await self.read_values_soon([component], kind)
        return found

    async def read_values_soon(
        self, components: Sequence[Component], kind: ValueKind[Value]
    ) -> list[ValueSnapshot[Value] | None]:
        """Return the value of each component as `read_value_soon` does, within the same time for all together."""
        return await self._read_soon(*(self._get_cached(component, kind) for component in components))

    async def read_history_soon(self) -> ShareHistory | None:
        """Return the history of all components as `read_value_soon` returns a value of one component."""
        (found,) = await self._read_soon(self._component_cache.history)
        return found

    async def read_period_soon(self, since: str) -> Period | None:
        """Return the commit with which components are compared, as `read_value_soon` returns a value."""
        cached = self._component_cache.get_period(since)
        (period,) = await self._read_soon(cached)
        self._limit_expiry(cached)
        return period

    async def _read_soon(self, *cached_values: CachedValue[Value]) -> list[Value | None]:
        outdated = [(each, each.refresh()) for each in cached_values if not each.is_valid()]
        if missing := [task for each, task in outdated if each.value is None]:
            await asyncio.wait(missing, timeout=_SOON_SECONDS)
        values = [each.value for each in cached_values]
        self.is_cacheable = self.is_cacheable and None not in values
        return values

    async def run_on_component(self, component: Component, function: Callable[..., Value], *arguments: Any) -> Value:
        """Call `function(component, *arguments)` in a worker process as an urgent task, and return the result.

        Calls for the same component use the same process if possible, because they may cache values there.
        """
        return await self.run_in_worker(function, component, *arguments, topic=component.full_name)

    async def run_in_worker(self, function: Callable[..., Value], *arguments: Any, topic: str = "") -> Value:
        """Call `function(*arguments)` in a worker process as an urgent task, and return the result."""
        turn = make_urgent(asyncio.get_running_loop().create_future())
        return await self._component_cache.workers.run_task(turn, function, *arguments, topic=topic)

    def list_broken_files(self) -> list[tuple[ComponentName, Problem]]:
        return self._component_cache.list_broken_files()

    def _get_cached(self, component: Component, kind: ValueKind[Value]) -> CachedValue[ValueSnapshot[Value]]:
        return self._component_cache.get_component_state(component).get_cached(kind)

    def _limit_expiry(self, cached: CachedValue[Any]) -> None:
        self.expiry = min(self.expiry, cached.valid_until)
