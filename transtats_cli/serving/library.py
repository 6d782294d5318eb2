"""The library: all components of a tree and what they hold, as current as their files. Views ask nobody else."""

import asyncio
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError
from transtats_cli.scanning.discovery import Found
from transtats_cli.serving import problems, scans
from transtats_cli.serving.freshness import Current
from transtats_cli.serving.options import ServeOptions
from transtats_cli.serving.shelf import Failures, Hearing, Shelf, Snapshot
from transtats_cli.serving.strings.failing import Failing
from transtats_cli.serving.watching import Change, Watch
from transtats_cli.serving.workers import Workers

Value = TypeVar("Value")
Names = tuple[str, str]
"""A project's and a component's."""

_REST = 4.0
"""Of the time in which nobody tells of changes, no more than a fifth is spent on looking for components."""


class Known(NamedTuple):
    """What there is."""

    components: dict[Names, Component]
    """Sorted by project and name."""
    projects: dict[str, list[Component]]
    problems: tuple[str, ...] = ()
    """Documents that could not be understood."""


class Broken(NamedTuple):
    """A file that cannot be read at present; fit to be shown to anybody."""

    project: str
    component: str
    path: str
    line: int | None
    reason: str


class Library:
    """All components below a root. Nothing is read before it is asked for."""

    def __init__(self, options: ServeOptions, tell: Callable[[str], None]) -> None:
        self.options = options
        self.workers = Workers(options.jobs)
        self.watch = Watch(options.root)
        self.known = Current(self._make_known, self._is_told, self.workers.hurry, rest=_REST)
        self._is_inside = True
        """All documents that say something of components are below the root."""
        self._tell = tell
        self._hearing = Hearing(tell, options.verbose)
        self._shelves: dict[Names, Shelf] = {}

    async def run(self) -> None:
        """Hear of changes until cancelled; meanwhile, find out what there is before anybody asks."""
        self.known.renew()
        async for changes in self.watch.changes():
            self._touch(changes)
        # From now on nobody tells us.
        self._tell("changes are looked for once a second: this file system, or the system, does not tell of them")
        self.known.touch()
        for shelf in self._shelves.values():
            shelf.touch()

    def end(self) -> None:
        self.workers.end()

    def shelf(self, component: Component) -> Shelf:
        names = (component.project, component.slug)
        shelf = self._shelves.get(names)
        if shelf is None or shelf.component != component:
            if shelf is not None:
                shelf.close()
            shelf = self._shelves[names] = Shelf(component, self.workers, self.watch, self._hearing, self.options)
        return shelf

    def broken(self) -> list[Broken]:
        """The files that could not be read when they were last looked at, and documents that make no sense."""
        found = list(self._troubles())
        for (project, slug), shelf in sorted(self._shelves.items()):
            for path, reason, line in shelf.failures:
                found.append(Broken(project, slug, path, line, self._public(reason)))
        return found

    async def _make_known(self, current: Current[Known]) -> Known:
        before = current.value
        try:
            found, self._is_inside = await self.workers.run(current, scans.survey, self.options.root)
        except TranstatsError as error:
            found = Found(list(before.components.values()) if before else [], [str(error)])
        known = self._known(found, before)
        for problem in known.problems:
            if before is None or problem not in before.problems:
                self._tell(problem)
        for names, shelf in list(self._shelves.items()):
            if shelf.component != known.components.get(names):
                shelf.close()
                del self._shelves[names]
        return before if before is not None and before == known else known

    def _is_told(self) -> bool:
        return self.watch.works and self._is_inside

    def _known(self, found: Found, before: Known | None) -> Known:
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
        return Known({names: components[names] for names in sorted(components)}, projects, tuple(found.problems))

    def _touch(self, changes: Iterable[Change]) -> None:
        by_root: dict[str, list[Shelf]] = {}
        for shelf in self._shelves.values():
            by_root.setdefault(shelf.component.root, []).append(shelf)
        touched: set[Shelf] = set()
        is_structural = False
        for change in changes:
            if change.is_of_git:
                for shelf in self._shelves.values():
                    shelf.hear_of_git(change.path)
                continue
            owners = [shelf for root in _upward(change.path) for shelf in by_root.get(root, ())]
            mine = {shelf for shelf in owners if shelf.holds(os.path.relpath(change.path, shelf.component.root))}
            touched |= mine
            is_structural = is_structural or change.is_structural(is_known=bool(mine))
        if is_structural:
            self.known.touch()
        for shelf in touched:
            shelf.touch()

    def _troubles(self) -> Iterator[Broken]:
        """The documents that could not be understood, by their places in the tree."""
        for problem in self.known.value.problems if self.known.value is not None else ():
            path, _, reason = problem.partition(": ")
            place, _, line = path.partition(":")
            inside = os.path.relpath(_document(problem), self.options.root)
            # What lies outside of the tree is nobody's business, but for its name.
            shown = inside if not inside.startswith(os.pardir) else os.path.basename(place)
            yield Broken("", "", shown, int(line) if line.isdecimal() else None, self._public(reason))

    def _public(self, text: str) -> str:
        """Without the place of the tree on this machine."""
        return text.replace(os.path.join(self.options.root, ""), "").replace(self.options.root, ".")


