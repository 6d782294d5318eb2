"""State of one component in the cache: the values that are computed from its files, each kept until the files change.

A kind of value is an entry of this module, such as COUNTED: a function that computes the value, and whether the value
depends on the content of the files, on commits, or on both. All kinds are computed, kept and announced in the same way.
"""

import asyncio
import itertools
import os
import time
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from pathlib import PurePosixPath
from typing import Any, Generic, NamedTuple, TypeVar

from transtats_cli.changes import with_git_dates
from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError, UnreadableFile
from transtats_cli.pages.changed_strings import FAILED_COMPARISON, ComponentChanges
from transtats_cli.pages.history import FAILED_CHANGES, RecentChanges
from transtats_cli.problems import Problem
from transtats_cli.report import Record, Report
from transtats_cli.serving.data import scans
from transtats_cli.serving.data.cached_value import CachedValue
from transtats_cli.serving.data.change_feed import ChangeFeed
from transtats_cli.serving.data.comparisons import SharedComparer
from transtats_cli.serving.data.scans import FailingUnitCounts, FileState
from transtats_cli.serving.data.shared_calls import SharedCalls
from transtats_cli.serving.data.watcher import FileWatcher
from transtats_cli.serving.data.workers import ServerWorkers
from transtats_cli.serving.http import problems
from transtats_cli.serving.options import ServeOptions
from transtats_cli.statistics import Counts
from transtats_cli.worker import WorkerError

Value = TypeVar("Value")
Result = TypeVar("Result")
OutdatedCounts = Mapping[str, Counts] | None

_VERSION_NUMBERS = itertools.count(1)


class ValueSnapshot(NamedTuple, Generic[Value]):
    """Value of a component, and the state of the files that it was computed from."""

    value: Value
    version: int
    """Number of this snapshot. Every snapshot of any component has a different number."""
    file_state: FileState
    time: float
    """Time at which the value was computed, in seconds since 1970."""


CachedSnapshot = CachedValue[ValueSnapshot[Value]]


class ValueKind(NamedTuple, Generic[Value]):
    """Kind of a value that a component has in the cache."""

    name: str
    compute: Callable[["ComponentState", CachedSnapshot[Value], bool], Awaitable[Value]]
    """Function that returns a new value. Its last argument is True if only commits are new, and no file has changed."""
    depends_on_files: bool = True
    depends_on_commits: bool = False
    is_failed: Callable[[Value], bool] = lambda value: False
    """Function that returns True for a value that is computed again although nothing has changed."""


class SharedResources:
    """Objects that all components of a cache share. The cache is a subclass."""

    def __init__(self, options: ServeOptions, log_message: Callable[[str], None]) -> None:
        self.options = options
        self.log_message = log_message
        self.workers = ServerWorkers(options.jobs)
        self.watcher = FileWatcher(options.root)
        self.file_states = SharedCalls(lambda components: asyncio.to_thread(scans.read_file_states, components))
        """States of files. Components that are requested together, maybe in one folder, share folder listings."""
        self.comparer = SharedComparer(options, self.workers)
        self.feed = ChangeFeed()

    def mark_index_changed(self) -> None:
        """Search for components again, because some were added or removed, such as one that has no files any more."""
        raise NotImplementedError


