"""Cache of the results of a component's files, so that unchanged files are not read again.

Each component has one document for each plan. The key of the document contains everything that the numbers depend on,
except the files. The first part has the numbers of each file and, for the set of all files, the number of failing
strings; a run in which no file has changed needs nothing else. The second part has the findings of the checks in each
file. A run in which some files have changed needs it to compare them with the unchanged files.
"""

import json
import os
import time
from collections.abc import Sequence
from typing import Any

from transtats_cli.caching import shapes, store
from transtats_cli.caching.environment import environment
from transtats_cli.caching.stamps import Stamp, is_settled, stamp_of
from transtats_cli.component import GateSettings
from transtats_cli.scanning.pipeline import serialization
from transtats_cli.scanning.pipeline.file_scanner import FileResult, FileTask, Plan
from transtats_cli.scanning.reading import safe_reading

# The content of the lists is checked when a result is built from them.
_FIRST_PART = ({str: list}, shapes.Either((None, {str: int})))
_SECOND_PART = {str: list}


class ResultCache:
    """Cached results of the files of one component, for one plan."""

    def __init__(self, directory: str, plan: Plan, numbered: Sequence[FileTask]) -> None:
        self._opened = time.time_ns()
        self._directory = directory
        self._plan = plan
        self._key = _key(plan)
        template = plan.component.template
        self._template = self._stamp_of(template) if template else []
        self._stamps = {file.path: self._template + self._stamp_of(file.path, file.status) for file in numbered}
        numbers, self._written = store.load(directory, self._key, parts=2) or (b"", b"")
        self._numbers: dict[str, list[Any]]
        self._failing: dict[str, int] | None
        self._numbers, self._failing = _parsed(numbers, _FIRST_PART, ({}, None))
        self._found: dict[str, list[Any]] | None = None
        self._has_news = False

    def all_results(self, files: Sequence[FileTask]) -> list[FileResult] | None:
        """Return the results of all files with failing strings counted. None if any file is changed, new or missing."""
        failing = self._failing
        if failing is None or failing.keys() != self._stamps.keys() or not self._are_all_known():
            return None
        try:
            return [self._result(file, failing=failing[file.path]) for file in files]
        except shapes.IS_DAMAGED:
            return None

    def get(self, file: FileTask) -> FileResult | None:
        """Return the cached result of a file. None if the file has changed or has no result."""
        if not self._is_known(file.path):
            return None
        try:
            return self._result(file, self._findings()[file.path] if self._plan.checks else None)
        except shapes.IS_DAMAGED:
            return None

    def add(self, file: FileTask, result: FileResult) -> None:
        """Cache the new result of a file, unless the file may change without a change of its stamp.

        The stamp was taken before the file was read. If the file has changed since, the stamp does not match again.
        """
        stamp = self._stamps[file.path]
        if result.failure is not None or not stamp or not is_settled(stamp, self._opened):
            return
        self._numbers[file.path] = [stamp, *serialization.numbers(result)]
        found = serialization.found(result)
        if found is not None:
            self._findings()[file.path] = found
        self._has_news = True

    def save(self, files: Sequence[FileTask], results: Sequence[FileResult]) -> None:
        """Write the document if anything has changed. The results have the failing strings counted."""
        failing = None
        if self._plan.checks and self._are_all_known():
            failing = {files[result.place].path: result.statistics.failing for result in results}
        if self._has_news or failing != self._failing:
            parts = [[self._numbers, failing], self._findings()]
            store.save(self._directory, self._key, [*map(_line, parts)])

    def _stamp_of(self, path: str, status: os.stat_result | None = None) -> Stamp:
        """Return the stamp of a file. Empty if a link to the file leads out of the component's boundary."""
        is_open = status is not None or safe_reading.is_inside(self._plan.component, path)
        return stamp_of(self._absolute(path), status) if is_open else []

    def _absolute(self, path: str) -> str:
        return f"{self._plan.component.root}/{path}"

    def _result(self, file: FileTask, found: list[Any] | None = None, failing: int = 0) -> FileResult:
        _, *numbers = self._numbers[file.path]
        return serialization.result(file.place, numbers, found, failing)

    def _is_known(self, path: str) -> bool:
        """True if the file has a cached result and its stamp has not changed."""
        return path in self._numbers and self._numbers[path][:1] == [self._stamps[path]]

    def _are_all_known(self) -> bool:
        return all(map(self._is_known, self._stamps))

    def _findings(self) -> dict[str, list[Any]]:
        """Return the findings of the checks by path. They are parsed on first use, because they are large."""
        if self._found is None:
            self._found = _parsed(self._written, _SECOND_PART, {})
        return self._found


def _key(plan: Plan) -> bytes:
    # The server's URL, the origin of the settings and the gate change no number.
    settings = plan._replace(component=plan.component._replace(base_url="", origin="", gate=GateSettings()))
    return f"{environment()}{tuple(settings)!r}".encode("utf-8", "backslashreplace")


def _line(part: Any) -> bytes:
    return json.dumps(part, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")


def _parsed(line: bytes, shape: shapes.Shape, otherwise: Any) -> Any:
    try:
        parsed = json.loads(line)
    except shapes.IS_DAMAGED:
        return otherwise
    return parsed if shapes.fits(parsed, shape) else otherwise
