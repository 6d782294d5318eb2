"""State of one component in the cache: states of its files at the last check, and results of the last scans."""

import asyncio
import itertools
import os
import time
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple, TypeVar

from transtats_cli.completeness import Completeness
from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError
from transtats_cli.pages.history_chart import TranslatedHistory
from transtats_cli.problems import Problem
from transtats_cli.report import Report
from transtats_cli.scanning.filemask import files
from transtats_cli.scanning.filemask.name_index import NameIndex
from transtats_cli.serving.data import scans
from transtats_cli.serving.data.cached_value import GRACE_SECONDS, CachedValue
from transtats_cli.serving.data.change_feed import ChangeFeed
from transtats_cli.serving.data.histories import TranslationChanges, read_recent_changes, read_translated_history
from transtats_cli.serving.data.last_good import keep_last_good_records, reset_failing_counts
from transtats_cli.serving.data.scans import (
    FailingUnitCounts,
    FileState,
    GitHeadPositions,
    SharedFileStateReader,
    count_failing_units,
)
from transtats_cli.serving.data.watcher import FileWatcher
from transtats_cli.serving.data.workers import ServerWorkers
from transtats_cli.serving.http import problems
from transtats_cli.serving.options import ServeOptions
from transtats_cli.worker import WorkerError

Value = TypeVar("Value")
Result = TypeVar("Result")

_VERSION_NUMBERS = itertools.count(1)


class ComponentSnapshot(NamedTuple):
    """Statistics of a component at one moment."""

    undated_report: Report
    """Report of a scan, without dates from git."""
    report: Report
    """Report with dates from git, and with the last good records of unreadable files. Includes the source language."""
    version: str
    """Number of this snapshot as text. Every snapshot of any component has a different number."""
    change_time: float
    """Time of the last change of a file or of the dates from git, in seconds since 1970."""
    file_state: FileState


class FailingUnitCountsSnapshot(NamedTuple):
    """Numbers of failing strings of a component, with the state of the files when the strings were counted."""

    counts_by_language: Mapping[str, FailingUnitCounts]
    """Numbers by language code. A language that no longer has failing strings may still be included."""
    file_state: FileState


class ComparedLanguages(NamedTuple):
    """Comparison of the languages of a component with the reference: the strings that each language should have.

    The reference is the gettext template or the source file. Without either, it is the union of all languages.
    """

    completeness: Mapping[str, Completeness]
    """Completeness by language code. A language that could not be compared is left out."""
    reference: str
    """Path of the template or the source file. Empty for the union of all languages."""
    file_state: FileState


class HistorySnapshot(NamedTuple):
    """History of a component, with the positions of HEAD when the history was read."""

    history: TranslatedHistory | None
    """None if the component is not in a git repository."""
    git_head_positions: GitHeadPositions


class RecentChangesSnapshot(NamedTuple):
    """Recent changes of a translation, with the state of the files when the changes were read."""

    changes: TranslationChanges | None
    """Changes of the translation, or None if its file is not in a git repository."""
    file_state: FileState


class ProblemLog(NamedTuple):
    """Log function for problems of components. If `is_verbose`, notes are logged as well."""

    log_message: Callable[[str], None]
    is_verbose: bool = False


class SharedResources(NamedTuple):
    """Objects that all components of a cache share."""

    workers: ServerWorkers
    watcher: FileWatcher
    file_states: SharedFileStateReader
    problem_log: ProblemLog
    feed: ChangeFeed
    on_component_removed: Callable[[], None]
    """Called when a component that was scanned before cannot be scanned any more, for example without files."""