class ComponentState:
    """State of one component: its cached values, and the problems of its files."""

    def __init__(self, component: Component, resources: SharedResources) -> None:
        self.component = component
        self.resources = resources
        self.failures: tuple[Problem, ...] = ()
        """Files that could not be read at the last scan."""
        self.undated_reports: dict[bool, Report] = {}
        """Reports of the last scans without dates from git. The key is True for a scan with checks."""
        self._cached_values: dict[str, CachedSnapshot[Any]] = {}
        """Cached values by the name of their kind."""
        self._file_state: FileState | None = None
        """State of the files at the last check."""
        self._logged_messages: dict[bool, frozenset[str]] = {}
        """Messages that were logged for the last scan. The key is True for a scan with checks, False without checks."""

    def get_cached(self, kind: ValueKind[Value]) -> CachedSnapshot[Value]:
        if kind.name not in self._cached_values:
            cached = CachedValue(partial(self._refresh, kind), self.is_watched, self.announce_change)
            self._cached_values[kind.name] = cached
        return self._cached_values[kind.name]

    def forget(self, kind: ValueKind[Any]) -> None:
        """Remove a value from the cache."""
        self._cached_values.pop(kind.name, None)

    def list_files(self) -> list[str]:
        """Return the absolute paths of the files at the last check. The list is empty before the first check."""
        return [path for path, _ in self._file_state.file_stamps] if self._file_state else []

    def mark_changed(self) -> None:
        """Mark all cached values of the component as outdated, and start to compute the values again."""
        self.resources.feed.version += 1
        for cached in self._cached_values.values():
            cached.mark_changed()

    async def recheck_files(self) -> None:
        """Compute all cached values again if the files have changed without a notification."""
        refreshed = [cached.refresh() for cached in self._cached_values.values() if cached.value is not None]
        await asyncio.gather(*refreshed, return_exceptions=True)

    def mark_head_moved(self, path: str) -> None:
        """Mark all cached values as outdated, if a changed file belongs to a repository of this component.

        `path` is the path of the changed file below `.git`. The values are not computed again until a request needs
        them, because a commit affects all components of a repository, and most of these components are not requested
        soon.
        """
        heads = self._file_state.git_head_positions if self._file_state else ()
        if any(path.startswith(os.path.join(repository.common_directory, "")) for repository, _ in heads):
            for cached in self._cached_values.values():
                cached.mark_changed(refresh=False)
            self.announce_change()

    def announce_change(self) -> None:
        """Make cached responses invalid, and notify open pages that show the component."""
        self.resources.feed.version += 1
        self.resources.feed.announce(self.component.project, self.component.slug)

    def is_watched(self) -> bool:
        """Return True if all changes of the files, and of HEAD, are reported."""
        watcher, state = self.resources.watcher, self._file_state
        if not (watcher.is_active and watcher.covers_folder(self.component.root)):
            return False
        if state is None:
            return True
        return not state.has_links and all(watcher.covers_repository(each) for each, _ in state.git_head_positions)

    async def run_task(self, cached: CachedValue[Any], function: Callable[..., Result], *arguments: Any) -> Result:
        """Call a function in a worker process, in the turn of the running computation of a value."""
        assert cached.turn is not None
        return await self.resources.workers.run_task(cached.turn, function, *arguments)

    async def run_worker(self, cached: CachedValue[Any], function: Callable[..., Result], *arguments: Any) -> Result:
        """Call a function in a worker process. Raises HttpProblem (404) if the component cannot be scanned."""
        try:
            return await self.run_task(cached, function, *arguments)
        except TranstatsError as error:
            if cached.value is not None:
                self.resources.mark_index_changed()
            reason = str(error)
            if reason not in self._logged_messages.get(True, ()):
                self.resources.log_message(f"{self.component.full_name}: {reason}")
            self.failures, self._logged_messages = (), {True: frozenset({reason})}
            raise problems.not_found() from error

    def log_problems(self, report: Report, checks: bool) -> None:
        """Log new problems of the component."""
        name, is_verbose = self.component.full_name, self.resources.options.verbose
        left_out = [f"{path}: left out: {each.reason}" for path, each in report.files_left_out().items()]
        notes = [f"note: {note}" for note in (*report.notes, *left_out)] if is_verbose else []
        # The pages name the files in place of which others count.
        replaced = {self.component.path_for_messages(each.path) for each in report.left_out if each.counted_path}
        warnings = [each for each in report.warnings if is_verbose or each.path not in replaced]
        from_here = report.component.path_for_messages
        failed = [str(failure._replace(path=from_here(failure.path))) for failure in report.failures]
        messages = [*failed, *(f"warning: {warning}" for warning in warnings), *notes]
        for message in messages:
            if not any(message in logged for logged in self._logged_messages.values()):
                self.resources.log_message(f"{name}: {message}")
        self.failures, self._logged_messages[checks] = report.failures, frozenset(messages)

    async def _refresh(self, kind: ValueKind[Value], cached: CachedSnapshot[Value]) -> ValueSnapshot[Value]:
        """Return the old snapshot if nothing that the value depends on has changed. Otherwise, return a new one."""
        state = self._file_state = await self.resources.file_states.get(self.component)
        old = cached.value
        has_same_files = old is not None and old.file_state.has_same_files(state)
        has_same_heads = old is not None and old.file_state.git_head_positions == state.git_head_positions
        is_same = (has_same_files or not kind.depends_on_files) and (has_same_heads or not kind.depends_on_commits)
        if old is not None and is_same and not kind.is_failed(old.value):
            return old
        value = await kind.compute(self, cached, has_same_files)
        if old is None:
            # An open page may show a note in place of the value.
            self.resources.feed.announce(self.component.project, self.component.slug)
        if old is not None and has_same_files and value == old.value:
            # Most commits do not change this component.
            return old._replace(file_state=state)
        return ValueSnapshot(value, next(_VERSION_NUMBERS), state, time.time())


