"""Cache of all components of a directory tree and their statistics, kept up to date with the files."""

import asyncio
import math
import os
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import PurePath
from typing import NamedTuple

from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError
from transtats_cli.git.repository import find_repository
from transtats_cli.history.shares import ShareHistory, read_share_history
from transtats_cli.pages.changes import FAILED_PERIOD, Period
from transtats_cli.pages.history import FAILED_HISTORY
from transtats_cli.paths import is_below, remove_root_from_text
from transtats_cli.problems import Problem
from transtats_cli.scanning.discovery.lookup import DiscoveryResult
from transtats_cli.serving.data import scans
from transtats_cli.serving.data.cached_value import UNWATCHED_CHECK_SECONDS, CachedValue
from transtats_cli.serving.data.comparisons import find_period
from transtats_cli.serving.data.component_state import ComponentState, SharedResources, make_comparison_kind
from transtats_cli.serving.data.watcher import FileChange
from transtats_cli.serving.data.workers import make_urgent
from transtats_cli.serving.http.problems import HttpProblem
from transtats_cli.serving.options import ServeOptions
from transtats_cli.worker import WorkerError

_INTERVAL_TO_SEARCH_TIME_RATIO = 4.0
"""Ratio of the time between the starts of two searches to the search time, if file changes are not reported.

With the value 4, the search for components runs at most a quarter of the time.
"""
_WATCHED_CHECK_SECONDS = 15.0
"""Time in seconds between two checks of watched files, in case a notification got lost."""
_MAX_PERIODS = 8
"""Maximum number of beginnings since which changes are cached."""
_PERIOD_USE_SECONDS = 60.0
"""Time in seconds that a period is in use after a page has shown it.

Without this time, open pages of many periods would compute each other's changes again and again.
"""

ComponentName = tuple[str, str]
"""Project and slug of a component."""


class ComponentIndex(NamedTuple):
    """Components and projects of a directory tree."""

    components: dict[ComponentName, Component]
    """Components by project and slug, sorted by both."""
    projects: dict[str, list[Component]]
    settings_problems: tuple[Problem, ...] = ()
    """Settings files that could not be parsed, and components that cannot be used."""


