"""Functions that run in worker processes: find components, scan a component, read its history and its recent changes.

The states of files are read here as well, in threads of the server.
"""

import functools
import os
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from transtats_cli import settings
from transtats_cli.caching.stamps import FileStamp, are_times_settled, read_file_stamp
from transtats_cli.changes import with_git_dates
from transtats_cli.changes.difference import UnitValue
from transtats_cli.changes.recent_strings import RecentChange, find_recent_changes
from transtats_cli.changes.repositories import RepositoryFinder
from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError
from transtats_cli.formats.table import FILE_FORMATS
from transtats_cli.git.repository import Repository
from transtats_cli.languages import language_by_code
from transtats_cli.limits import DEFAULT_SCAN_SECONDS, CheckTimeBudget
from transtats_cli.model import PLURAL_SEPARATOR, Unit
from transtats_cli.outdated.finder import OutdatedFinder
from transtats_cli.outdated.records import count_outdated
from transtats_cli.pages.history import (
    NO_CHANGES,
    RecentChanges,
    StringChange,
    StringVersion,
    show_changed_texts,
)
from transtats_cli.report import Report
from transtats_cli.scanning.discovery import lookup
from transtats_cli.scanning.filemask.folders import FolderListings, find_matches
from transtats_cli.scanning.pipeline.findings import StringFilters, StringSearch
from transtats_cli.scanning.pipeline.options import ScanOptions
from transtats_cli.scanning.pipeline.scan import scan_component
from transtats_cli.settings.layers import NO_OVERRIDES, Overrides
from transtats_cli.statistics import NO_STRINGS, Counts, count_sources
from transtats_cli.times import format_as_utc
from transtats_cli.unit_queries.checksums import unit_checksum

_NANOSECONDS_PER_SECOND = 1_000_000_000
# Shorter than for the cache on disk, because the server checks the files of a value that is not settled again.
_CLOCK_RESOLUTION_NANOSECONDS = _NANOSECONDS_PER_SECOND // 50
_MAX_CLOCK_DIFFERENCE_NANOSECONDS = 60 * _NANOSECONDS_PER_SECOND
"""Maximum time by which the clock of a file system may be ahead.

A file with a later time was not changed just now. Without this limit, its component would be scanned again and again.
"""
_MAX_CHANGES = 10
_MAX_CONTEXT_LENGTH = 3_000
_COMMIT_ID_LENGTH = 12

GitHeadPositions = frozenset[tuple[Repository, tuple[str, ...]]]
"""Git repositories that contain the files of a component, each with the position of its HEAD."""


class FileState(NamedTuple):
    """State of the files of a component at one moment."""

    file_stamps: tuple[tuple[str, FileStamp], ...]
    """Absolute path and stamp of each file."""
    is_settled: bool
    """False if a file changed so recently that its timestamps may stay the same when the file changes again."""
    has_links: bool
    """True if a file is reached through a link, so that a watched folder does not report all changes."""
    git_head_positions: GitHeadPositions = frozenset()
    """Repositories that contain the files, each with the position of HEAD."""

    def has_same_files(self, later: "FileState") -> bool:
        """Return True if no file has changed between this state and a later one.

        If this state is not settled, return False, because a change might have left the stamps unchanged.
        """
        return self.is_settled and self.file_stamps == later.file_stamps


def find_components_and_settings_scope(
    root: str, excluded: tuple[str, ...] = (), overrides: Overrides = NO_OVERRIDES
) -> tuple[lookup.DiscoveryResult, bool]:
    """Return all components of a directory tree, and True if no settings file outside of the tree applies to them.

    `excluded` are the patterns of the option `--exclude`, and `overrides` the settings of other options.
    """
    with settings.exclude_folders(excluded):
        loaded_settings = settings.load_settings(root)
    # Files that are left out are not served, and the function that finds them does not cross process boundaries.
    found = lookup.survey_components(root, loaded_settings, overrides=overrides)
    return found._replace(find_left_out_files=list), loaded_settings.folder in ("", os.path.abspath(root))


def scan_with_git_dates(
    component: Component, checks: bool, cache_directory: str, check_time: float = DEFAULT_SCAN_SECONDS
) -> tuple[Report, Report]:
    """Scan a component, including its source language. Return the report, and the same report with dates from git.

    A scan with checks also compares the languages with the reference. `cache_directory` is the path of the cache on
    disk, for the dates.
    """
    budget = CheckTimeBudget(check_time)
    options = ScanOptions(with_source=True, runs_checks=checks, with_shares=True, budget=budget)
    report = scan_component(component, options)
    return report, with_git_dates(report, cache=cache_directory)