async def _count(checks: bool, state: ComponentState, cached: CachedSnapshot[Report], has_same_files: bool) -> Report:
    """Return the report with dates from git. If only commits are new, the files are not read again."""
    options = state.resources.options
    if has_same_files:
        undated = state.undated_reports[checks]
        report = await state.run_worker(cached, partial(with_git_dates, undated, cache=options.cache_directory))
    else:
        limits = (options.cache_directory, options.check_time)
        undated, report = await state.run_worker(cached, scans.scan_with_git_dates, state.component, checks, *limits)
    state.undated_reports[checks] = undated
    state.log_problems(report, checks)
    # The last good records of a report without checks can be those of a scan with checks.
    earlier = state.get_cached(COUNTED).value or state.get_cached(UNCHECKED).value
    if earlier is not None and report.failures:
        report = keep_last_good_records(report, earlier.value)
    return report if checks else _reset_failing_counts(report)


def keep_last_good_records(report: Report, earlier: Report) -> Report:
    """Return the report with the record of an earlier report for each file that cannot be read any more."""
    broken = {failure.path for failure in report.failures}
    if report.component.template and report.component.template in broken:
        # Without its template, no translation of the component can be read.
        return report._replace(translations=earlier.translations, source=earlier.source)
    kept = {
        record.language.code: record
        for record in earlier.translations
        # A folder that contains the file, such as `.`, may be unreadable.
        if not broken.isdisjoint((record.path, *map(str, PurePosixPath(record.path).parents)))
    }
    records = {**kept, **{record.language.code: record for record in report.translations}}
    return report._replace(translations=tuple(sorted(records.values(), key=lambda record: record.path)))


def _reset_failing_counts(report: Report) -> Report:
    """Return the report with 0 as the number of failing strings in each record, as in a scan without checks."""

    def reset(record: Record) -> Record:
        return record._replace(statistics=record.statistics._replace(failing=0))

    source = reset(report.source) if report.source else None
    return report._replace(translations=tuple(map(reset, report.translations)), source=source)


async def _count_failing(
    state: ComponentState, cached: CachedSnapshot[Mapping[str, FailingUnitCounts]], has_same_files: bool
) -> Mapping[str, FailingUnitCounts]:
    old = cached.value.value if cached.value is not None else {}
    check_time = state.resources.options.check_time
    # A file that cannot be read keeps its last good record, so its failing strings are kept as well.
    return {**old, **await state.run_worker(cached, scans.count_failing_units, state.component, check_time)}


async def _read_changes(
    path: str, state: ComponentState, cached: CachedSnapshot[RecentChanges | None], has_same_files: bool
) -> RecentChanges | None:
    computing = state.run_task(cached, scans.read_recent_changes, state.component, path)
    return await _read_from_git(state, f"{path}: the recent changes cannot be read", FAILED_CHANGES, computing)


async def _count_outdated(
    state: ComponentState, cached: CachedSnapshot[OutdatedCounts], has_same_files: bool
) -> OutdatedCounts:
    arguments = (state.component, state.resources.options.cache_directory)
    computing = state.run_task(cached, scans.count_outdated_strings, *arguments)
    return await _read_from_git(state, "the outdated strings cannot be read", None, computing)


async def _compare(
    commit: str, state: ComponentState, cached: CachedSnapshot[ComponentChanges], has_same_files: bool
) -> ComponentChanges:
    computing = state.resources.comparer.compare(state.component, commit)
    return await _read_from_git(state, f"it cannot be compared with {commit[:12]}", FAILED_COMPARISON, computing)


async def _read_from_git(state: ComponentState, problem: str, failed: Value, computing: Awaitable[Value]) -> Value:
    """Return a value that is computed from git. If git fails, log the problem with the reason, and return `failed`."""
    try:
        return await computing
    except (TranstatsError, UnreadableFile, OSError, WorkerError) as error:
        state.resources.log_message(f"{state.component.full_name}: {problem}: {error}")
        return failed


COUNTED = ValueKind("counted", partial(_count, True), depends_on_commits=True)
"""Report with failing strings, completeness, dates from git, and the last good records of unreadable files."""
UNCHECKED = ValueKind("unchecked", partial(_count, False), depends_on_commits=True)
"""The same report without checks and completeness."""
FAILING = ValueKind("failing", _count_failing)
"""Numbers of failing strings by language code. A language that no longer has failing strings may still be included."""
OUTDATED = ValueKind("outdated", _count_outdated, depends_on_commits=True)
"""Numbers of outdated strings by path of the file, or None if they cannot be read."""


def make_changes_kind(path: str) -> ValueKind[RecentChanges | None]:
    """Return the kind of the recent changes of a translation file. `path` is relative to the component.

    The value is None if the file is not in a git repository. Only those of pages that were requested are read.
    """
    return ValueKind(f"changes of {path}", partial(_read_changes, path), depends_on_commits=True)


def make_comparison_kind(commit: str) -> ValueKind[ComponentChanges]:
    """Return the kind of the changes of a component since a commit. They do not depend on newer commits."""
    return ValueKind(
        f"changes since {commit}", partial(_compare, commit), is_failed=lambda changes: changes == FAILED_COMPARISON
    )
