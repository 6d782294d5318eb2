"""Read, check and count the files of a component, in pieces that any process can work on."""

import os
from collections.abc import Callable, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, NamedTuple, Protocol

from transtats_cli.budget import Budget
from transtats_cli.component import Component
from transtats_cli.errors import UnreadableFile
from transtats_cli.formats import READERS, BulkCounter, BulkPlan
from transtats_cli.languages import Language, by_code
from transtats_cli.report import Failure
from transtats_cli.scanning.pipeline.garbage_collection import gc_frozen, without_gc
from transtats_cli.scanning.reading import safe_reading
from transtats_cli.scanning.reading.counting import count
from transtats_cli.scanning.reading.reader import Reader, Sources, Translation
from transtats_cli.statistics import Statistics

if TYPE_CHECKING:
    from transtats_cli.checks.runner import Outcome


class Plan(NamedTuple):
    """Options for all files of a component."""

    component: Component
    checks: bool = True
    sources: bool = False
    """Collect the strings of the source language."""
    file_notes: bool = False

    @property
    def may_count_in_bulk(self) -> bool:
        """True if only counts are needed and they depend on one file alone, so the bulk counter may be used."""
        component = self.component
        return not (
            self.checks
            or self.sources
            or self.file_notes
            or component.check_flags
            or component.options.reference
            or bool(component.template) != READERS[component.file_format].monolingual
            or by_code(component.source_language).is_cjk
        )


class FileTask(NamedTuple):
    """A file and its index among the component's files."""

    place: int
    path: str
    language: Language
    status: os.stat_result | None = None
    """Result of `os.lstat`. None if a part of the path is a link."""


class Batch(NamedTuple):
    """Files of a component that are processed together."""

    plan: Plan
    files: tuple[FileTask, ...]
    budget: Budget | None = None
    """Processor time of the checks: the budget of the run, or a share of it for a piece in another process."""


class FileResult(NamedTuple):
    """Result of reading and checking one file. Picklable: it crosses process boundaries and goes into the cache."""

    place: int
    statistics: Statistics = Statistics()
    changed: str | None = None
    outcome: "Outcome | None" = None
    failure: Failure | None = None
    warnings: tuple[str, ...] = ()
    of_template: tuple[str, ...] = ()
    """Warnings about the template, the same for each file."""

    @property
    def is_complete(self) -> bool:
        """True if no string was left unchecked for lack of time, so the result may be cached."""
        return self.outcome is None or not self.outcome.unchecked


class Memory(Protocol):
    """Cache of the results of files."""

    def all_results(self, files: Sequence[FileTask]) -> list[FileResult] | None:
        """Return the results of all files with failing strings counted. None unless exactly these files are cached."""

    def get(self, file: FileTask) -> FileResult | None:
        """Return the cached result of a file. None if the file has changed or has no result."""

    def add(self, file: FileTask, result: FileResult) -> None:
        """Cache the new result of a file."""

    def save(self, files: Sequence[FileTask], results: Sequence[FileResult]) -> None:
        """Save the new results. `results` have the failing strings counted."""


class BatchResult(NamedTuple):
    """Results of the files of a piece."""

    results: list[FileResult]
    sources: Sources | None = None
    spent: float = 0.0
    """Seconds of the budget that were spent."""


def scan_batch(
    piece: Batch, progress: Callable[[str], None] | None = None, reader: Reader | None = None
) -> BatchResult:
    """Read, check and count the files of a piece. The result of an unreadable file is a failure."""
    budget = piece.budget or Budget()
    examiner = FileScanner(piece.plan, reader or Reader(piece.plan.component), budget)
    results: list[FileResult] = []
    for numbered in piece.files:
        try:
            result = examiner.scan_batch(numbered)._replace(of_template=examiner.of_template)
        except UnreadableFile as error:
            result = FileResult(numbered.place, failure=Failure(numbered.path, error.reason, error.line))
        results.append(result)
        if progress is not None:
            progress(numbered.path)
    return BatchResult(results, examiner.sources, budget.spent)


class FileScanner:
    """Processes one file after another, and caches what the files share."""

    def __init__(self, plan: Plan, reader: Reader, budget: Budget) -> None:
        component = plan.component
        self.sources: Sources | None = None
        self._component = component
        self._reader = reader
        self._plan = plan
        self._count = partial(count, cjk=self._reader.source_language.is_cjk, file_notes=plan.file_notes)
        self._check = _check_of(component, budget) if plan.checks else None
        if plan.sources and not component.template:
            self.sources = Sources(self._reader.source_language, None, monolingual=False)

    @cached_property
    def of_template(self) -> tuple[str, ...]:
        """Warnings about the template of a monolingual component."""
        template = self._reader.template() if self._component.template else None
        return template.warnings if template is not None else ()

    @cached_property
    def _count_in_bulk(self) -> BulkCounter | None:
        return _bulk_counter(self._reader) if self._plan.may_count_in_bulk else None

    def scan_batch(self, numbered: FileTask) -> FileResult:
        content = safe_reading.read_bytes(self._component, numbered.path, numbered.status)
        if self._count_in_bulk is not None:
            counted = self._count_in_bulk(content)
            if counted is not None:
                return FileResult(numbered.place, counted.statistics, counted.changed)
        translation = without_gc(partial(self._reader.translation, numbered.path, numbered.language, content))
        if self.sources is not None:
            self.sources.add(numbered.place, translation.units)
        statistics = self._count(translation.units)
        if self._check is None:
            return FileResult(numbered.place, statistics, translation.changed, warnings=translation.warnings)
        with gc_frozen():
            outcome = self._check(translation)
        warnings = (*translation.warnings, *outcome.warnings)
        return FileResult(numbered.place, statistics, translation.changed, outcome, warnings=warnings)


def _bulk_counter(reader: Reader) -> BulkCounter | None:
    component = reader.component
    template = reader.template() if component.template else None
    plan = BulkPlan(component.options, component.review, template.units if template else ())
    return READERS[component.file_format].bulk_counter(plan)


def _check_of(component: Component, budget: Budget) -> "Callable[[Translation], Outcome]":
    # Imported late, because a run that only counts does not need the checks.
    from transtats_cli.scanning.pipeline.checking import checker, plural_rule

    checks = checker(component, explain=False, budget=budget)
    return lambda translation: checks.check(
        translation.language, plural_rule(component, translation), translation.units
    )


def divide(plan: Plan, numbered: Sequence[FileTask], sizes: Sequence[int], pieces: int) -> list[Batch]:
    """Divide files into pieces of about equal size. Each file, the largest first, goes to the smallest piece."""
    loads = [(0, number) for number in range(pieces)]
    shares: list[list[FileTask]] = [[] for _ in range(pieces)]
    from heapq import heapify, heapreplace

    heapify(loads)
    for size, file in sorted(zip(sizes, numbered, strict=True), key=lambda pair: (-pair[0], pair[1].place)):
        load, number = loads[0]
        shares[number].append(file)
        heapreplace(loads, (load + size + 1, number))
    return [Batch(plan, tuple(share)) for share in shares if share]
