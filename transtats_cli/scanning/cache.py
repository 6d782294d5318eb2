"""What files told before: kept from run to run, so that a file which has not changed is not read again.

Each component has one document for each way of asking, named after everything that the numbers depend on besides the
files. Documents are replaced in one step and carry a checksum: whatever is damaged, foreign or half written is as good
as absent, and nothing in here ever makes a run fail.
"""

import json
import os
import sys
import time
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple
from zlib import crc32

from transtats_cli import __version__
from transtats_cli.component import Component
from transtats_cli.scanning.work import Numbered, Plan, Result
from transtats_cli.statistics import Counts, Statistics

if TYPE_CHECKING:
    from transtats_cli.checks.reused import Group
    from transtats_cli.checks.runner import Outcome

LIMIT = 256 * 1024 * 1024
"""Bytes that all documents together may take; the oldest go first."""

_SUFFIX = ".transtats"
_TRIMS = 64
_SECOND = 1_000_000_000
# A file that changes twice within a tick of its file system's clock looks unchanged the second time.
_TICK = _SECOND // 10
_COARSE_TICK = 2 * _SECOND

Stamp = tuple[int, ...]


class Usage(NamedTuple):
    """What a cache takes."""

    directory: str
    documents: int
    bytes: int


def default_directory() -> str:
    """Where the user's caches are; empty where nobody says."""
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return os.path.join(base, "transtats") if os.path.isabs(base) else ""


class Document:
    """What the files of one component told, when asked in one way."""

    def __init__(self, directory: str, plan: Plan) -> None:
        self._component = plan.component
        self._key = _key(plan)
        self._path = os.path.join(directory, f"{crc32(self._key.encode('utf-8', 'replace')):08x}{_SUFFIX}")
        self._entries = _load(self._path, self._key)
        self._stamps: dict[str, Stamp] = {}
        self._template = _stamp(plan.component, plan.component.template) if plan.component.template else ()
        self._opened = time.time_ns()
        self._has_news = False

    def known(self, file: Numbered) -> Result | None:
        """What the file told when it was what it is now."""
        stamp = self._stamps[file.path] = self._template + _stamp(self._component, file.path)
        entry = self._entries.get(file.path)
        if entry is None or entry[0] != list(stamp):
            return None
        try:
            return _result(file.place, *entry[1:])
        except (TypeError, ValueError, KeyError):
            return None

    def keep(self, file: Numbered, result: Result) -> None:
        """Remember what a file told that was not known, unless it may have changed meanwhile."""
        stamp = self._stamps[file.path]
        if result.failure is not None or not stamp or not _is_settled(stamp, self._opened):
            return
        if stamp == self._template + _stamp(self._component, file.path):
            self._entries[file.path] = [list(stamp), *_entry(result)]
            self._has_news = True

    def save(self) -> None:
        if not self._has_news:
            return
        is_new = not os.path.exists(self._path)
        _save(self._path, self._key, self._entries)
        # Looking at all documents takes time: a few of the new ones see to it that there never are too many.
        if is_new and crc32(self._path.encode("utf-8", "replace")) % _TRIMS == 0:
            trim(os.path.dirname(self._path))


def usage(directory: str) -> Usage:
    sizes = [size for _, size, _ in _documents(directory)]
    return Usage(directory, len(sizes), sum(sizes))


def clear(directory: str) -> Usage:
    """Remove every document; says what they took."""
    used = usage(directory)
    for _, _, path in _documents(directory):
        _remove(path)
    return used


def trim(directory: str, limit: int = LIMIT) -> None:
    """Remove the oldest documents while all together are larger than the limit."""
    documents = _documents(directory)
    total = sum(size for _, size, _ in documents)
    for _, size, path in sorted(documents):
        if total <= limit:
            return
        _remove(path)
        total -= size


def _key(plan: Plan) -> str:
    # The server's address and the origin of the settings change no number.
    settings = plan._replace(component=plan.component._replace(base_url="", origin=""))
    return repr((__version__, sys.version_info[:3], _libraries(), tuple(settings)))


