"""The library: all components of a tree and what they hold, as cached as their files. Views ask nobody else."""

import asyncio
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError
from transtats_cli.scanning.discovery import Found
from transtats_cli.serving import problems, scans
from transtats_cli.serving.cached_value import CachedValue
from transtats_cli.serving.component_state import ComponentSnapshot, ComponentState, FailingByLanguage, ProblemLog
from transtats_cli.serving.options import ServeOptions
from transtats_cli.serving.strings.failing import Failing
from transtats_cli.serving.watcher import FileChange, FileWatcher
from transtats_cli.serving.workers import Workers

Value = TypeVar("Value")
ComponentName = tuple[str, str]
"""A project's and a component's."""

_IDLE_FACTOR = 4.0
"""Of the time in which nobody tells of changes, no more than a fifth is spent on looking for components."""


class ComponentIndex(NamedTuple):
    """What there is."""

    components: dict[ComponentName, Component]
    """Sorted by project and name."""
    projects: dict[str, list[Component]]
    problems: tuple[str, ...] = ()
    """Documents that could not be understood."""


class BrokenFile(NamedTuple):
    """A file that cannot be read at present; fit to be shown to anybody."""

    project: str
    component: str
    path: str
    line: int | None
    reason: str


class ComponentCache:
    """All components below a root. Nothing is read before it is asked for."""

    def __init__(self, options: ServeOptions, log: Callable[[str], None]) -> None:
        self.options = options
        self.workers = Workers(options.jobs)
        self.watch = FileWatcher(options.root)
        self.index = CachedValue(self._build_index, self._is_watched, self.workers.hurry, idle_factor=_IDLE_FACTOR)
        self._is_inside = True
        """All documents that say something of components are below the root."""
        self._log = log
        self._problem_log = ProblemLog(log, options.verbose)
        self._states: dict[ComponentName, ComponentState] = {}

    async def run(self) -> None:
        """Hear of changes until cancelled; meanwhile, find out what there is before anybody asks."""
        self.index.refresh()
        async for changes in self.watch.changes():
            self._apply_changes(changes)
        # From now on nobody tells us.
        self._log("changes are looked for once a second: this file system, or the system, does not tell of them")
        self.index.mark_changed()
        for state in self._states.values():
            state.mark_changed()

    def end(self) -> None:
        self.workers.end()

    def state(self, component: Component) -> ComponentState:
        names = (component.project, component.slug)
        state = self._states.get(names)
        if state is None or state.component != component:
            if state is not None:
                state.close()
            state = self._states[names] = ComponentState(
                component, self.workers, self.watch, self._problem_log, self.options.cache
            )
        return state

    def broken_files(self) -> list[BrokenFile]:
        """The files that could not be read when they were last looked at, and documents that make no sense."""
        found = list(self._document_problems())
        for (project, slug), state in sorted(self._states.items()):
            for path, reason, line in state.failures:
                found.append(BrokenFile(project, slug, path, line, self._without_root(reason)))
        return found

    async def _build_index(self, cached: CachedValue[ComponentIndex]) -> ComponentIndex:
        before = cached.value
        try:
            found, self._is_inside = await self.workers.run(cached, scans.find_components, self.options.root)
        except TranstatsError as error:
            found = Found(list(before.components.values()) if before else [], [str(error)])
        index = self._index(found, before)
        for problem in index.problems:
            if before is None or problem not in before.problems:
                self._log(problem)
        for names, state in list(self._states.items()):
            if state.component != index.components.get(names):
                state.close()
                del self._states[names]
        return before if before is not None and before == index else index

    def _is_watched(self) -> bool:
        return self.watch.is_active and self._is_inside

    def _index(self, found: Found, before: ComponentIndex | None) -> ComponentIndex:
        overrides = self.options.overrides._replace(base_url=None)
        components = {
            (each.project, each.slug): overrides.on(each)._replace(base_url=self.options.base_url)
            for each in found.components
        }
        for names, component in before.components.items() if before else ():
            # The document that describes it is being written, perhaps; its files are still there.
            if any(_document(problem).startswith(component.root + os.sep) for problem in found.problems):
                components.setdefault(names, component)
        projects: dict[str, list[Component]] = {}
        for names in sorted(components):
            projects.setdefault(names[0], []).append(components[names])
        return ComponentIndex(
            {names: components[names] for names in sorted(components)}, projects, tuple(found.problems)
        )

    def _apply_changes(self, changes: Iterable[FileChange]) -> None:
        by_root: dict[str, list[ComponentState]] = {}
        for state in self._states.values():
            by_root.setdefault(state.component.root, []).append(state)
        changed_states: set[ComponentState] = set()
        is_structural = False
        for change in changes:
            if change.is_git_state:
                for state in self._states.values():
                    state.mark_head_moved(change.path)
                continue
            owners = [state for root in _parent_folders(change.path) for state in by_root.get(root, ())]
            affected = {state for state in owners if state.contains(os.path.relpath(change.path, state.component.root))}
            changed_states |= affected
            is_structural = is_structural or change.is_structural(is_known=bool(affected))
        if is_structural:
            self.index.mark_changed()
        for state in changed_states:
            state.mark_changed()

    def _document_problems(self) -> Iterator[BrokenFile]:
        """The documents that could not be understood, by their places in the tree."""
        for problem in self.index.value.problems if self.index.value is not None else ():
            path, _, reason = problem.partition(": ")
            location, _, line = path.partition(":")
            inside = os.path.relpath(_document(problem), self.options.root)
            # What lies outside of the tree is nobody's business, but for its name.
            shown = inside if not inside.startswith(os.pardir) else os.path.basename(location)
            yield BrokenFile("", "", shown, int(line) if line.isdecimal() else None, self._without_root(reason))

    def _without_root(self, text: str) -> str:
        """Without the location of the tree on this machine."""
        return text.replace(os.path.join(self.options.root, ""), "").replace(self.options.root, ".")


