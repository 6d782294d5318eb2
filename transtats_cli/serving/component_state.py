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
from transtats_cli.serving.cached_value import CachedValue
from transtats_cli.serving.last_good import keep_last_good, without_failing
from transtats_cli.serving.scans import FileState, Heads
from transtats_cli.serving.strings.failing import Failing, count_failing
from transtats_cli.serving.watcher import FileWatcher
from transtats_cli.serving.workers import Workers

Value = TypeVar("Value")
Outcome = TypeVar("Outcome")

_VERSIONS = itertools.count(1)


class ComponentSnapshot(NamedTuple):
    """What a component holds at one moment."""

    undated_report: Report
    """As its files say, without what git says of them."""
    report: Report
    """With the source language's record, and the last good records of files that are broken."""
    version: str
    """Another one for every change."""
    changed: float
    """When the newest of the files was changed, or what git says of them; seconds since 1970."""
    file_state: FileState


class FailingByLanguage(NamedTuple):
    """What fails in each language in which something does; a language without failures may be left from before."""

    by_language: Mapping[str, Failing]
    file_state: FileState


class ProblemLog(NamedTuple):
    """Who is undated what is wrong with components, and with how much."""

    log: Callable[[str], None]
    is_verbose: bool = False


class ComponentState:
    """One component's route in the library."""

    def __init__(
        self, component: Component, workers: Workers, watch: FileWatcher, problem_log: ProblemLog, cache: str = ""
    ) -> None:
        self.component = component
        self.failures: tuple[Failure, ...] = ()
        """The files that could not be read when they were last scanned."""
        self.files = CachedValue(self._refresh_files, self._is_watched, workers.hurry)
        self.snapshots = {
            checks: CachedValue(partial(self._take_snapshot, checks), self._is_watched, workers.hurry)
            for checks in (True, False)
        }
        self.failing = CachedValue(self._find_failing, self._is_watched, workers.hurry)
        self._workers = workers
        self._watch = watch
        self._log, self._is_verbose = problem_log
        self._cache = cache
        self._has_links = False
        self._heads: Heads = frozenset()
        self._logged: dict[bool, frozenset[str]] = {}
        """What was texts of a scan with checks, and of one without."""

    def contains(self, path: str) -> bool:
        """Whether a path, relative to the component, may be one of its files, or a folder of them."""
        component = self.component
        if path in (component.template, component.new_base) or path in component.paths.values():
            return True
        return files.language_of(component, path) is not None or not os.path.splitext(path)[1]

    def mark_changed(self) -> None:
        """The files may have changed just now."""
        for cached in self._all():
            cached.mark_changed()

    def mark_head_moved(self, path: str) -> None:
        """HEAD may have moved just now, if this file of git's is about a repository of ours; files tell by themselves.

        A commit concerns all components of a repository, and few of them are asked for soon.
        """
        if any(path.startswith(os.path.join(repository.common, "")) for repository, _ in self._heads):
            for cached in self.snapshots.values():
                cached.mark_stale()

    def close(self) -> None:
        """There is no such component any more, or it has become another."""
        for cached in self._all():
            cached.clear()

    def _all(self) -> Iterator[CachedValue[Any]]:
        yield self.files
        yield self.failing
        yield from self.snapshots.values()

    def _is_watched(self) -> bool:
        watch = self._watch
        if self._has_links or not (watch.is_active and watch.covers(self.component.root)):
            return False
        return all(watch.covers_git(repository) for repository, _ in self._heads)

    async def _refresh_files(self, cached: CachedValue[FileState]) -> FileState:
        state = await self._read_files(cached)
        before = cached.value
        return before if before is not None and before.has_same_files(state) else state

    async def _take_snapshot(self, checks: bool, cached: CachedValue[ComponentSnapshot]) -> ComponentSnapshot:
        """The snapshot from before where nothing has changed, and else another one."""
        state = await self._read_files(cached)
        before = cached.value
        scanned = before if before is not None and before.file_state.has_same_files(state) else None
        if scanned is not None and scanned.file_state.heads == state.heads:
            return scanned
        if scanned is None:
            undated, report = await self._run_worker(cached, scans.scan, self.component, checks, self._cache)
        else:
            undated, report = await self._run_worker(cached, scans.add_git_dates, scanned.undated_report, self._cache)
        self._log_problems(report, checks)
        report = keep_last_good(report, *self._earlier_reports(checks))
        if scanned is not None and scanned.report == report:
            # Most commits are about something else.
            return scanned._replace(file_state=state)
        changed = state.changed if scanned is None else time.time()
        return ComponentSnapshot(undated, report, str(next(_VERSIONS)), changed, state)

    def _earlier_reports(self, checks: bool) -> list[Report]:
        """What was found out before, the latest first: without checks, what was found with them will do as well."""
        found = [(each, with_checks) for with_checks, cached in self.snapshots.items() if (each := cached.value)]
        found.sort(key=lambda each: int(each[0].version), reverse=True)
        return [
            snapshot.report if with_checks == checks else without_failing(snapshot.report)
            for snapshot, with_checks in found
            if with_checks or not checks
        ]

    async def _find_failing(self, cached: CachedValue[FailingByLanguage]) -> FailingByLanguage:
        state = await self._read_files(cached)
        before = cached.value
        if before is not None and before.file_state.has_same_files(state):
            return before
        found = await self._run_worker(cached, count_failing, self.component)
        # A file that cannot be read keeps its last good record, and with it what failed then.
        return FailingByLanguage({**before.by_language, **found} if before is not None else found, state)

    async def _read_files(self, cached: CachedValue[Value]) -> FileState:
        """The files as they are now."""
        state = await asyncio.to_thread(scans.read_file_state, self.component)
        self._has_links, self._heads = state.has_links, state.heads
        if not state.is_settled:
            # Another change could hide in the same moment: state once more when it has passed.
            asyncio.get_running_loop().call_later(scans.SETTLING_SECONDS, cached.mark_changed)
        return state

    async def _run_worker(
        self, cached: CachedValue[Value], function: Callable[..., Outcome], *arguments: Any
    ) -> Outcome:
        """What a worker says of the component; raises the problem that it is not there where it can say nothing."""
        try:
            return await self._workers.run(cached, function, *arguments)
        except TranstatsError as error:
            cached.clear()
            self._log_failure(str(error))
            raise problems.not_found() from error

    def _log_problems(self, report: Report, checks: bool) -> None:
        """Say in the log what has broken, and what has been mended."""
        name = f"{self.component.project}/{self.component.slug}"
        notes = [f"note: {note}" for note in report.notes] if self._is_verbose else []
        texts = [*map(str, report.failures), *(f"warning: {warning}" for warning in report.warnings), *notes]
        for text in texts:
            if not any(text in before for before in self._logged.values()):
                self._log(f"{name}: {text}")
        broken = {failure.path for failure in report.failures}
        for path in sorted({failure.path for failure in self.failures} - broken):
            self._log(f"{name}: {path}: can be read again, or is gone")
        self.failures, self._logged[checks] = report.failures, frozenset(texts)

    def _log_failure(self, reason: str) -> None:
        """Say in the log why nothing can be texts of the component at all."""
        if reason not in self._logged.get(True, ()):
            self._log(f"{self.component.project}/{self.component.slug}: {reason}")
        self.failures, self._logged = (), {True: frozenset({reason})}