@lru_cache(maxsize=1)
def _libraries() -> list[str]:
    """The distributions whose versions may change what is found; and our own code, where it is edited in place."""
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    installed = [folder for folder in sys.path if folder.endswith("-packages") and os.path.isdir(folder)]
    found = sorted(name for folder in installed for name in os.listdir(folder) if name.endswith(".dist-info"))
    return found if os.path.dirname(package) in installed else [*found, str(_newest(package))]


def _newest(folder: str) -> int:
    """When any file of a folder and of those below it last changed."""
    newest = 0
    for directory, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name != "__pycache__"]
        newest = max([newest, *(os.stat(os.path.join(directory, name)).st_mtime_ns for name in names)])
    return newest


def _stamp(component: Component, path: str) -> Stamp:
    """What tells one state of a file from another; nothing for a file that cannot be looked at."""
    try:
        found = os.stat(os.path.join(component.root, path))
    except OSError:
        return ()
    return found.st_mtime_ns, found.st_ctime_ns, found.st_size, found.st_ino, found.st_dev


def _is_settled(stamp: Stamp, now: int) -> bool:
    """Whether the files' times lie so far back that another change would have got another time."""
    times = [time for start in range(0, len(stamp), 5) for time in stamp[start : start + 2]]
    tick = _COARSE_TICK if any(time % _SECOND == 0 for time in times) else _TICK
    return max(times) < now - tick


def _load(path: str, key: str) -> dict[str, Any]:
    try:
        with open(path, "rb") as file:
            checksum, _, content = file.read().partition(b"\n")
        if checksum == b"%08x" % crc32(content):
            document = json.loads(content)
            if document["key"] == key:
                entries: dict[str, Any] = document["entries"]
                return entries
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        pass
    return {}


def _save(path: str, key: str, entries: dict[str, Any]) -> None:
    content = json.dumps({"key": key, "entries": entries}, separators=(",", ":")).encode()
    temporary = f"{path}.{os.getpid()}"
    try:
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        with open(temporary, "wb") as file:
            file.write(b"%08x\n" % crc32(content) + content)
        os.replace(temporary, path)
    except OSError:
        _remove(temporary)


def _documents(directory: str) -> list[tuple[int, int, str]]:
    """Time, size and path of each document, and of what killed runs left of one."""
    found: list[tuple[int, int, str]] = []
    try:
        with os.scandir(directory) as entries:
            for entry in entries:
                if _SUFFIX in entry.name and entry.is_file(follow_symlinks=False):
                    status = entry.stat(follow_symlinks=False)
                    found.append((status.st_mtime_ns, status.st_size, entry.path))
    except OSError:
        pass
    return found


def _remove(path: str) -> None:
    try:
        os.unlink(path)
    except OSError:
        return


def _entry(result: Result) -> list[Any]:
    outcome = result.outcome
    told = None if outcome is None else [sorted(outcome.findings), outcome.groups, outcome.warnings]
    return [result.statistics, result.changed, told]


def _result(place: int, statistics: list[Any], changed: str | None, told: list[Any] | None) -> Result:
    counted = Statistics._make([*(Counts(*numbers) for numbers in statistics[:5]), *statistics[5:]])
    return Result(place, counted, changed, None if told is None else _outcome(*told))


def _outcome(failing: list[int], groups: list[Any], warnings: list[str]) -> "Outcome":
    from transtats_cli.checks.runner import Outcome

    return Outcome(dict.fromkeys(failing, ()), {}, [_group(*group) for group in groups], tuple(warnings))


def _group(digest: str, target: str, row: list[Any], sources: list[str], members: list[list[Any]]) -> "Group":
    from transtats_cli.checks.reused import Group, Member
    from transtats_cli.languages import PluralRow

    *facts, outcomes = row
    return Group(
        digest,
        target,
        PluralRow._make([*facts, tuple(outcomes)]),
        (sources[0], sources[1]),
        tuple(Member(*member) for member in members),
    )