class CacheReader:
    """The library as one request reads it. What it was told is remembered: an answer holds while all of that does."""

    def __init__(self, cache: ComponentCache) -> None:
        self.options = cache.options
        self.dependencies: list[tuple[CachedValue[Any], Any]] = []
        self.changed = 0.0
        """When the newest file of all that was read was changed."""
        self._cache = cache

    async def index(self) -> ComponentIndex:
        """All components, and the projects that they are in."""
        return await self._read(self._cache.index)

    async def component(self, project: str, slug: str) -> Component | None:
        """The component of that name; None where there is none."""
        cached = self._cache.index
        index = cached.value
        if index is None or (project, slug) not in index.components:
            index = await cached.get()
        # Whoever asks for what is index does not wait until it is index what else there is; but we look.
        cached.is_valid(index, asyncio.get_running_loop().time())
        self.dependencies.append((cached, index))
        return index.components.get((project, slug))

    async def require(self, project: str, slug: str) -> Component:
        """The component of that name, or the problem that there is none."""
        component = await self.component(project, slug)
        if component is None:
            raise problems.not_found()
        return component

    async def snapshot(self, component: Component, *, checks: bool = True, urgent: bool = True) -> ComponentSnapshot:
        """What a component holds. Raises the problem that it is not there where its files have vanished."""
        cached: CachedValue[ComponentSnapshot] = self._cache.state(component).snapshots[checks]
        snapshot = await self._read(cached, urgent=urgent)
        self.changed = max(self.changed, snapshot.changed)
        return snapshot

    async def snapshots(
        self, components: Sequence[Component], *, checks: bool = True
    ) -> list[ComponentSnapshot | None]:
        """What several components hold; None for one whose files have vanished."""
        found = await asyncio.gather(
            *(self.snapshot(component, checks=checks, urgent=False) for component in components),
            return_exceptions=True,
        )
        snapshots: list[ComponentSnapshot | None] = []
        for each in found:
            if isinstance(each, problems.Problem) and each.status == 404:
                snapshots.append(None)
            elif isinstance(each, BaseException):
                raise each
            else:
                snapshots.append(each)
        return snapshots

    async def failing(self, component: Component, *, urgent: bool = True) -> Mapping[str, Failing]:
        """What fails in each language in which something does; a language without failures may be left from before."""
        failing: CachedValue[FailingByLanguage] = self._cache.state(component).failing
        return (await self._read(failing, urgent=urgent)).by_language

    async def run_on_component(self, component: Component, function: Callable[..., Value], *arguments: Any) -> Value:
        """What a function says of a component; it is called in another process with these arguments."""
        look = await self._read(self._cache.state(component).files)
        self.changed = max(self.changed, look.changed)
        return await self._cache.workers.run(_URGENT, function, component, *arguments)

    async def run_in_worker(self, function: Callable[..., Value], *arguments: Any) -> Value:
        """What a function makes of what was read; in another process, for it takes long, and can wait for its turn."""
        return await self._cache.workers.run(_NOT_URGENT, function, *arguments)

    def broken_files(self) -> list[BrokenFile]:
        return self._cache.broken_files()

    async def _read(self, cached: CachedValue[Value], *, urgent: bool = True) -> Value:
        value = await cached.get(urgent=urgent)
        self.dependencies.append((cached, value))
        return value


class _Priority:
    def __init__(self, *, is_urgent: bool) -> None:
        self.is_urgent = is_urgent


_URGENT, _NOT_URGENT = _Priority(is_urgent=True), _Priority(is_urgent=False)


def _document(problem: str) -> str:
    """The absolute path of the document that a problem speaks of."""
    return os.path.abspath(problem.partition(":")[0])


def _parent_folders(path: str) -> Iterator[str]:
    """The folders that a path is in, from the innermost to the root."""
    folder = os.path.dirname(path)
    while True:
        yield folder
        above = os.path.dirname(folder)
        if above == folder:
            return
        folder = above
