"""Cache of all components of a directory tree and their statistics, kept up to date with the files.

Views read all statistics from this cache.
"""

import asyncio
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError
from transtats_cli.paths import is_below, remove_root_from_text
from transtats_cli.report import Report
from transtats_cli.scanning.discovery.lookup import DiscoveryResult
from transtats_cli.scanning.filemask.name_index import NameIndex
from transtats_cli.serving.data import scans
from transtats_cli.serving.data.background_counter import BackgroundCounter
from transtats_cli.serving.data.cached_value import CachedValue
from transtats_cli.serving.data.change_feed import ChangeFeed
from transtats_cli.serving.data.component_index import ComponentIndex, ComponentName, assemble_index, parent_folders
from transtats_cli.serving.data.component_state import (
    ComponentSnapshot,
    ComponentState,
    FailingUnitCountsSnapshot,
    HistorySnapshot,
    ProblemLog,
    RecentChangesSnapshot,
    SharedResources,
)
from transtats_cli.serving.data.rechecks import recheck_files_regularly
from transtats_cli.serving.data.scans import FailingUnitCounts, SharedFileStateReader
from transtats_cli.serving.data.total_reports import TotalReports
from transtats_cli.serving.data.watcher import FileChange, FileWatcher, may_be_folder
from transtats_cli.serving.data.workers import ServerWorkers
from transtats_cli.serving.http import problems
from transtats_cli.serving.options import ServeOptions

Value = TypeVar("Value")
_INTERVAL_TO_SEARCH_TIME_RATIO = 4.0
"""Ratio of the time between the starts of two searches to the search time, if file changes are not reported.

With the value 4, the search for components runs at most a quarter of the time.
"""


class AvailableReports(NamedTuple):
    """Reports of the components that have been counted."""

    reports: list[Report]
    uncounted: int = 0
    """Number of components that have not been counted yet."""


class BrokenFile(NamedTuple):
    """Translation file or settings file that cannot be read at present.

    The names of the project and the component are empty for a settings file. A BrokenFile contains no path outside
    the served directory tree, so it may be published.
    """

    project: str
    component: str
    path: str
    line: int | None
    reason: str


