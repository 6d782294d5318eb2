"""Snapshot of a component: all strings of the component at one time, with states and findings of checks."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from transtats_cli.columns import columns_of
from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError, UnreadableFile
from transtats_cli.languages import Language, language_by_code
from transtats_cli.measures import COMPLETE_MEASURE
from transtats_cli.model import Finding, Unit
from transtats_cli.nearest import unknown_language_message
from transtats_cli.problems import Problem
from transtats_cli.report import Record, Report
from transtats_cli.scanning.filemask.folders import FolderListings
from transtats_cli.scanning.pipeline.combining import build_failed_result, combine_scanned_files
from transtats_cli.scanning.pipeline.completeness import measure_report
from transtats_cli.scanning.pipeline.file_scanner import FileScanner
from transtats_cli.scanning.pipeline.language_selection import select_languages
from transtats_cli.scanning.pipeline.options import DEFAULT_OPTIONS, ScanOptions
from transtats_cli.scanning.pipeline.reference import read_reference
from transtats_cli.scanning.reading import strings
from transtats_cli.scanning.reading.reader import ComponentReader, StringsByIdentity
from transtats_cli.statistics import Counts, count_words


class SnapshotString(NamedTuple):
    """One string in one language, with the findings of the checks."""

    unit: Unit
    """Unit with the state and the flags that result from the settings of the component."""
    findings: tuple[Finding, ...] = ()


class LanguageStrings(NamedTuple):
    """Strings of one language, and the statistics of the language."""

    record: Record
    """Statistics of the language, equal to the output of the command `stats`."""
    strings_by_identity: Mapping[str, SnapshotString]
    """Strings by identity.

    The identity of a string is its key in a monolingual component, otherwise its source and context.
    """

    @property
    def language(self) -> Language:
        return self.record.language


class Snapshot(NamedTuple):
    """All strings of a component at one time."""

    report: Report
    """Report that a scan of the component would return, without the source language."""
    languages: Mapping[str, LanguageStrings]
    """Strings of each language by language code. Languages are sorted by the path of their file."""
    language_codes: frozenset[str] = frozenset()
    """Codes of all languages that have a file, even if the file is unreadable or the language was not requested."""
    reference: Mapping[str, tuple[str, Unit]] = {}
    """Paths and units of the strings of the reference by identity: of the template, or of all languages.

    Empty unless `with_completeness` is set, or the shares need the reference.
    """
    settings_warning: str = ""
    """Message about invalid settings of a git revision that other settings replace. '' for valid settings."""

    @property
    def component(self) -> Component:
        return self.report.component

    def count_string(self, unit: Unit) -> Counts:
        """Return the counts of one string: 1 string, and the words and characters of its source."""
        cjk = language_by_code(self.component.source_language).is_cjk
        return Counts(1, count_words(unit.source, cjk=cjk), len(unit.source))


def take_snapshot(
    component: Component,
    options: ScanOptions = DEFAULT_OPTIONS,
    folders: FolderListings | None = None,
) -> Snapshot:
    """Read and check all strings of a component. Files are read in this process, and nothing is cached.

    If a file is unreadable, the file is added to the failures, and its language is left out. `folders` is a cache of
    folder listings. Raises TranstatsError if `languages_must_exist` is set and a requested language has no file.
    """
    selection = select_languages(component, options.languages, folders, must_exist=options.languages_must_exist)
    # Some checks compare all languages, and so does completeness.
    scan_options = ScanOptions(
        runs_checks=options.runs_checks,
        with_completeness=options.with_completeness,
        with_shares=options.with_shares,
        with_units=True,
        where=options.where,
        budget=options.budget,
        progress=options.progress,
    )
    needs_all = options.runs_checks or options.compares_with_reference(component)
    files = selection.select_files(all_languages=needs_all)
    scanner = FileScanner(scan_options, ComponentReader(component))
    try:
        scanned = list(scanner.scan_files(files))
        result = combine_scanned_files(scanner, [file_result for file_result, _ in scanned])
    except UnreadableFile as error:
        scanned, result = [], build_failed_result(component, error)
    units_by_file: Sequence[Sequence[Unit]] = [each.units for _, each in scanned if each is not None]
    if options.where is not None:
        units_by_file = [each.units or () for each in result.file_results]
    report = result.build_report(component, selection)
    report = measure_report(report, options, scanner.reader, result.file_results, selection.language_codes)
    records = {record.language.code: record for record in report.translations}
    languages = {
        record.language.code: LanguageStrings(
            records[record.language.code],
            _index_strings_by_identity(scanner.reader.component, units, findings),
        )
        for record, units, findings in zip(result.records, units_by_file, result.findings, strict=True)
        if record.language.code in records
    }
    codes = frozenset(file.language.code for file in selection.component_files.translations)
    reference: StringsByIdentity = {}
    if codes and (options.with_completeness or (options.with_shares and report.measure == COMPLETE_MEASURE)):
        try:
            reference = read_reference(component, folders)
        except UnreadableFile as error:
            reason = f"{error.reason}; strings that vanished from a language count as removed"
            warning = Problem(scanner.reader.reference_path, reason, error.line)
            report = report._replace(warnings=(*report.warnings, warning))
    return Snapshot(report, languages, codes, reference)


def require_languages(language_names: Iterable[str], *snapshots: Snapshot) -> None:
    """Raise TranstatsError if a named language has no file in any of the snapshots.

    A name may be any spelling of a language code, such as `pt_BR` or `pt-br`.
    """
    language_codes = {code for snapshot in snapshots for code in snapshot.language_codes}
    for name in language_names:
        codes = {snapshot.component.resolve_language(name).code for snapshot in snapshots}
        if codes.isdisjoint(language_codes):
            raise TranstatsError(unknown_language_message(name, language_codes))


def _index_strings_by_identity(
    component: Component, units: Iterable[Unit], findings: Mapping[int, tuple[Finding, ...]]
) -> dict[str, SnapshotString]:
    """Return the strings of a language by identity, see `LanguageStrings.strings_by_identity`."""
    identity = strings.select_identity(component)
    units = columns_of(units)
    return {
        key: SnapshotString(unit, findings.get(index, ()))
        for index, (key, unit) in enumerate(zip(identity(units), units, strict=True))
    }
