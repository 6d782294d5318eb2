"""Read, check and count translation files, one file after another. All scans of files use this module.

`scan.py` uses this module for statistics, and `unit_scan.py` for strings. `combining.py` adds the results of checks
that compare files.
"""

import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cached_property, partial
from typing import TYPE_CHECKING, NamedTuple

from transtats_cli.budget import CheckTimeBudget
from transtats_cli.component import Component
from transtats_cli.errors import UnreadableFile
from transtats_cli.formats import BulkCounter, BulkCountSettings
from transtats_cli.formats.table import FILE_FORMATS
from transtats_cli.languages import Language, language_by_code
from transtats_cli.problems import Problem
from transtats_cli.scanning.filemask.files import TranslationFile
from transtats_cli.scanning.pipeline.file_comparison import FileComparer, FileComparison
from transtats_cli.scanning.reading import safe_reading
from transtats_cli.scanning.reading.counting import count_units
from transtats_cli.scanning.reading.reader import ComponentReader, SourceStrings, Translation
from transtats_cli.statistics import Statistics

if TYPE_CHECKING:
    from transtats_cli.checks.runner import TranslationOutcome

PARALLEL_MIN_BYTES = 8_000_000
"""Minimum total size of translation files, in bytes, for which worker processes are started.

For smaller files, starting processes takes more time than it saves.
"""


class ScanPlan(NamedTuple):
    """Component, and options for scanning its files."""

    component: Component
    runs_checks: bool = True
    with_source: bool = False
    """True to collect the strings of the source language."""
    with_file_notes: bool = False
    """True to count the suggestions and comments in the files."""
    with_units: bool = False
    """True to return the units of each file, and all findings of each string.

    If False, the checks only determine if a string fails.
    """
    with_statistics: bool = True
    """True to count the strings of each file. If False, only the strings of the source language are counted."""
    with_completeness: bool = False
    """True to compare each file with the reference."""

    @property
    def may_count_in_bulk(self) -> bool:
        """True if the bulk counter may be used, which counts strings without building units.

        False if more than counts is needed: check results, units, strings of the source language, suggestions or
        comments. Also False if the component has `check_flags`, has to use the reference readers, or has a Chinese,
        Japanese or Korean source language, and if a component of a bilingual format has a template, or a component of a
        monolingual format has no template.
        """
        component = self.component
        return not (
            self.runs_checks
            or self.with_units
            or self.with_source
            or self.with_file_notes
            or component.check_flags
            or component.read_options.uses_reference_readers
            or bool(component.template) != FILE_FORMATS[component.file_format].is_monolingual
            or language_by_code(component.source_language).is_cjk
        )


class FileTask(NamedTuple):
    """Translation file to scan."""

    file_index: int
    """Index of the file among the component's files, which are sorted by path."""
    path: str
    language: Language
    stat_result: os.stat_result | None = None
    """Result of `os.lstat` for the file. None if a part of the path is a link."""


def build_file_tasks(files: Iterable[TranslationFile]) -> tuple[FileTask, ...]:
    return tuple(FileTask(place, path, language, status) for place, (path, _, language, status) in enumerate(files))


class FileResult(NamedTuple):
    """Result of reading and checking one file.

    Picklable, because worker processes return results and the cache stores results.
    """

    file_index: int
    statistics: Statistics = Statistics()
    last_change: str | None = None
    check_outcome: "TranslationOutcome | None" = None
    failure: Problem | None = None
    warnings: tuple[str, ...] = ()
    template_warnings: tuple[str, ...] = ()
    """Warnings about the template of a monolingual component. These warnings are the same for each file."""
    comparison: FileComparison | None = None
    """Comparison with the reference. None if it was not requested, or if the reference cannot be read."""

    @property
    def is_complete(self) -> bool:
        """True if all strings were checked, so the result may be cached.

        False if the time budget of the checks was too small.
        """
        return self.check_outcome is None or not self.check_outcome.unchecked_strings


class ScannedFile(NamedTuple):
    """Result of scanning one file, and the translation with its units."""

    result: FileResult
    translation: Translation | None = None
    """Strings of the file. None if the file cannot be read, or if the file was counted without building units."""


