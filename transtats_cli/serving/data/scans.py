"""Find components, scan a component and count its failing strings in worker processes; read the states of files.

The states of files are read in threads of the server.
"""

import asyncio
import os
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from transtats_cli import settings
from transtats_cli.caching.stamps import are_times_settled
from transtats_cli.changes import with_git_dates
from transtats_cli.changes.repositories import RepositoryFinder
from transtats_cli.component import Component
from transtats_cli.git.repository import Repository
from transtats_cli.languages import language_by_code
from transtats_cli.limits import DEFAULT_SCAN_SECONDS, CheckTimeBudget
from transtats_cli.report import Report
from transtats_cli.scanning.discovery import lookup
from transtats_cli.scanning.filemask.folders import FolderListings, find_matches
from transtats_cli.scanning.pipeline.findings import StringFilters, StringSearch
from transtats_cli.scanning.pipeline.options import ScanOptions
from transtats_cli.scanning.pipeline.scan import scan_component
from transtats_cli.statistics import Completeness, count_words
from transtats_cli.times import time_in_valid_range

_NANOSECONDS_PER_SECOND = 1_000_000_000
SETTLING_SECONDS = 0.05
"""Time in seconds after a file change. A change after this time gets a different timestamp."""
# Shorter than for the cache on disk, because the server checks again after this time.
_CLOCK_RESOLUTION_NANOSECONDS = _NANOSECONDS_PER_SECOND // 50
_MAX_CLOCK_DIFFERENCE_NANOSECONDS = 60 * _NANOSECONDS_PER_SECOND
"""Maximum time by which the clock of a file system may be ahead.

A file with a later time was not changed just now. Without this limit, its component would be scanned again and again.
"""

GitHeadPositions = frozenset[tuple[Repository, tuple[str, ...]]]
"""Git repositories that contain the files of a component, each with the position of its HEAD."""
FileSignatures = tuple[tuple[str, int, int, int, int], ...]
"""Path, modification time, change time, size and inode of each file. Times are in nanoseconds since 1970."""


class FileState(NamedTuple):
    """State of the files of a component at one moment."""

    file_signatures: FileSignatures
    latest_change_time: float
    """Modification time of the newest file, in seconds since 1970."""
    is_settled: bool
    """False if a file changed so recently that its timestamps may stay the same when the file changes again."""
    has_links: bool
    """True if a file is reached through a link, so that a watched folder does not report all changes."""
    git_head_positions: GitHeadPositions = frozenset()
    """Repositories that contain the files, each with the position of HEAD."""

    def has_same_files(self, later: "FileState") -> bool:
        """Return True if no file has changed between this state and a later one.

        If this state is not settled, return False, because a change might have left the signatures unchanged.
        """
        return self.is_settled and self.file_signatures == later.file_signatures


class ScanReports(NamedTuple):
    """Report of one scan, without and with dates from git."""

    undated_report: Report
    """Report without dates from git."""
    dated_report: Report
    """Report with dates from git."""


class ComparedLanguages(NamedTuple):
    """Comparison of the languages of a component with the reference: the strings that each language should have.

    The reference is the gettext template or the source file. Without either, it is the union of all languages.
    """

    completeness: Mapping[str, Completeness]
    """Completeness by language code. A language that could not be compared is left out."""
    reference: str
    """Path of the template or the source file. Empty for the union of all languages."""


def find_components_and_settings_scope(
    root: str, excluded: tuple[str, ...] = ()
) -> tuple[lookup.DiscoveryResult, bool]:
    """Return all components of a directory tree, and True if no settings file outside of the tree applies to them.

    `excluded` are the patterns of the option `--exclude`.
    """
    loaded_settings = settings.load_settings(root)._replace(excluded_by_option=excluded)
    # Files that are left out are not served, and the function that finds them does not cross process boundaries.
    found = lookup.survey_components(root, loaded_settings)._replace(find_left_out_files=list)
    return found, loaded_settings.folder in ("", os.path.abspath(root))


def scan_with_git_dates(
    component: Component, checks: bool, cache_directory: str, check_time: float = DEFAULT_SCAN_SECONDS
) -> ScanReports:
    """Scan a component, including its source language."""
    options = ScanOptions(with_source=True, runs_checks=checks, budget=CheckTimeBudget(check_time))
    return add_git_dates(scan_component(component, options), cache_directory)


def add_git_dates(undated_report: Report, cache_directory: str) -> ScanReports:
    """Return `undated_report`, and the same report with dates from git.

    `cache_directory` is the path of the cache on disk.
    """
    return ScanReports(undated_report, with_git_dates(undated_report, cache=cache_directory))


def compare_with_reference(component: Component) -> ComparedLanguages:
    report = scan_component(component, ScanOptions(runs_checks=False, with_completeness=True))
    return ComparedLanguages(dict(report.completeness), report.reference)


def read_file_states(components: Iterable[Component]) -> list[FileState]:
    """Return the state of the files of each component. Each folder and each repository is read only once."""
    reader = _FileStateReader()
    return [reader.read(component) for component in components]