class ComponentCache:
    """Cache of the statistics of all components below a root directory.

    The files of a component are read only when a request needs the component.
    """

    def __init__(self, options: ServeOptions, log: Callable[[str], None]) -> None:
        self.options = options
        self.workers = ServerWorkers(options.jobs)
        self.watcher = FileWatcher(options.root)
        self.feed = ChangeFeed()
        self.totals = TotalReports()
        self.background_counter = BackgroundCounter(
            lambda components: CacheReader(self).read_compared_reports(components), self.feed.announce_all
        )
        self.index = CachedValue(
            self._build_index,
            self._is_watched,
            self.workers.schedule_tasks,
            _INTERVAL_TO_SEARCH_TIME_RATIO,
            lambda is_changed: self.feed.announce_all() if is_changed else None,
        )
        self._has_settings_inside = True
        """True if all settings files that apply to components are below the root. Their changes are then reported."""
        self._log = log
        self._resources = SharedResources(
            self.workers,
            self.watcher,
            SharedFileStateReader(),
            ProblemLog(log, options.verbose),
            self.feed,
            self.index.mark_changed,
        )
        self._component_states: dict[ComponentName, ComponentState] = {}

    async def watch_files(self) -> None:
        """Start a search for components, then process file changes until this task is cancelled."""
        self.index.refresh()
        rechecking = asyncio.create_task(recheck_files_regularly(self.index, self._component_states, self.feed))
        try:
            async for changes in self.watcher.watch_changes():
                self._apply_file_changes(changes)
            # The watcher ended: from now on, changes are not reported.
            self._log("files are checked once a second, because the system does not report changes of this directory")
            self.index.mark_changed()
            for state in self._component_states.values():
                state.mark_changed()
            await rechecking
        finally:
            rechecking.cancel()

    def end_workers(self) -> None:
        self.workers.end_processes()

    def get_component_state(self, component: Component) -> ComponentState:
        names = (component.project, component.slug)
        state = self._component_states.get(names)
        if state is None or (state.component is not component and state.component != component):
            if state is not None:
                state.clear_cached_values()
            state = self._component_states[names] = ComponentState(component, self._resources, self.options)
        return state

    def list_broken_files(self) -> list[BrokenFile]:
        """Return all files that cannot be used at present.

        These are translation files that could not be read at the last scan, and settings files that could not be
        parsed.
        """
        broken = list(self._find_broken_settings_files())
        for (project, slug), state in sorted(self._component_states.items()):
            for each in state.failures:
                reason = remove_root_from_text(each.reason, self.options.root)
                broken.append(BrokenFile(project, slug, each.path, each.line, reason))
        return broken

    async def _build_index(self, cached: CachedValue[ComponentIndex]) -> ComponentIndex:
        old_index = cached.value
        try:
            discovered, self._has_settings_inside = await self.workers.run_task(
                cached, scans.find_components_and_settings_scope, self.options.root, self.options.excluded
            )
        except TranstatsError as error:
            discovered = DiscoveryResult(list(old_index.components.values()) if old_index else [], [error.problem])
        index = assemble_index(discovered, old_index, self.options)
        old_problems = frozenset(old_index.settings_problems) if old_index is not None else frozenset()
        for problem in index.settings_problems:
            if problem not in old_problems:
                self._log(str(problem))
        for names, state in list(self._component_states.items()):
            if state.component != index.components.get(names):
                state.clear_cached_values()
                del self._component_states[names]
        self.totals.keep_projects(list(index.projects))
        return old_index if old_index is not None and old_index == index else index

    def _is_watched(self) -> bool:
        return self.watcher.is_active and self._has_settings_inside

    def _apply_file_changes(self, changes: Iterable[FileChange]) -> None:
        paths: list[FileChange] = []
        for change in changes:
            if change.is_git_change:
                for state in self._component_states.values():
                    state.mark_head_moved(change.path)
            else:
                paths.append(change)
        component_files, changed_states = self._find_affected_paths_and_states({change.path for change in paths})
        if any(change.can_change_components(is_component_file=change.path in component_files) for change in paths):
            self.index.mark_changed()
        for state in changed_states:
            state.mark_changed()

    def _find_affected_paths_and_states(self, paths: Iterable[str]) -> tuple[set[str], set[ComponentState]]:
        """Return the changed paths that may affect components, and the states of the components that may be affected.

        `paths` are absolute paths of changed files and folders. The returned paths are possible files of a component,
        and folders.
        """
        paths_by_folder: dict[str, list[str]] = {}
        for path in paths:
            for folder in parent_folders(path):
                paths_by_folder.setdefault(folder, []).append(path)
        by_root: dict[str, list[ComponentState]] = {}
        for state in self._component_states.values():
            if state.component.root in paths_by_folder:
                by_root.setdefault(state.component.root, []).append(state)
        component_files: set[str] = set()
        affected: set[ComponentState] = set()
        for root, states in by_root.items():
            folders = {path for path in paths_by_folder[root] if may_be_folder(path)}
            paths_by_relative_path = {os.path.relpath(path, root): path for path in paths_by_folder[root]}
            # A folder may have as many components as files, and all of them may change at once.
            index = NameIndex([(path, 0) for path in paths_by_relative_path])
            for state in states:
                matching = state.find_matching_paths(index)
                component_files.update(
                    paths_by_relative_path[path] for path in matching if path in paths_by_relative_path
                )
                if matching or folders:
                    affected.add(state)
            component_files |= folders
        return component_files, affected

    def _find_broken_settings_files(self) -> Iterator[BrokenFile]:
        """Yield a BrokenFile for each settings file that could not be parsed. Paths are relative to the root."""
        for problem in self.index.value.settings_problems if self.index.value is not None else ():
            path = os.path.abspath(problem.path)
            # Of a file outside the tree, only the name is published.
            is_inside = is_below(path, self.options.root)
            published = os.path.relpath(path, self.options.root) if is_inside else os.path.basename(path)
            reason = remove_root_from_text(problem.reason, self.options.root)
            yield BrokenFile("", "", published, problem.line, reason)