class ComponentCache(SharedResources):
    """Cache of the statistics of all components below a root directory.

    The files of a component are read only when a request needs the component.
    """

    def __init__(self, options: ServeOptions, log_message: Callable[[str], None]) -> None:
        super().__init__(options, log_message)
        self.index = CachedValue(
            self._build_index,
            lambda: self.watcher.is_active and self._has_settings_inside,
            self._on_index_changed,
            _INTERVAL_TO_SEARCH_TIME_RATIO,
        )
        self.history = CachedValue(self._read_history, self._is_head_watched, self._announce_all)
        """Shares of all components at past commits."""
        self._history_state: object = None
        """Components and position of HEAD for which the history was read."""
        self._has_settings_inside = True
        """True if all settings files that apply to components are below the root. Their changes are then reported."""
        self._component_states: dict[ComponentName, ComponentState] = {}
        self._periods: dict[str, CachedValue[Period]] = {}
        """Periods of the pages of changes by their beginning. The one that was used last is the last item."""

    async def watch_files(self) -> None:
        """Start a search for components, then process file changes until this task is cancelled."""
        self.index.refresh()
        rechecking = asyncio.create_task(self.recheck_files_regularly())
        try:
            async for changes in self.watcher.watch_changes():
                self._apply_file_changes(changes)
            # The watcher ended: from now on, changes are not reported.
            self.log_message(
                "files are checked once a second, because the system does not report changes of this directory"
            )
            self.mark_index_changed()
            for state in self._component_states.values():
                state.mark_changed()
            await rechecking
        finally:
            rechecking.cancel()

    async def recheck_files_regularly(self) -> None:
        """Check files for changes that were not reported, until the task is cancelled. Requests do not wait for this.

        Files that are not watched are checked only if an open page shows their figures.
        """
        loop = asyncio.get_running_loop()
        next_check = loop.time() + _WATCHED_CHECK_SECONDS
        while True:
            await asyncio.sleep(UNWATCHED_CHECK_SECONDS)
            is_due = loop.time() >= next_check
            if not (is_due or self.feed.subscription_count):
                continue
            if is_due or not self.index.is_valid():
                self.index.refresh()
            if self.history.value is not None and (is_due or not self.history.is_valid()):
                self.history.refresh()
            checked = [
                each
                for names, each in self._component_states.items()
                if (is_due if each.is_watched() else self.feed.is_subscribed(*names))
            ]
            await asyncio.gather(*(each.recheck_files() for each in checked))
            if is_due:
                next_check = loop.time() + _WATCHED_CHECK_SECONDS

    def get_component_state(self, component: Component) -> ComponentState:
        names = (component.project, component.slug)
        state = self._component_states.get(names)
        if state is None or (state.component is not component and state.component != component):
            state = self._component_states[names] = ComponentState(component, self)
        return state

    def get_period(self, since: str) -> CachedValue[Period]:
        """Return the period with this beginning.

        If there are too many, the changes of the period that has not been used for the longest time are removed. Raises
        HttpProblem (503) if all of them are in use.
        """
        cached = self._periods.pop(since, None)
        if cached is None:
            if len(self._periods) == _MAX_PERIODS:
                self._remove_oldest_period()
            cached = CachedValue(partial(self._find_period, since), lambda: False, lambda: None)
        self._periods[since] = cached
        return cached

    def _remove_oldest_period(self) -> None:
        since, oldest = next(iter(self._periods.items()))
        # A period is computed again when it is used, and is then valid for a second.
        last_use = oldest.valid_until if oldest.value is not None else math.inf
        if asyncio.get_running_loop().time() < last_use + _PERIOD_USE_SECONDS:
            problem = "The changes since too many other dates are being computed; try again later."
            raise HttpProblem(503, problem, retry_seconds=int(_PERIOD_USE_SECONDS))
        del self._periods[since]
        assert oldest.value is not None
        commit = oldest.value.commit
        if all(each.value is None or each.value.commit != commit for each in self._periods.values()):
            for state in self._component_states.values():
                state.forget(make_comparison_kind(commit))

    async def _find_period(self, since: str, cached: CachedValue[Period]) -> Period:
        assert cached.turn is not None
        try:
            # The log of git is read quickly, and comparisons wait for it.
            period = await self.workers.run_task(make_urgent(cached.turn), find_period, self.options.root, since)
        except (TranstatsError, OSError, WorkerError) as error:
            self.log_message(f"the changes since {since} cannot be read: {error}")
            period = FAILED_PERIOD._replace(since=since)
        if cached.value is None:
            # An open page may show a note in place of the changes.
            self.feed.announce_all()
        return period

    def mark_index_changed(self) -> None:
        self.feed.version += 1
        self.index.mark_changed()

    def _on_index_changed(self) -> None:
        self.history.mark_changed(refresh=False)
        self._announce_all()

    def _announce_all(self) -> None:
        self.feed.version += 1
        self.feed.announce_all()

    def list_broken_files(self) -> list[tuple[ComponentName, Problem]]:
        """Return all files that cannot be used at present, each with the names of its component.

        These are settings files that could not be parsed, whose names are empty, and translation files that could not
        be read at the last scan. The problems contain no path outside of the root, so they may be published.
        """
        root = self.options.root
        broken: list[tuple[ComponentName, Problem]] = []
        for problem in self.index.value.settings_problems if self.index.value is not None else ():
            path = os.path.abspath(problem.path)
            # Of a file outside the tree, only the name is published.
            published = os.path.relpath(path, root) if is_below(path, root) else os.path.basename(path)
            broken.append((("", ""), problem._replace(path=published)))
        broken += [(names, each) for names, state in sorted(self._component_states.items()) for each in state.failures]
        return [(names, each._replace(reason=remove_root_from_text(each.reason, root))) for names, each in broken]

    async def _build_index(self, cached: CachedValue[ComponentIndex]) -> ComponentIndex:
        old_index = cached.value
        assert cached.turn is not None
        try:
            find, options = scans.find_components_and_settings_scope, self.options
            discovered, self._has_settings_inside = await self.workers.run_task(
                cached.turn, find, options.root, options.excluded, options.overrides
            )
        except TranstatsError as error:
            discovered = DiscoveryResult(list(old_index.components.values()) if old_index else [], [error.problem])
        index = assemble_index(discovered, old_index, self.options)
        old_problems = frozenset(old_index.settings_problems) if old_index is not None else frozenset()
        for problem in index.settings_problems:
            if problem not in old_problems:
                self.log_message(str(problem))
        states = self._component_states.items()
        self._component_states = {
            names: each for names, each in states if each.component == index.components.get(names)
        }
        return old_index if old_index is not None and old_index == index else index

    def _is_head_watched(self) -> bool:
        found = find_repository(self.options.root)
        return self.watcher.is_active and (found is None or self.watcher.covers_repository(found))

    async def _read_history(self, cached: CachedValue[ShareHistory]) -> ShareHistory:
        """Return the history of all components, or one with the reason why it cannot be read."""
        index, found = await self.index.get(urgent=False), find_repository(self.options.root)
        state = index, await asyncio.to_thread(found.read_head_position) if found else None
        if cached.value is not None and self._history_state == state:
            return cached.value
        assert cached.turn is not None
        arguments = (self.options.root, [*index.components], self.options.overrides, self.options.cache_directory)
        try:
            history = await self.workers.run_task(cached.turn, read_share_history, *arguments)
            self._history_state = state
        except (TranstatsError, OSError, WorkerError) as error:
            history = FAILED_HISTORY
            if cached.value != history:
                self.log_message(f"the history cannot be read: {error}")
        if cached.value is None:
            # An open page may show a note in place of the value.
            self.feed.announce_all()
        return cached.value if cached.value == history else history

    def _apply_file_changes(self, changes: Sequence[FileChange]) -> None:
        """Mark the components of changed files as outdated.

        A path that belongs to no known file may be a new file of any component whose root is above the path, or the
        file of a new component.
        """
        for change in changes:
            if change.is_git_change:
                self.history.mark_changed(refresh=False)
                for state in self._component_states.values():
                    state.mark_head_moved(change.path)
        others = [change for change in changes if not change.is_git_change]
        folders = {str(folder) for change in others for folder in PurePath(change.path).parents}
        nearby = [state for state in self._component_states.values() if state.component.root in folders]
        owners: dict[str, list[ComponentState]] = {}
        for state in nearby:
            for path in state.list_files():
                owners.setdefault(path, []).append(state)
        affected = {state for change in others for state in owners.get(change.path, ())}
        if any(change.path not in owners and change.can_change_components() for change in others):
            self.mark_index_changed()
            affected.update(nearby)
        for state in affected:
            state.mark_changed()


def assemble_index(
    discovered: DiscoveryResult, old_index: ComponentIndex | None, options: ServeOptions
) -> ComponentIndex:
    """Return the index of the components that a search has found, with the options of the server.

    A component of the old index is kept if the file that describes it cannot be parsed, perhaps because an editor is
    writing it.
    """
    folders_with_problems = {
        str(folder) for problem in discovered.problems for folder in PurePath(os.path.abspath(problem.path)).parents
    }
    components = {(each.project, each.slug): each._replace(base_url=options.base_url) for each in discovered.components}
    for names, component in old_index.components.items() if old_index else ():
        if component.root in folders_with_problems:
            components.setdefault(names, component)
    components = {names: components[names] for names in sorted(components)}
    projects: dict[str, list[Component]] = {}
    for (project, _), component in components.items():
        projects.setdefault(project, []).append(component)
    return ComponentIndex(components, projects, tuple(discovered.problems))