class Reading:
    """The library as one request reads it. What it was told is remembered: an answer holds while all of that does."""

    def __init__(self, library: Library) -> None:
        self.options = library.options
        self.sources: list[tuple[Current[Any], Any]] = []
        self.changed = 0.0
        """When the newest file of all that was read was changed."""
        self._library = library

    async def known(self) -> Known:
        """All components, and the projects that they are in."""
        return await self._read(self._library.known)

    async def component(self, project: str, slug: str) -> Component | None:
        """The component of that name; None where there is none."""
        current = self._library.known
        known = current.value
        if known is None or (project, slug) not in known.components:
            known = await current.get()
        # Whoever asks for what is known does not wait until it is known what else there is; but we look.
        current.holds(known, asyncio.get_running_loop().time())
        self.sources.append((current, known))
        return known.components.get((project, slug))

    async def required(self, project: str, slug: str) -> Component:
        """The component of that name, or the problem that there is none."""
        component = await self.component(project, slug)
        if component is None:
            raise problems.not_found()
        return component

    async def snapshot(self, component: Component, *, checks: bool = True, urgent: bool = True) -> Snapshot:
        """What a component holds. Raises the problem that it is not there where its files have vanished."""
        current: Current[Snapshot] = self._library.shelf(component).snapshots[checks]
        snapshot = await self._read(current, urgent=urgent)
        self.changed = max(self.changed, snapshot.changed)
        return snapshot

    async def snapshots(self, components: Sequence[Component], *, checks: bool = True) -> list[Snapshot | None]:
        """What several components hold; None for one whose files have vanished."""
        found = await asyncio.gather(
            *(self.snapshot(component, checks=checks, urgent=False) for component in components),
            return_exceptions=True,
        )
        snapshots: list[Snapshot | None] = []
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
        failing: Current[Failures] = self._library.shelf(component).failing
        return (await self._read(failing, urgent=urgent)).by_language

    @property
    def check_time(self) -> float:
        return self._library.options.check_time

    async def work(self, component: Component, function: Callable[..., Value], *arguments: Any) -> Value:
        """What a function says of a component; it is called in another process with these arguments."""
        look = await self._read(self._library.shelf(component).files)
        self.changed = max(self.changed, look.changed)
        return await self._library.workers.run(_URGENT, function, component, *arguments)

    async def apart(self, function: Callable[..., Value], *arguments: Any) -> Value:
        """What a function makes of what was read; in another process, for it takes long, and can wait for its turn."""
        return await self._library.workers.run(_PATIENT, function, *arguments)

    def broken(self) -> list[Broken]:
        return self._library.broken()

    async def _read(self, current: Current[Value], *, urgent: bool = True) -> Value:
        value = await current.get(urgent=urgent)
        self.sources.append((current, value))
        return value


class _Wish:
    def __init__(self, *, is_urgent: bool) -> None:
        self.is_urgent = is_urgent


_URGENT, _PATIENT = _Wish(is_urgent=True), _Wish(is_urgent=False)


def _document(problem: str) -> str:
    """The absolute path of the document that a problem speaks of."""
    return os.path.abspath(problem.partition(":")[0])


def _upward(path: str) -> Iterator[str]:
    """The folders that a path is in, from the innermost to the root."""
    folder = os.path.dirname(path)
    while True:
        yield folder
        above = os.path.dirname(folder)
        if above == folder:
            return
        folder = above
