"""Read, check and count translation files, one file after another. All scans of files use this module.

Commands that need strings use `FileScanner`, and those that need only statistics `scan_batch`. `combining.py` adds the
results of checks that compare files.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from typing import NamedTuple

from transtats_cli.checks.runner import TranslationOutcome
from transtats_cli.columns import UnitColumns, columns_of
from transtats_cli.component import Component
from transtats_cli.errors import UnreadableFile
from transtats_cli.formats import BulkCounter
from transtats_cli.formats.table import FILE_FORMATS
from transtats_cli.limits import CheckTimeBudget
from transtats_cli.model import Unit
from transtats_cli.problems import Problem
from transtats_cli.scanning.filemask.files import TranslationFile
from transtats_cli.scanning.pipeline.checking import build_checker, find_plural_rule
from transtats_cli.scanning.pipeline.file_comparison import FileComparer, FileComparison, FileStrings, list_strings
from transtats_cli.scanning.pipeline.options import ScanOptions
from transtats_cli.scanning.reading.header import find_header_warnings
from transtats_cli.scanning.reading.reader import (
    EMPTY_TEMPLATE_REASON,
    ComponentReader,
    StringsByIdentity,
    Translation,
)
from transtats_cli.scanning.reading.strings import count_units
from transtats_cli.statistics import Statistics


class FileCounts(NamedTuple):
    """Statistics of one file, and the messages about it."""

    statistics: Statistics = Statistics()
    last_change: str = ""
    """Time of the last change. '' if it is not known."""
    warnings: tuple[Problem, ...] = ()
    """Warnings about the file, without its path."""
    template_warnings: tuple[Problem, ...] = ()
    """Warnings about the template of a monolingual component. These warnings are the same for each file."""
    comparison: FileComparison | None = None
    """Comparison with the reference. None if it was not requested, or if the reference cannot be read."""


class FileResult(NamedTuple):
    """Result of reading and checking one file.

    Picklable, because worker processes return results.
    """

    file: TranslationFile
    counts: FileCounts = FileCounts()
    check_outcome: TranslationOutcome | None = None
    failure: Problem | None = None
    strings: FileStrings | None = None
    """Strings of the file. None if no comparison was requested, or if the component has a reference file."""
    units: UnitColumns | None = None
    """Units that the option `where` selects. None without this option."""
    keys: Sequence[str] = ()
    """Identities of the strings in the file. Empty without the option `where` or `with_missing`."""


ScannedFile = tuple[FileResult, Translation | None]
"""Result of scanning one file, and the translation with its units.