class ComponentState:
    """State of one component: state of its files, snapshots, and failing strings."""

    def __init__(self, component: Component, resources: SharedResources, options: ServeOptions) -> None:
        workers = resources.workers
        self.component = component
        self.failures: tuple[Problem, ...] = ()
        """Files that could not be read at the last scan."""
        make_cached = partial(
            CachedValue, is_watched=self.is_watched, on_urgent=workers.schedule_tasks, on_end=self._on_computed
        )
        self.cached_file_state = CachedValue(
            self._refresh_files, self.is_watched, workers.schedule_tasks, on_end=lambda _: self._announce_if_current()
        )
        self._announcement: asyncio.TimerHandle | None = None
        self.cached_snapshots = {checks: make_cached(partial(self._take_snapshot, checks)) for checks in (True, False)}
        self.cached_failing_unit_counts = make_cached(self._count_failing_units)
        self.cached_comparison = make_cached(self._compare_languages)
        self.cached_history = make_cached(self._read_history)
        self._make_cached = make_cached
        self._cached_changes: dict[str, CachedValue[RecentChangesSnapshot]] = {}
        """Recent changes by path of the translation. Only those of pages that were requested are read."""
        self._feed = resources.feed
        self._on_removed = resources.on_component_removed
        self._options = options
        self._compared_report: tuple[ComponentSnapshot, ComparedLanguages, Report] | None = None
        self._workers = workers
        self._watcher = resources.watcher
        self._file_states = resources.file_states
        self._log, self._is_verbose = resources.problem_log
        self._cache_directory = options.cache_directory
        self._check_time = options.check_time
        self._has_links = False
        self._git_head_positions: GitHeadPositions = frozenset()
        self._logged_messages: dict[bool, frozenset[str]] = {}
        """Messages that were logged for the last scan. The key is True for a scan with checks, False without checks."""

    def find_matching_paths(self, paths: NameIndex) -> set[str]:
        """Return the paths that may be files of the component. All paths are relative to the component."""
        component = self.component
        fixed_paths = {component.template, component.new_base, *component.paths_by_language.values()}
        beginning, end = component.filemask.partition("*")[0], component.filemask.rpartition("*")[2]
        matching = {path for path in fixed_paths if paths.find_by_name(path)}
        candidates = (path for path, _ in paths.find_by_ends(beginning, end))
        return matching | {path for path in candidates if files.find_language_part(component, path) is not None}

    def get_cached_changes(self, path: str) -> CachedValue[RecentChangesSnapshot]:
        """Return the cache of the recent changes of a translation. `path` is the path of the translation file."""
        if path not in self._cached_changes:
            self._cached_changes[path] = self._make_cached(partial(self._read_changes, path))
        return self._cached_changes[path]

    def mark_changed(self) -> None:
        """Mark all cached values of the component as possibly outdated, and start to compute the values again."""
        for cached in self._cached_values():
            cached.mark_changed()

    async def recheck_files(self) -> None:
        """Compute all cached values again if the files have changed without a notification."""
        refreshed = [cached.refresh() for cached in self._cached_values() if cached.value is not None]
        await asyncio.gather(*refreshed, return_exceptions=True)

    def mark_head_moved(self, path: str) -> None:
        """Mark the values that depend on commits as stale, if a changed file belongs to a repository of this component.

        `path` is the path of the changed file below `.git`. The values are snapshots, the history and recent changes.
        They are not computed again until a request needs them, because a commit affects all components of a repository,
        and most of these components are not requested soon.
        """
        if any(
            path.startswith(os.path.join(repository.common_directory, "")) for repository, _ in self._git_head_positions
        ):
            for cached in (*self.cached_snapshots.values(), self.cached_history, *self._cached_changes.values()):
                cached.mark_stale()
            self.announce_change()

    def add_comparison(self, snapshot: ComponentSnapshot, compared: ComparedLanguages) -> Report:
        """Return the report of a snapshot with the completeness of the languages.

        The result is the same object until the snapshot or the comparison changes.
        """
        known = self._compared_report
        if known is None or known[0] is not snapshot or known[1] is not compared:
            report = snapshot.report._replace(completeness=compared.completeness, reference=compared.reference)
            known = self._compared_report = (snapshot, compared, report)
        return known[2]

    @property
    def is_counted(self) -> bool:
        """True if a report with the completeness of the languages is cached. It may be outdated."""
        return self.cached_snapshots[True].value is not None and self.cached_comparison.value is not None

    def get_counted_report(self) -> Report | None:
        """Return the cached report with the completeness of the languages, or None if there is none.

        The report may be outdated.
        """
        snapshot, compared = self.cached_snapshots[True].value, self.cached_comparison.value
        return None if snapshot is None or compared is None else self.add_comparison(snapshot, compared)

    def clear_cached_values(self) -> None:
        """Remove all cached values, because the component was removed or its definition changed."""
        for cached in self._cached_values():
            cached.clear()

    def announce_change(self) -> None:
        """Notify open pages that show this component, when no value of the component is being computed any more.

        A page that requests itself earlier could get old values. The notification is sent after GRACE_SECONDS at the
        latest, because old values are not returned after this time.
        """
        if self._announcement is None:
            self._announcement = asyncio.get_running_loop().call_later(GRACE_SECONDS, self._announce)
        self._announce_if_current()

    def _on_computed(self, is_changed: bool) -> None:
        if is_changed:
            self.announce_change()
        else:
            self._announce_if_current()

    def _announce_if_current(self) -> None:
        if self._announcement is not None and not any(each.is_computing for each in self._cached_values()):
            self._announce()

    def _announce(self) -> None:
        if self._announcement is not None:
            self._announcement.cancel()
            self._announcement = None
        self._feed.announce(self.component.project, self.component.slug)

    def _cached_values(self) -> Iterator[CachedValue[Any]]:
        yield self.cached_file_state
        yield self.cached_failing_unit_counts
        yield self.cached_comparison
        yield self.cached_history
        yield from self.cached_snapshots.values()
        yield from self._cached_changes.values()

    def is_watched(self) -> bool:
        """Return True if all changes of the files, and of HEAD, are reported."""
        watcher = self._watcher
        if self._has_links or not (watcher.is_active and watcher.covers_folder(self.component.root)):
            return False
        return all(watcher.covers_repository(repository) for repository, _ in self._git_head_positions)

    async def _refresh_files(self, cached: CachedValue[FileState]) -> FileState:
        state = await self._read_files(cached)
        old = cached.value
        return old if old is not None and old.has_same_files(state) else state

    async def _take_snapshot(self, checks: bool, cached: CachedValue[ComponentSnapshot]) -> ComponentSnapshot:
        """Return the old snapshot if neither files nor dates from git changed. Otherwise, return a new snapshot."""
        state = await self._read_files(cached)
        old = cached.value
        unchanged = old if old is not None and old.file_state.has_same_files(state) else None
        if unchanged is not None and unchanged.file_state.git_head_positions == state.git_head_positions:
            return unchanged
        if unchanged is None:
            undated, report = await self._run_worker(
                cached, scans.scan_with_git_dates, self.component, checks, self._cache_directory, self._check_time
            )
        else:
            undated, report = await self._run_worker(
                cached, scans.add_git_dates, unchanged.undated_report, self._cache_directory
            )
        self._log_problems(report, checks)
        report = keep_last_good_records(report, *self._list_earlier_reports(checks))
        if unchanged is not None and unchanged.report == report:
            # Most commits do not change this component.
            return unchanged._replace(file_state=state)
        changed = state.latest_change_time if unchanged is None else time.time()
        return ComponentSnapshot(undated, report, str(next(_VERSION_NUMBERS)), changed, state)

    def _list_earlier_reports(self, checks: bool) -> list[Report]:
        """Return the reports of earlier snapshots, latest first.

        If `checks` is True, these are reports of scans with checks. If it is False, they are reports of all scans, and
        the failing counts of scans with checks are set to 0.
        """
        earlier = [
            (each, with_checks) for with_checks, cached in self.cached_snapshots.items() if (each := cached.value)
        ]
        earlier.sort(key=lambda each: int(each[0].version), reverse=True)
        return [
            snapshot.report if with_checks == checks else reset_failing_counts(snapshot.report)
            for snapshot, with_checks in earlier
            if with_checks or not checks
        ]

    async def _count_failing_units(self, cached: CachedValue[FailingUnitCountsSnapshot]) -> FailingUnitCountsSnapshot:
        state = await self._read_files(cached)
        old = cached.value
        if old is not None and old.file_state.has_same_files(state):
            return old
        failing = await self._run_worker(cached, count_failing_units, self.component, self._check_time)
        # A file that cannot be read keeps its last good record, so its failing strings are kept as well.
        return FailingUnitCountsSnapshot({**old.counts_by_language, **failing} if old is not None else failing, state)

    async def _compare_languages(self, cached: CachedValue[ComparedLanguages]) -> ComparedLanguages:
        state = await self._read_files(cached)
        old = cached.value
        if old is not None and old.file_state.has_same_files(state):
            return old
        compared = await self._run_worker(cached, scans.compare_with_reference, self.component)
        return ComparedLanguages(*compared, state)

    async def _read_history(self, cached: CachedValue[HistorySnapshot]) -> HistorySnapshot:
        state = await self._read_files(cached)
        old = cached.value
        is_failed = old is not None and old.history is not None and bool(old.history.failure)
        if old is not None and old.git_head_positions == state.git_head_positions and not is_failed:
            return old
        names, options = (self.component.project, self.component.slug), self._options
        try:
            history = await self._workers.run_task(
                cached, read_translated_history, names, options.root, options.overrides, options.cache_directory
            )
        except WorkerError as error:
            history = TranslatedHistory(failure=str(error))
        if history is not None and history.failure:
            self._log(f"{'/'.join(names)}: the history cannot be read: {history.failure}")
        return HistorySnapshot(history, state.git_head_positions)

    async def _read_changes(self, path: str, cached: CachedValue[RecentChangesSnapshot]) -> RecentChangesSnapshot:
        state = await self._read_files(cached)
        old = cached.value
        is_same = old is not None and old.file_state.has_same_files(state)
        if old is not None and is_same and old.file_state.git_head_positions == state.git_head_positions:
            return old
        try:
            changes = await self._workers.run_task(cached, read_recent_changes, self.component, path)
        except WorkerError as error:
            changes = TranslationChanges(failure=str(error))
        if changes is not None and changes.failure:
            names = self.component.full_name
            self._log(f"{names}: {path}: the recent changes cannot be read: {changes.failure}")
        return RecentChangesSnapshot(changes, state)

    async def _read_files(self, cached: CachedValue[Value]) -> FileState:
        """Return the current state of the component's files.

        If a file changed just now, a second check of the files is scheduled.
        """
        state = await self._file_states.read(self.component)
        self._has_links, self._git_head_positions = state.has_links, state.git_head_positions
        if not state.is_settled:
            # A second change within the clock resolution would not be visible, so check again afterwards.
            asyncio.get_running_loop().call_later(scans.SETTLING_SECONDS, cached.mark_changed)
        return state

    async def _run_worker(self, cached: CachedValue[Value], function: Callable[..., Result], *arguments: Any) -> Result:
        """Call a function in a worker process. Raises HttpProblem (404) if the component cannot be scanned."""
        try:
            return await self._workers.run_task(cached, function, *arguments)
        except TranstatsError as error:
            if cached.value is not None:
                self._on_removed()
            cached.clear()
            self._log_failure(str(error))
            raise problems.not_found() from error

    def _log_problems(self, report: Report, checks: bool) -> None:
        """Log new problems of the component, and files that can be read again."""
        name = self.component.full_name
        files = [f"{path}: left out: {each.reason}" for path, each in report.files_left_out().items()]
        notes = [f"note: {note}" for note in (*report.notes, *files)] if self._is_verbose else []
        from_here = report.component.path_for_messages
        failed = [str(failure._replace(path=from_here(failure.path))) for failure in report.failures]
        messages = [*failed, *(f"warning: {warning}" for warning in report.warnings), *notes]
        for message in messages:
            if not any(message in logged for logged in self._logged_messages.values()):
                self._log(f"{name}: {message}")
        broken = {failure.path for failure in report.failures}
        for path in sorted({failure.path for failure in self.failures} - broken):
            self._log(f"{name}: {from_here(path)}: readable again, or deleted")
        self.failures, self._logged_messages[checks] = report.failures, frozenset(messages)

    def _log_failure(self, reason: str) -> None:
        """Log the reason why the component cannot be scanned."""
        if reason not in self._logged_messages.get(True, ()):
            self._log(f"{self.component.full_name}: {reason}")
        self.failures, self._logged_messages = (), {True: frozenset({reason})}