class _FileStateReader:
    """Reads the file states of components. Folder listings and HEAD positions are read once and cached."""

    def __init__(self) -> None:
        self._listings = FolderListings()
        self._finder = RepositoryFinder()
        self._is_linked: dict[str, bool] = {}
        """True for each folder that is reached through a symbolic link."""
        self._git_head_positions: dict[Repository, tuple[str, ...]] = {}

    def read(self, component: Component) -> FileState:
        now = time.time_ns()
        signature: list[tuple[str, int, int, int, int]] = []
        repositories: set[Repository] = set()
        has_links = False
        for path in dict.fromkeys(self._list_component_paths(component)):
            absolute = os.path.join(component.root, path)
            try:
                is_linked = self._is_in_linked_folder(absolute) or os.path.islink(absolute)
                status = os.stat(absolute)
            except (OSError, ValueError):
                signature.append((path, 0, 0, 0, 0))
                continue
            has_links = has_links or is_linked
            file = self._finder.find_repository_file(absolute)
            if file is not None:
                repositories.add(file.repository)
            signature.append((path, status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino))
        # A time outside the range of dates is not used in headers.
        newest = max(
            (
                modified
                for _, modified, _, _, _ in signature
                if time_in_valid_range(modified // _NANOSECONDS_PER_SECOND) is not None
            ),
            default=0,
        )
        latest = now + _MAX_CLOCK_DIFFERENCE_NANOSECONDS
        times = [each for _, modified, changed, _, _ in signature for each in (modified, changed) if 0 < each < latest]
        heads = frozenset((repository, self._read_head_position(repository)) for repository in repositories)
        return FileState(
            tuple(signature),
            newest / _NANOSECONDS_PER_SECOND,
            are_times_settled(times, now, _CLOCK_RESOLUTION_NANOSECONDS),
            has_links,
            heads,
        )

    def _list_component_paths(self, component: Component) -> Iterator[str]:
        yield from sorted(path for path, *_ in find_matches(component.root, component.filemask, self._listings))
        yield from component.paths_by_language.values()
        yield from filter(None, (component.template, component.new_base))

    def _is_in_linked_folder(self, path: str) -> bool:
        folder = os.path.dirname(path)
        if folder not in self._is_linked:
            self._is_linked[folder] = os.path.realpath(folder) != os.path.normpath(folder)
        return self._is_linked[folder]

    def _read_head_position(self, repository: Repository) -> tuple[str, ...]:
        if repository not in self._git_head_positions:
            self._git_head_positions[repository] = repository.read_head_position()
        return self._git_head_positions[repository]


class SharedFileStateReader:
    """Reads file states in threads. Components that are requested at the same time share folder listings.

    A request for a project needs the file states of all its components, and all components may be in one folder.
    """

    def __init__(self) -> None:
        self._waiting_components: dict[int, Component] = {}
        """Components by id. Several values of one component, such as its snapshots, need the same files."""
        self._next_read: asyncio.Task[dict[int, FileState]] | None = None
        """Task that will read the file states of all waiting components."""

    async def read(self, component: Component) -> FileState:
        """Return the state of a component's files at a moment after the call.

        States that are already being read for earlier calls are not used.
        """
        if self._next_read is None:
            self._next_read = asyncio.create_task(self._read_waiting_components())
        task = self._next_read
        self._waiting_components[id(component)] = component
        # If one caller is cancelled, the other callers still need the states.
        return (await asyncio.shield(task))[id(component)]

    async def _read_waiting_components(self) -> dict[int, FileState]:
        # A task starts after all callers that were ready when it was created.
        components, self._waiting_components, self._next_read = self._waiting_components, {}, None
        states = await asyncio.to_thread(read_file_states, components.values())
        return dict(zip(components, states, strict=True))


class FailingUnitCounts(NamedTuple):
    """Number of failing units of one translation for each check, and number of words in all failing units."""

    unit_counts_by_check: Mapping[str, int]
    """Number of failing units by check id. Checks without failing units are left out."""
    word_count: int
    """Number of words in the source texts of all failing units. Each unit is counted once."""


def count_failing_units(component: Component, check_time: float = DEFAULT_SCAN_SECONDS) -> dict[str, FailingUnitCounts]:
    """Return the numbers of failing units by language code.

    The source language is included. Languages without failing units are left out.
    """
    cjk = language_by_code(component.source_language).is_cjk
    checks: dict[str, Counter[str]] = {}
    words_by_language: Counter[str] = Counter()
    options = ScanOptions(with_source=True, budget=CheckTimeBudget(check_time))
    for located_unit in StringSearch(component, options, StringFilters(only_failing=True)).find_units():
        code = located_unit.language.code
        checks.setdefault(code, Counter()).update({finding.check for finding in located_unit.findings})
        if not located_unit.is_returned_again:
            words_by_language[code] += count_words(located_unit.unit.source, cjk=cjk)
    return {code: FailingUnitCounts(dict(counter), words_by_language[code]) for code, counter in checks.items()}