class FileScanner:
    """Scanner of the files of one component. The files share readers, checks and the template."""

    def __init__(
        self,
        plan: ScanPlan,
        reader: ComponentReader | None = None,
        budget: CheckTimeBudget | None = None,
        progress: Callable[[str], None] | None = None,
    ) -> None:
        """`progress` is called with the path of each file after the file was scanned."""
        component = plan.component
        self.source_strings: SourceStrings | None = None
        """Source strings of the scanned files.

        None if the plan does not collect source strings, or if the component has a template.
        """
        self._component = component
        self._reader = reader or ComponentReader(component)
        self._plan = plan
        self._progress = progress
        self._count_units = partial(
            count_units, cjk=self._reader.source_language.is_cjk, file_notes=plan.with_file_notes
        )
        self._check_translation = (
            _create_translation_check(plan, budget or CheckTimeBudget()) if plan.runs_checks else None
        )
        if plan.with_source and not component.template:
            self.source_strings = SourceStrings(
                self._reader.source_language, None, is_monolingual=False, identify=self._reader.identity_function
            )

    def scan_file(self, task: FileTask) -> ScannedFile:
        """Scan a file and return the result. If the file is unreadable, the result contains a failure."""
        try:
            scanned = self._read_and_count(task)
        except UnreadableFile as error:
            failure = Problem(task.path, error.reason, error.line)
            scanned = ScannedFile(FileResult(task.file_index, failure=failure))
        if self._progress is not None:
            self._progress(task.path)
        return scanned

    def _read_and_count(self, task: FileTask) -> ScannedFile:
        content = safe_reading.read_bytes(self._component, task.path, task.stat_result)
        if self._bulk_counter is not None:
            counted = self._bulk_counter(content)
            if counted is not None:
                return ScannedFile(self._build_result(task, counted.statistics, counted.last_change), None)
        translation, keys = self._reader.read_translation_and_keys(task.path, task.language, content)
        if self.source_strings is not None:
            self.source_strings.add_units(task.file_index, translation.units)
        statistics = self._count_units(translation.units) if self._plan.with_statistics else Statistics()
        result = self._build_result(task, statistics, translation.last_change)
        if self._comparer is not None:
            result = result._replace(comparison=self._comparer.compare_file(translation, keys, content))
        if self._check_translation is None:
            return ScannedFile(result._replace(warnings=translation.warnings), translation)
        outcome = self._check_translation(translation)
        warnings = (*translation.warnings, *outcome.warnings)
        return ScannedFile(result._replace(check_outcome=outcome, warnings=warnings), translation)

    def _build_result(self, task: FileTask, statistics: Statistics, last_change: str | None) -> FileResult:
        return FileResult(task.file_index, statistics, last_change, template_warnings=self._template_warnings)

    @cached_property
    def _template_warnings(self) -> tuple[str, ...]:
        """Warnings about the template of a monolingual component."""
        template = self._reader.read_template() if self._component.template else None
        return template.warnings if template is not None else ()

    @cached_property
    def _comparer(self) -> FileComparer | None:
        if not (self._plan.with_completeness and self._reader.has_reference):
            return None
        # The report contains a warning about a reference that cannot be read.
        with suppress(UnreadableFile):
            return FileComparer(self._reader)
        return None

    @cached_property
    def _bulk_counter(self) -> BulkCounter | None:
        is_allowed = self._plan.may_count_in_bulk and self._comparer is None
        return _create_bulk_counter(self._reader) if is_allowed else None


def _create_bulk_counter(reader: ComponentReader) -> BulkCounter | None:
    component = reader.component
    template = reader.read_template() if component.template else None
    plan = BulkCountSettings(component.read_options, component.review, template.units if template else ())
    return FILE_FORMATS[component.file_format].create_bulk_counter(plan)


def _create_translation_check(plan: ScanPlan, budget: CheckTimeBudget) -> "Callable[[Translation], TranslationOutcome]":
    # Imported late, because a run that only counts does not need the checks.
    from transtats_cli.scanning.pipeline.checking import build_checker, find_plural_rule

    component = plan.component
    checks = build_checker(component, explain=plan.with_units, budget=budget)
    return lambda translation: checks.check_translation(
        translation.language, find_plural_rule(component, translation), translation.units
    )


class FileBatch(NamedTuple):
    """Files of a component that one process scans, with the options of the scan."""

    plan: ScanPlan
    tasks: tuple[FileTask, ...]
    budget: CheckTimeBudget | None = None
    """Limit of the processor time of checks.

    A batch in another process has a share of the budget of the run.
    """


class BatchResult(NamedTuple):
    """Results of the files of a batch, and the source strings of these files."""

    file_results: list[FileResult]
    source_strings: SourceStrings | None = None
    budget_seconds_spent: float = 0.0
    """Part of the time budget that the checks have used: processor time beyond the allowances, in seconds."""


def scan_batch(
    batch: FileBatch, progress: Callable[[str], None] | None = None, reader: ComponentReader | None = None
) -> BatchResult:
    """Scan the files of a batch. The units of the files are not kept in memory."""
    budget = batch.budget or CheckTimeBudget()
    scanner = FileScanner(batch.plan, reader, budget, progress)
    results = [scanner.scan_file(task).result for task in batch.tasks]
    return BatchResult(results, scanner.source_strings, budget.seconds_spent)