The translation is None if the file cannot be read, or if the file was counted without building units.
"""


class FileScanner:
    """Scanner of the files of one component. The files share readers, checks and the template."""

    def __init__(self, options: ScanOptions, reader: ComponentReader) -> None:
        self.source_strings: StringsByIdentity = {}
        """Strings of the scanned files.

        Empty if the options do not include the source, or if the component has a template.
        """
        self._component = reader.component
        self.reader = reader
        options = self.options = options._replace(budget=options.budget or CheckTimeBudget())
        self._checker = (
            build_checker(self._component, explain=options.needs_units, budget=options.budget)
            if options.runs_checks
            else None
        )

    def scan_files(self, files: Iterable[TranslationFile]) -> Iterator[ScannedFile]:
        """Yield the result and the units of each file. If a file is unreadable, its result contains a failure.

        Raises UnreadableFile if the template of a monolingual component is unreadable.
        """
        if self._component.template:
            self.reader.read_template()
        for file in files:
            try:
                scanned = self._read_and_count(file)
            except UnreadableFile as error:
                scanned = FileResult(file, failure=Problem(file.path, error.reason, error.line)), None
            if self.options.progress is not None:
                self.options.progress(file.path)
            yield scanned

    def _read_and_count(self, file: TranslationFile) -> ScannedFile:
        content = self.reader.read_bytes(file.path, file.stat_result)
        counted = self._bulk_counter(content) if self._bulk_counter is not None else None
        warnings = find_header_warnings(self._component, file.language, content)
        if counted is not None:
            return FileResult(file, FileCounts(counted.statistics, counted.last_change or "", warnings)), None
        translation, keys = self.reader.read_translation_and_keys(file.path, file.language, content)
        if self.options.with_source and not self._component.template:
            self.reader.add_strings(self.source_strings, file.path, translation.units)
        is_cjk = self.reader.source_language.is_cjk
        statistics = count_units(translation.units, cjk=is_cjk, file_notes=self.options.with_file_notes)
        warnings = (*warnings, *translation.warnings)
        comparison, strings, outcome = None, None, None
        if self._comparer is not None:
            comparison = self._comparer.compare_file(translation, keys, content)
        if self.options.compares_with_union(self._component) and not self.reader.reference_path:
            strings = list_strings(keys, columns_of(translation.units).sources, cjk=is_cjk)
        if self._checker is not None:
            plural_rule, _ = find_plural_rule(self._component, translation)
            outcome = self._checker.check_translation(translation.language, plural_rule, translation.units)
            warnings = (*warnings, *outcome.warnings)
        template_warnings = self._find_template_warnings(keys)
        counts = FileCounts(statistics, translation.last_change or "", warnings, template_warnings, comparison)
        result = FileResult(file, counts, outcome, strings=strings)
        if self.options.where is not None:
            result = result._replace(units=columns_of(translation.units))
        if self.options.where is not None or self.options.with_missing:
            result = result._replace(keys=keys)
        return result, translation

    def _find_template_warnings(self, keys: Sequence[str]) -> tuple[Problem, ...]:
        """Return the warnings about the template of a monolingual component. `keys` are those of a translation."""
        template = self.reader.read_template() if self._component.template else None
        found = template.warnings if template is not None else ()
        if not (keys and self.reader.has_empty_template):
            return found
        if template is not None:
            result = "each language has 0 strings; add the strings, or change the template"
        else:
            result = "it is not used as the template; add the strings, or name a template"
        return *found, Problem("", f"{EMPTY_TEMPLATE_REASON}, so {result}")

    @cached_property
    def _comparer(self) -> FileComparer | None:
        if not (self.options.compares_with_reference(self._component) and self.reader.reference_path):
            return None
        # The report contains a warning about a reference that cannot be read.
        with suppress(UnreadableFile):
            reference = self.reader.read_reference()
            return FileComparer(self.reader, reference.units if reference is not None else ())
        return None

    @cached_property
    def _bulk_counter(self) -> BulkCounter | None:
        """Function that counts the strings of a file without building units. None if more than counts is needed.

        Also None if the component has a template or `check_flags`, has to use the reference readers, or has a Chinese,
        Japanese or Korean source language.
        """
        component, options = self._component, self.options
        if (
            options.runs_checks
            or options.needs_units
            or options.with_source
            or options.with_file_notes
            or options.compares_with_union(component)
            or self._comparer is not None
            or component.check_flags
            or component.read_options.uses_reference_readers
            or component.template
            or self.reader.source_language.is_cjk
        ):
            return None
        return FILE_FORMATS[component.file_format].create_bulk_counter()


FileBatch = tuple[Component, ScanOptions, Sequence[TranslationFile]]
"""Files of a component that one process scans, with the options of the scan."""


class BatchResult(NamedTuple):
    """Results of the files of a batch, and the source strings of these files."""

    file_results: Sequence[FileResult]
    source_strings: Mapping[str, tuple[str, Unit]] = {}
    budget_seconds_spent: float = 0.0
    """Part of the time budget that the checks have used: processor time beyond the allowances, in seconds."""


def scan_batch(batch: FileBatch, reader: ComponentReader | None = None) -> BatchResult:
    """Scan the files of a batch, without keeping their units in memory.

    Raises UnreadableFile if the template of a monolingual component is unreadable.
    """
    component, options, files = batch
    scanner = FileScanner(options, reader or ComponentReader(component))
    results = [result for result, _ in scanner.scan_files(files)]
    budget = scanner.options.budget
    return BatchResult(results, scanner.source_strings, budget.seconds_spent if budget is not None else 0.0)