class CacheReader:
    """Reads the component cache for one request, and records all cached values that the response depends on.

    If the argument `checks` of a method is True, the statistics are those of a scan with checks. If `urgent` is True,
    values that have to be computed are computed before values that are not urgent.
    """

    def __init__(self, cache: ComponentCache) -> None:
        self.options = cache.options
        self.dependencies: list[tuple[CachedValue[Any], Any]] = []
        self.latest_change_time = 0.0
        """Latest modification time of all files that were read, in seconds since 1970."""
        self._component_cache = cache

    async def read_index(self) -> ComponentIndex:
        """Return all components and projects of the directory tree."""
        return await self._read_value(self._component_cache.index)

    async def find_component(self, project: str, slug: str) -> Component | None:
        """Return the component with this name, or None if there is none."""
        cached_index = self._component_cache.index
        index = cached_index.value
        if index is None or (project, slug) not in index.components:
            index = await cached_index.get()
        # A component that is in the index is used immediately, but the index is refreshed if it is old.
        cached_index.is_valid(index, asyncio.get_running_loop().time())
        self.dependencies.append((cached_index, index))
        return index.components.get((project, slug))

    async def require_component(self, project: str, slug: str) -> Component:
        """Return the component with this name. Raises HttpProblem (404) if there is none."""
        component = await self.find_component(project, slug)
        if component is None:
            raise problems.not_found()
        return component

    async def read_snapshot(
        self, component: Component, *, checks: bool = True, urgent: bool = True
    ) -> ComponentSnapshot:
        """Return the statistics of a component. Raises HttpProblem (404) if the component's files no longer exist."""
        cached: CachedValue[ComponentSnapshot] = self._component_cache.get_component_state(component).cached_snapshots[
            checks
        ]
        snapshot = await self._read_value(cached, urgent=urgent)
        self.latest_change_time = max(self.latest_change_time, snapshot.change_time)
        return snapshot

    async def read_snapshots(
        self, components: Sequence[Component], *, checks: bool = True
    ) -> list[ComponentSnapshot | None]:
        """Return the statistics of several components.

        The list contains None for each component whose files no longer exist.
        """
        caches = [self._component_cache.get_component_state(each).cached_snapshots[checks] for each in components]
        snapshots = await self._read_values(caches)
        newest = max((each.change_time for each in snapshots if each is not None), default=0.0)
        self.latest_change_time = max(self.latest_change_time, newest)
        return snapshots

    async def read_reports(self, components: Sequence[Component], *, checks: bool = True) -> list[Report]:
        """Return the reports of several components. Components whose files no longer exist are left out."""
        return [each.report for each in await self.read_snapshots(components, checks=checks) if each is not None]

    async def read_compared_reports(self, components: Sequence[Component]) -> list[Report]:
        """Return the reports of several components with the completeness of their languages ("compared reports").

        Components whose files no longer exist are left out. All snapshots are read before all comparisons, so that the
        states of the files are checked together.
        """
        states = [self._component_cache.get_component_state(component) for component in components]
        snapshots = await self.read_snapshots(components)
        comparisons = await self._read_values([state.cached_comparison for state in states])
        return [
            state.add_comparison(snapshot, compared)
            for state, snapshot, compared in zip(states, snapshots, comparisons, strict=True)
            if snapshot is not None and compared is not None
        ]

    async def read_available_reports(self, components: Sequence[Component], project: str = "") -> AvailableReports:
        """Return the compared reports of the components of a project, or of all projects if `project` is empty.

        If some components have never been counted, wait for the time `page_wait_seconds` of the limits. After that,
        return only the reports of components that have been counted. Open pages are notified of the progress.
        """
        cache = self._component_cache
        states = [cache.get_component_state(component) for component in components]
        if all(state.is_counted for state in states):
            return AvailableReports(await self.read_compared_reports(components))
        task = cache.background_counter.start_counting(project, components)
        await asyncio.wait([task], timeout=self.options.limits.page_wait_seconds)
        if task.done():
            return AvailableReports(await self.read_compared_reports(components))
        reports = [report for state in states if (report := state.get_counted_report()) is not None]
        # None is never a valid value, so the response is not cached: the next one has more components or newer figures.
        self.dependencies.append((states[0].cached_comparison, None))
        return AvailableReports(reports, len(states) - len(reports))

    async def read_compared_report(self, component: Component) -> Report:
        """Return the report of a component with the completeness of its languages. Raises HttpProblem (404)."""
        state = self._component_cache.get_component_state(component)
        snapshot = await self.read_snapshot(component)
        return state.add_comparison(snapshot, await self._read_value(state.cached_comparison))

    def sum_by_project(self, reports: Sequence[Report]) -> list[Report]:
        """Return the sum of the reports of each project: a report with one record for each language."""
        return self._component_cache.totals.sum_by_project(reports)

    async def read_failing_unit_counts(
        self, component: Component, *, urgent: bool = True
    ) -> Mapping[str, FailingUnitCounts]:
        """Return the numbers of failing strings of a component by language code.

        A language that no longer has failing strings may still be included.
        """
        failing: CachedValue[FailingUnitCountsSnapshot] = self._component_cache.get_component_state(
            component
        ).cached_failing_unit_counts
        return (await self._read_value(failing, urgent=urgent)).counts_by_language

    async def read_history_soon(self, component: Component, seconds: float) -> HistorySnapshot | None:
        """Return the history of a component, or None if it has never been read and reading takes longer than `seconds`.

        If the cached history is outdated, return it at once and read the history in the background. Open pages of the
        component are notified when a new history has been read in the background.
        """
        state = self._component_cache.get_component_state(component)
        return await self._read_value_soon(state, state.cached_history, seconds)

    async def read_changes_soon(self, component: Component, path: str, seconds: float) -> RecentChangesSnapshot | None:
        """Return the recent changes of a translation, in the same way as `read_history_soon` returns the history.

        `path` is the path of the translation file, relative to the component.
        """
        state = self._component_cache.get_component_state(component)
        return await self._read_value_soon(state, state.get_cached_changes(path), seconds)

    async def _read_value_soon(self, state: ComponentState, cached: CachedValue[Value], seconds: float) -> Value | None:
        if cached.value is None:
            task = cached.refresh()
            await asyncio.wait([task], timeout=seconds)
            if not task.done():
                task.add_done_callback(lambda _: state.announce_change())
        elif not cached.is_valid(cached.value, asyncio.get_running_loop().time()):
            # The old value is shown until the new value has been read, which notifies open pages.
            cached.refresh()
        self.dependencies.append((cached, cached.value))
        return cached.value

    async def run_on_component(self, component: Component, function: Callable[..., Value], *arguments: Any) -> Value:
        """Call `function(component, *arguments)` in a worker process as an urgent task, and return the result.

        Calls for the same component use the same process if possible, because they may cache values there.
        """
        file_state = await self._read_value(self._component_cache.get_component_state(component).cached_file_state)
        self.latest_change_time = max(self.latest_change_time, file_state.latest_change_time)
        topic = component.full_name
        return await self._component_cache.workers.run_task(_URGENT, function, component, *arguments, topic=topic)

    async def run_in_worker(self, function: Callable[..., Value], *arguments: Any) -> Value:
        """Call `function(*arguments)` in a worker process as a task that is not urgent, and return the result."""
        return await self._component_cache.workers.run_task(_NOT_URGENT, function, *arguments)

    def list_broken_files(self) -> list[BrokenFile]:
        return self._component_cache.list_broken_files()

    async def _read_value(self, cached: CachedValue[Value], *, urgent: bool = True) -> Value:
        value = await cached.get(urgent=urgent)
        self.dependencies.append((cached, value))
        return value

    async def _read_values(self, caches: Sequence[CachedValue[Value]]) -> list[Value | None]:
        """Return the values of several components. A component whose files no longer exist has the value None."""
        now = asyncio.get_running_loop().time()
        values = [each.value if each.value is not None and each.is_valid(each.value, now) else None for each in caches]
        # Waiting for a value needs a task, so only the values that are not available have one.
        missing = [index for index, value in enumerate(values) if value is None]
        results = await asyncio.gather(*(caches[index].get(urgent=False) for index in missing), return_exceptions=True)
        for index, result in zip(missing, results, strict=True):
            if not isinstance(result, BaseException):
                values[index] = result
            elif not isinstance(result, problems.HttpProblem) or result.status != 404:
                raise result
        self.dependencies += [(cached, each) for cached, each in zip(caches, values, strict=True) if each is not None]
        return values


class _FixedTaskPriority:
    """Constant priority: a task with this priority does not become urgent while it waits."""

    def __init__(self, *, is_urgent: bool) -> None:
        self.is_urgent = is_urgent


_URGENT, _NOT_URGENT = _FixedTaskPriority(is_urgent=True), _FixedTaskPriority(is_urgent=False)
