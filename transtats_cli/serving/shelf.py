"""What is kept of one component: its files as they were last seen, and what was found out about them."""

import asyncio
import itertools
import os
import time
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple, TypeVar

from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError
from transtats_cli.report import Failure, Report
from transtats_cli.scanning import files
from transtats_cli.serving import problems, scans
from transtats_cli.serving.freshness import Current
from transtats_cli.serving.last_good import carried_over, unchecked
from transtats_cli.serving.options import ServeOptions
from transtats_cli.serving.scans import Look, Past
from transtats_cli.serving.strings.failing import Failing, failing
from transtats_cli.serving.watching import Watch
from transtats_cli.serving.workers import Workers

Value = TypeVar("Value")
Found = TypeVar("Found")

_VERSIONS = itertools.count(1)


class Snapshot(NamedTuple):
    """What a component holds at one moment."""

    told: Report
    """As its files say, without what git says of them."""
    report: Report
    """With the source language's record, and the last good records of files that are broken."""
    version: str
    """Another one for every change."""
    changed: float
    """When the newest of the files was changed, or what git says of them; seconds since 1970."""
    look: Look


class Failures(NamedTuple):
    """What fails in each language in which something does; a language without failures may be left from before."""

    by_language: Mapping[str, Failing]
    look: Look


class Hearing(NamedTuple):
    """Who is told what is wrong with components, and with how much."""

    tell: Callable[[str], None]
    verbose: bool = False


class Shelf:
    """One component's place in the library."""

    def __init__(
        self, component: Component, workers: Workers, watch: Watch, hearing: Hearing, options: ServeOptions
    ) -> None:
        self.component = component
        self.failures: tuple[Failure, ...] = ()
        """The files that could not be read when they were last scanned."""
        self.files = Current(self._look_at_files, self._is_watched, workers.hurry)
        self.snapshots = {
            checks: Current(partial(self._take_snapshot, checks), self._is_watched, workers.hurry)
            for checks in (True, False)
        }
        self.failing = Current(self._find_failures, self._is_watched, workers.hurry)
        self._workers = workers
        self._watch = watch
        self._tell, self._is_verbose = hearing
        self._cache = options.cache
        self._check_time = options.check_time
        self._has_links = False
        self._past: Past = frozenset()
        self._said: dict[bool, frozenset[str]] = {}
        """What was said of a scan with checks, and of one without."""

    def holds(self, path: str) -> bool:
        """Whether a path, relative to the component, may be one of its files, or a folder of them."""
        component = self.component
        if path in (component.template, component.new_base) or path in component.paths.values():
            return True
        return files.language_of(component, path) is not None or not os.path.splitext(path)[1]

    def touch(self) -> None:
        """The files may have changed just now."""
        for current in self._all():
            current.touch()

    def hear_of_git(self, path: str) -> None:
        """HEAD may have moved just now, if this file of git's is about a repository of ours; files tell by themselves.

        A commit concerns all components of a repository, and few of them are asked for soon.
        """
        if any(path.startswith(os.path.join(repository.common, "")) for repository, _ in self._past):
            for current in self.snapshots.values():
                current.doubt()

    def close(self) -> None:
        """There is no such component any more, or it has become another."""
        for current in self._all():
            current.forget()

    def _all(self) -> Iterator[Current[Any]]:
        yield self.files
        yield self.failing
        yield from self.snapshots.values()

    def _is_watched(self) -> bool:
        watch = self._watch
        if self._has_links or not (watch.works and watch.covers(self.component.root)):
            return False
        return all(watch.covers_git(repository) for repository, _ in self._past)

    async def _look_at_files(self, current: Current[Look]) -> Look:
        look = await self._looked(current)
        before = current.value
        return before if before is not None and before.has_same_files(look) else look

    async def _take_snapshot(self, checks: bool, current: Current[Snapshot]) -> Snapshot:
        """The snapshot from before where nothing has changed, and else another one."""
        look = await self._looked(current)
        before = current.value
        scanned = before if before is not None and before.look.has_same_files(look) else None
        if scanned is not None and scanned.look.past == look.past:
            return scanned
        if scanned is None:
            told, report = await self._found_out(
                current, scans.scan, self.component, checks, self._cache, self._check_time
            )
        else:
            told, report = await self._found_out(current, scans.with_past, scanned.told, self._cache)
        self._hear_of(report, checks)
        report = carried_over(report, *self._earlier(checks))
        if scanned is not None and scanned.report == report:
            # Most commits are about something else.
            return scanned._replace(look=look)
        changed = look.changed if scanned is None else time.time()
        return Snapshot(told, report, str(next(_VERSIONS)), changed, look)

    def _earlier(self, checks: bool) -> list[Report]:
        """What was found out before, the latest first: without checks, what was found with them will do as well."""
        found = [(each, with_checks) for with_checks, current in self.snapshots.items() if (each := current.value)]
        found.sort(key=lambda each: int(each[0].version), reverse=True)
        return [
            snapshot.report if with_checks == checks else unchecked(snapshot.report)
            for snapshot, with_checks in found
            if with_checks or not checks
        ]

    async def _find_failures(self, current: Current[Failures]) -> Failures:
        look = await self._looked(current)
        before = current.value
        if before is not None and before.look.has_same_files(look):
            return before
        found = await self._found_out(current, failing, self.component, self._check_time)
        # A file that cannot be read keeps its last good record, and with it what failed then.
        return Failures({**before.by_language, **found} if before is not None else found, look)

    async def _looked(self, current: Current[Value]) -> Look:
        """The files as they are now."""
        look = await asyncio.to_thread(scans.look, self.component)
        self._has_links, self._past = look.has_links, look.past
        if not look.is_settled:
            # Another change could hide in the same moment: look once more when it has passed.
            asyncio.get_running_loop().call_later(scans.SETTLING_SECONDS, current.touch)
        return look

    async def _found_out(self, current: Current[Value], function: Callable[..., Found], *arguments: Any) -> Found:
        """What a worker says of the component; raises the problem that it is not there where it can say nothing."""
        try:
            return await self._workers.run(current, function, *arguments)
        except TranstatsError as error:
            current.forget()
            self._hear_of_trouble(str(error))
            raise problems.not_found() from error

    def _hear_of(self, report: Report, checks: bool) -> None:
        """Say in the log what has broken, and what has been mended."""
        name = f"{self.component.project}/{self.component.slug}"
        notes = [f"note: {note}" for note in report.notes] if self._is_verbose else []
        from_here = report.component.from_here
        failed = [str(failure._replace(path=from_here(failure.path))) for failure in report.failures]
        said = [*failed, *(f"warning: {warning}" for warning in report.warnings), *notes]
        for text in said:
            if not any(text in before for before in self._said.values()):
                self._tell(f"{name}: {text}")
        broken = {failure.path for failure in report.failures}
        for path in sorted({failure.path for failure in self.failures} - broken):
            self._tell(f"{name}: {from_here(path)}: can be read again, or is gone")
        self.failures, self._said[checks] = report.failures, frozenset(said)

    def _hear_of_trouble(self, trouble: str) -> None:
        """Say in the log why nothing can be said of the component at all."""
        if trouble not in self._said.get(True, ()):
            self._tell(f"{self.component.project}/{self.component.slug}: {trouble}")
        self.failures, self._said = (), {True: frozenset({trouble})}
