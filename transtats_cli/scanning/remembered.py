"""What files told before: kept from run to run, so that a file which has not changed is not read again.

Each component has one document for each way of asking, whose key is everything that the numbers depend on besides the
files. It has two parts. The first has each file's numbers, with the strings that fail counted as long as all files are
what they were; it is all that a run needs in which nothing has changed. The second has what the checks found in each
file by itself, for the run that has to hold old files against new ones.
"""

import json
import os
import sys
import time
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from transtats_cli import __version__
from transtats_cli.scanning import cache
from transtats_cli.scanning.work import Numbered, Plan, Result
from transtats_cli.statistics import NOTHING, Counts, Statistics

if TYPE_CHECKING:
    from transtats_cli.checks.reused import Group
    from transtats_cli.checks.runner import Outcome

_SECOND = 1_000_000_000
# A file that changes twice within a tick of its file system's clock looks unchanged the second time.
_TICK = _SECOND // 10
_COARSE_TICK = 2 * _SECOND

_IS_DAMAGED = (LookupError, TypeError, ValueError, RecursionError)
"""What may come of a document that is not what it seems to be."""

Stamp = list[int]


class Document:
    """What the files of one component told, when asked in one way."""

    def __init__(self, directory: str, plan: Plan, files: Sequence[Numbered]) -> None:
        self._opened = time.time_ns()
        self._directory = directory
        self._plan = plan
        self._key = _key(plan)
        template = plan.component.template
        self._template = self._stamp_of(template) if template else []
        self._stamps = {file.path: self._template + self._stamp_of(file.path) for file in files}
        numbers, self._written = cache.load(directory, self._key, parts=2) or (b"", b"")
        self._numbers: dict[str, list[Any]]
        self._failing: dict[str, int] | None
        self._numbers, self._failing = _parsed(numbers, ({}, None))
        self._found: dict[str, list[Any]] | None = None
        self._has_news = False

    def judged(self, files: Sequence[Numbered]) -> list[Result] | None:
        """What all files told, the strings that fail counted; None where one has changed, appeared or gone since."""
        failing = self._failing
        if failing is None or failing.keys() != self._stamps.keys() or not self._are_all_known():
            return None
        try:
            return [_result(file.place, failing[file.path], self._numbers[file.path]) for file in files]
        except _IS_DAMAGED:
            return None

    def known(self, file: Numbered) -> Result | None:
        """What the file told when it was what it is now."""
        if not self._is_known(file.path):
            return None
        try:
            result = _result(file.place, 0, self._numbers[file.path])
            return result._replace(outcome=_outcome(*self._findings()[file.path])) if self._plan.checks else result
        except _IS_DAMAGED:
            return None

    def keep(self, file: Numbered, result: Result) -> None:
        """Remember what a file told that was not known, unless it may have changed meanwhile."""
        stamp = self._stamps[file.path]
        if result.failure is not None or not stamp or not _is_settled(stamp, self._opened):
            return
        if stamp == self._template + self._stamp_of(file.path):
            self._numbers[file.path] = [stamp, *_numbers(result)]
            if result.outcome is not None:
                self._findings()[file.path] = [sorted(result.outcome.findings), result.outcome.groups]
            self._has_news = True

    def save(self, files: Sequence[Numbered], results: Iterable[Result]) -> None:
        """Write down what is new. The results have the strings that fail counted."""
        failing = None
        if self._plan.checks and self._are_all_known():
            failing = {files[result.place].path: result.statistics.failing for result in results}
        if self._has_news or failing != self._failing:
            parts = [[self._numbers, failing], self._findings()]
            cache.save(self._directory, self._key, [json.dumps(part, separators=(",", ":")).encode() for part in parts])

    def _stamp_of(self, path: str) -> Stamp:
        """What tells one state of a file from another; nothing for a file that cannot be looked at."""
        try:
            found = os.stat(f"{self._plan.component.root}/{path}")
        except OSError:
            return []
        return [found.st_mtime_ns, found.st_ctime_ns, found.st_size, found.st_ino, found.st_dev]

    def _is_known(self, path: str) -> bool:
        """Whether what is remembered of a file is what it tells now."""
        return path in self._numbers and self._numbers[path][0] == self._stamps[path]

    def _are_all_known(self) -> bool:
        return all(map(self._is_known, self._stamps))

    def _findings(self) -> dict[str, list[Any]]:
        """What the checks found, by path; read when it is wanted, for it is large."""
        if self._found is None:
            self._found = _parsed(self._written, {})
        return self._found


def _key(plan: Plan) -> bytes:
    # The server's address and the origin of the settings change no number.
    settings = plan._replace(component=plan.component._replace(base_url="", origin=""))
    return f"{_surroundings()}{tuple(settings)!r}".encode("utf-8", "backslashreplace")


@lru_cache(maxsize=1)
def _surroundings() -> str:
    """What may change what is found besides the settings: who reads and checks."""
    return repr((__version__, sys.version_info[:3], _libraries()))


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


def _is_settled(stamp: Stamp, now: int) -> bool:
    """Whether the files' times lie so far back that another change would have got another time."""
    times = [time for start in range(0, len(stamp), 5) for time in stamp[start : start + 2]]
    tick = _COARSE_TICK if any(time % _SECOND == 0 for time in times) else _TICK
    return max(times) < now - tick


def _parsed(line: bytes, otherwise: Any) -> Any:
    try:
        return json.loads(line)
    except _IS_DAMAGED:
        return otherwise


def _numbers(result: Result) -> list[Any]:
    *counts, _, suggestions, comments = result.statistics
    # Few files have strings in every state.
    return [[0 if part == NOTHING else part for part in counts], suggestions, comments, result.changed, result.warnings]


def _result(place: int, failing: int, numbers: list[Any]) -> Result:
    _, counts, suggestions, comments, changed, warnings = numbers
    parts = [Counts(*part) if part else NOTHING for part in counts]
    return Result(place, Statistics._make([*parts, failing, suggestions, comments]), changed, warnings=tuple(warnings))


def _outcome(failing: list[int], groups: list[Any]) -> "Outcome":
    from transtats_cli.checks.runner import Outcome

    return Outcome(dict.fromkeys(failing, ()), {}, [_group(*group) for group in groups])


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
