"""Scan a component, and return the strings, findings and statistics of one language."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from transtats_cli.budget import CheckTimeBudget
from transtats_cli.checks.runner import Findings
from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError, UnreadableFile
from transtats_cli.languages import Language, language_by_code
from transtats_cli.model import Unit
from transtats_cli.report import Record, Report
from transtats_cli.scanning.filemask.files import TranslationFile
from transtats_cli.scanning.pipeline.combining import SourceResult, combine_scanned_files
from transtats_cli.scanning.pipeline.file_scanner import FileScanner
from transtats_cli.scanning.pipeline.language_selection import select_languages
from transtats_cli.scanning.pipeline.options import ScanOptions
from transtats_cli.scanning.reading.reader import ComponentReader, Translation


class ScannedLanguage(NamedTuple):
    """Strings, findings and statistics of one language of a component."""

    component: Component
    record: Record
    units: Sequence[Unit]
    """Units with effective states and flags."""
    findings: Findings
    language_part: str
    """Part of the path that names the language. For the source language, the code in the settings."""
    report: Report
    """Failures, warnings and notes of the scan, without statistics. Failures of other languages are left out."""
    files: Sequence[TranslationFile]
    """Files of all languages."""
    translation: Translation | None = None
    """Content of the file. None for the source language."""
    source_result: SourceResult | None = None
    """Result of the source language. None for all other languages."""

    @property
    def language(self) -> Language:
        return self.record.language

    @property
    def is_source(self) -> bool:
        return self.source_result is not None

    def find_path(self, index: int) -> str:
        """Return the path of the file that contains the unit with this index, relative to the root of the component."""
        return self.record.path if self.source_result is None else self.source_result.paths[index]


def scan_language(
    component: Component,
    language: str,
    budget: CheckTimeBudget | None = None,
    progress: Callable[[str], None] | None = None,
) -> ScannedLanguage:
    """Return the strings, findings and statistics of a language. Raises TranstatsError if the language is unknown.

    The files of all languages are read, because some checks compare languages. Raises TranstatsError if the file of the
    language or the template is unreadable.
    """
    selection = select_languages(component, (language,))
    (code,) = selection.language_codes
    is_source = code == language_by_code(component.source_language).code
    files = selection.select_files(all_languages=True)
    options = ScanOptions(with_source=is_source, with_units=True, budget=budget, progress=progress)
    scanner = FileScanner(options, ComponentReader(component))
    translation: Translation | None = None
    results = []
    try:
        for result, scanned in scanner.scan_files(files):
            results.append(result)
            if scanned is not None and scanned.language.code == code:
                translation = scanned
        combined = combine_scanned_files(scanner, results)
    except UnreadableFile as error:
        path = component.path_for_messages(component.template)
        place = path if error.line is None else f"{path}:{error.line}"
        raise TranstatsError(f"{place}: {error.reason} (all languages depend on this template)") from error
    report = combined.build_report(component, selection)._replace(translations=())
    component = scanner.reader.component
    if combined.source_result is not None:
        source = combined.source_result
        values = (source.record, source.units, source.findings, component.source_language, report, files)
        return ScannedLanguage(component, *values, source_result=source)
    if translation is None:
        failures = selection.select_failures(combined.failures)
        raise TranstatsError(*(str(each._replace(path=component.path_for_messages(each.path))) for each in failures))
    records = combined.records
    index = [record.language.code for record in records].index(code)
    written = next(file.language_part for file in selection.component_files.translations if file.language.code == code)
    record, findings = records[index], combined.findings[index]
    return ScannedLanguage(component, record, translation.units, findings, written, report, files, translation)
