"""What worker processes do: find the components of a tree, scan one, or look for its strings."""

import os
import time
from collections.abc import Iterator
from typing import NamedTuple

from transtats_cli import settings
from transtats_cli.changes import dated
from transtats_cli.changes.work_tree import Places
from transtats_cli.component import Component
from transtats_cli.git.repository import Repository
from transtats_cli.report import Report
from transtats_cli.scanning import discovery
from transtats_cli.scanning.engine import ScanOptions, scan_component
from transtats_cli.scanning.matching import matches
from transtats_cli.scanning.stamps import are_settled

_SECOND = 1_000_000_000
SETTLING_SECONDS = 0.05
"""After which a file that has just changed shows every other change."""
# Shorter than where nobody looks a second time: a server does, as soon as that has passed.
_TICK = _SECOND // 50

Heads = frozenset[tuple[Repository, tuple[str, ...]]]
"""Of each repository, where its HEAD is."""
Signature = tuple[tuple[str, int, int, int, int], ...]
"""Of each file of a component: path, times, size, and which file it is."""


class FileState(NamedTuple):
    """The files of a component as they are at one moment."""

    signature: Signature
    changed: float
    """When the newest of them was changed; seconds since 1970."""
    is_settled: bool
    """Another change would show, however soon it came."""
    has_links: bool
    """Some are not where they seem to be: who watches their folder does not hear of every change."""
    heads: Heads = frozenset()
    """Of the repositories that files are in."""

    def has_same_files(self, later: "FileState") -> bool:
        """Whether no file has changed until a later look."""
        return self.is_settled and self.signature == later.signature


class ScanReports(NamedTuple):
    """What a component holds."""

    undated: Report
    """As its files say."""
    dated: Report
    """With what git says of them."""


def find_components(root: str) -> tuple[discovery.Found, bool]:
    """All components of a tree, and whether all settings that hold for them are within it."""
    loaded = settings.load(root)
    return discovery.survey(root, loaded), loaded.folder in ("", os.path.abspath(root))


def scan(component: Component, checks: bool, cache: str) -> ScanReports:
    """All that there is to be said of a component, its source language included."""
    return add_git_dates(scan_component(component, ScanOptions(with_source=True, checks=checks)), cache)


def add_git_dates(undated: Report, cache: str) -> ScanReports:
    """What the files of a component say of themselves, and what git does."""
    return ScanReports(undated, dated(undated, cache=cache))


def read_file_state(component: Component) -> FileState:
    """Which files a component has, and what tells whether they have changed; none of them is read."""
    now = time.time_ns()
    folders: dict[str, bool] = {}
    places = Places()
    found: list[tuple[str, int, int, int, int]] = []
    has_links = False
    for path in dict.fromkeys(_paths(component)):
        absolute = os.path.join(component.root, path)
        folder = os.path.dirname(absolute)
        if folder not in folders:
            folders[folder] = os.path.realpath(folder) != os.path.normpath(folder)
        try:
            is_link = os.path.islink(absolute)
            status = os.stat(absolute)
        except (OSError, ValueError):
            found.append((path, 0, 0, 0, 0))
            continue
        has_links = has_links or is_link or folders[folder]
        places.place(absolute)
        found.append((path, status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino))
    newest = max((times for _, times, _, _, _ in found), default=0)
    times = [each for _, modified, changed, _, _ in found for each in (modified, changed) if each]
    heads = frozenset((repository, repository.position()) for repository in places.repositories())
    return FileState(tuple(found), newest / _SECOND, are_settled(times, now, _TICK), has_links, heads)


def _paths(component: Component) -> Iterator[str]:
    yield from sorted(path for path, *_ in matches(component.root, component.filemask))
    yield from component.paths.values()
    yield from filter(None, (component.template, component.new_base))