def read_file_states(components: Iterable[Component]) -> list[FileState]:
    """Return the state of the files of each component. Each folder and each repository is read only once."""
    listings, finder = FolderListings(), RepositoryFinder()
    is_linked = functools.cache(lambda folder: os.path.realpath(folder) != os.path.normpath(folder))
    read_head_position = functools.cache(Repository.read_head_position)

    def read_file_state(component: Component) -> FileState:
        now = time.time_ns()
        stamps: dict[str, FileStamp] = {}
        repositories: set[Repository] = set()
        has_links = False
        paths = sorted(path for path, *_ in find_matches(component.root, component.filemask, listings))
        paths += [*component.paths_by_language.values(), *filter(None, (component.template, component.new_base))]
        for absolute in (os.path.join(component.root, path) for path in paths):
            stamps[absolute] = read_file_stamp(absolute)
            if not stamps[absolute]:
                continue
            has_links = has_links or is_linked(os.path.dirname(absolute)) or os.path.islink(absolute)
            file = finder.find_repository_file(absolute)
            if file is not None:
                repositories.add(file.repository)
        latest = now + _MAX_CLOCK_DIFFERENCE_NANOSECONDS
        times = [each for stamp in stamps.values() for each in stamp[:2] if each < latest]
        return FileState(
            tuple(stamps.items()),
            are_times_settled(times, now, _CLOCK_RESOLUTION_NANOSECONDS),
            has_links,
            frozenset((repository, read_head_position(repository)) for repository in repositories),
        )

    return [read_file_state(component) for component in components]


class FailingUnitCounts(NamedTuple):
    """Number of failing units of one translation for each check, and counts of all failing units."""

    unit_counts_by_check: Mapping[str, int]
    """Number of failing units by check id. Checks without failing units are left out."""
    counts: Counts
    """Counts of all failing units. Each unit is counted once."""


def count_failing_units(component: Component, check_time: float = DEFAULT_SCAN_SECONDS) -> dict[str, FailingUnitCounts]:
    """Return the numbers of failing units by language code.

    The source language is included. Languages without failing units are left out.
    """
    cjk = language_by_code(component.source_language).is_cjk
    checks: dict[str, Counter[str]] = {}
    counts: dict[str, Counts] = {}
    options = ScanOptions(with_source=True, budget=CheckTimeBudget(check_time))
    for located_unit in StringSearch(component, options, StringFilters(only_failing=True)).find_units():
        code = located_unit.language.code
        checks.setdefault(code, Counter()).update(sorted({finding.check for finding in located_unit.findings}))
        if not located_unit.is_returned_again:
            counted = count_sources([located_unit.unit.source], cjk=cjk)
            counts[code] = counts.get(code, NO_STRINGS).plus(counted)
    return {code: FailingUnitCounts(dict(counter), counts.get(code, NO_STRINGS)) for code, counter in checks.items()}


def count_outdated_strings(component: Component, cache_directory: str) -> dict[str, Counts]:
    """Return the numbers of outdated strings by path of the file. Raises TranstatsError if no history can be read."""
    found = OutdatedFinder([component], cache_directory).find(component, with_lines=False)
    if found.warnings and not found.strings_by_path:
        raise TranstatsError(found.warnings[0])
    return {path: count_outdated(component, strings) for path, strings in found.strings_by_path.items()}


def read_recent_changes(component: Component, path: str) -> RecentChanges | None:
    """Return the strings of a translation file that changed last. None if the file is not in a git repository.

    `path` is relative to the component. Raises TranstatsError, UnreadableFile or OSError if the changes cannot be read.
    """
    found = find_recent_changes(component, path, _MAX_CHANGES)
    if not found:
        return None if found is None else NO_CHANGES
    return RecentChanges([_to_string_change(each, component) for each in found])


def _to_string_change(change: RecentChange, component: Component) -> StringChange:
    context, source = change.identity
    is_monolingual = bool(component.template) or FILE_FORMATS[component.file_format].has_multiple_values
    # The strings of a monolingual file have the sources of the template.
    checksum = "" if is_monolingual else unit_checksum(Unit(context, source, *change.after))
    date = None if change.time is None else format_as_utc(change.time)
    return StringChange(
        (date or "")[:10],
        change.commit[:_COMMIT_ID_LENGTH],
        context if len(context) <= _MAX_CONTEXT_LENGTH else f"{context[:_MAX_CONTEXT_LENGTH]}…",
        show_changed_texts(source.split(PLURAL_SEPARATOR)),
        _to_version(change.before, change.after),
        _to_version(change.after, change.before),
        checksum,
    )


def _to_version(value: UnitValue | None, other_value: UnitValue | None) -> StringVersion:
    """Return a version of a string. It contains the state only if the other version has another one."""
    if value is None:
        return StringVersion((), "", "not in the file")
    target, state = value
    has_same_state = other_value is not None and other_value[1].display_name == state.display_name
    texts = show_changed_texts(target.split(PLURAL_SEPARATOR))
    return StringVersion(texts, "" if has_same_state else state.display_name)
