"""Scan one language of a component, and find the string that an argument names.

A string is named by file and line, context, source text, or hash.
"""

import os
import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from transtats_cli.checks.runner import Findings
from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError, UnreadableFile
from transtats_cli.formats.detection import EXTENSIONS
from transtats_cli.languages import Language, language_by_code
from transtats_cli.limits import CheckTimeBudget
from transtats_cli.measures import COMPLETE_MEASURE, Share
from transtats_cli.model import PLURAL_SEPARATOR, Unit
from transtats_cli.nearest import shorten_list
from transtats_cli.report import Record, Report
from transtats_cli.scanning.filemask.files import TranslationFile
from transtats_cli.scanning.pipeline.combining import SourceResult, combine_scanned_files
from transtats_cli.scanning.pipeline.completeness import measure_report
from transtats_cli.scanning.pipeline.file_scanner import FileScanner
from transtats_cli.scanning.pipeline.language_selection import find_translations, select_languages
from transtats_cli.scanning.pipeline.options import ScanOptions
from transtats_cli.scanning.reading.reader import ComponentReader, Translation
from transtats_cli.scanning.reading.safe_reading import read_bytes
from transtats_cli.unit_queries.checksums import unit_checksum


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
    complete_share: Share | None = None
    """Share of the language that tables and the gate show. None if no file lists all strings, and for the source."""

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
    options = ScanOptions(with_source=is_source, with_shares=True, with_units=True, budget=budget, progress=progress)
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
    report = combined.build_report(component, selection)
    measured = measure_report(report, options, scanner.reader, combined.file_results, selection.language_codes)
    report = report._replace(translations=())
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
    share = next(each.share for each in measured.translations) if measured.measure == COMPLETE_MEASURE else None
    return ScannedLanguage(
        component, record, translation.units, findings, written, report, files, translation, complete_share=share
    )


_PLACE_PATTERN = re.compile(r"(?:(.+):)?([1-9][0-9]{0,9})", re.DOTALL)
_STRING_HASH_PATTERN = re.compile("#?([0-9a-f]{16})")
_MAX_LISTED_STRINGS = 20
_MAX_SOURCE_LENGTH = 60


def find_unit_index(scanned: ScannedLanguage, text: str) -> int:
    """Return the index of the string that a text names: `FILE:LINE`, a line number, `#HASH`, a context, or a source.

    The line may be any line from the first line of the string to the line before the next string. In a PO file, the
    comments above a string are lines of this string. Raises TranstatsError if no string or several strings match.
    """
    for found in _find_candidates(scanned, text):
        if len(found) > 1:
            raise TranstatsError(
                f"{text!r} is the text of {len(found)} strings; name one by its line:", *_list_places(scanned, found)
            )
        if found:
            return found[0]
    raise TranstatsError(
        f"{text!r} is no string in {scanned.language.code}: give FILE:LINE, a context, a source text or #HASH, as"
        f" `transtats units` and `transtats explain {scanned.component.project} {scanned.component.slug}"
        f" {scanned.language.code} --format json` print them"
    )


def find_language_of_place(component: Component, text: str) -> str:
    """Return the language code of the file in a text of the form `FILE:LINE`. Empty for the name of a language.

    Raises TranstatsError for another text with a colon, and for the name of a file without a line.
    """
    if ":" not in text and not text.endswith(tuple(f".{extension}" for extension in EXTENSIONS)):
        return ""
    files = {each.path: each.language.code for each in find_translations(component).translations}
    files |= {path: component.source_language for path in (component.template, component.new_base) if path}
    file, colon, line = text.rpartition(":") if ":" in text else (text, "", "")
    code = next((code for path, code in files.items() if _is_same_file(component, path, file)), "")
    if code:
        if _PLACE_PATTERN.fullmatch(text) and colon:
            return code
        fault = f"{line!r} is no line" if colon else "a line is missing"
        raise TranstatsError(f"{text}: {fault}; give FILE:LINE, such as {file}:12")
    names = component.full_name
    listed = shorten_list([f"  {component.path_for_messages(path)}" for path in sorted(files)])
    raise TranstatsError(f"{file} is no file of {names}. Its files are:", *listed)


def _find_candidates(scanned: ScannedLanguage, text: str) -> Iterator[list[int]]:
    """Yield the indexes of the strings with a context, a source text, a hash or a place, in this order."""
    units = [*enumerate(scanned.units)]
    if text:
        yield [index for index, unit in units if unit.context == text]
        yield [index for index, unit in units if text in (unit.source, unit.source.partition(PLURAL_SEPARATOR)[0])]
    if match := _STRING_HASH_PATTERN.fullmatch(text):
        yield [index for index, unit in units if unit_checksum(unit) == match[1]]
    yield _find_by_place(scanned, text)


def _find_by_place(scanned: ScannedLanguage, text: str) -> list[int]:
    match = _PLACE_PATTERN.fullmatch(text)
    if match is None:
        return []
    file, line = match[1] or "", int(match[2])
    places = [
        (index, unit)
        for index, unit in enumerate(scanned.units)
        if unit.line and (not file or _is_same_file(scanned.component, scanned.find_path(index), file))
    ]
    path = scanned.record.path
    if file and not places and not (path and _is_same_file(scanned.component, path, file)):
        own = f", which is {scanned.component.path_for_messages(path)}" if path else ""
        raise TranstatsError(f"{file} is not the file of {scanned.language.code}{own}")
    starts = [(unit.line, index) for index, unit in places]
    if scanned.component.file_format == "po":
        # `Unit.line` is the line of the first keyword of a string, below its comments.
        starts = [(unit.line - _count_comment_lines(unit), index) for index, unit in places]
    before = [start for start in starts if start[0] <= line]
    nearest = max(before)[0] if before else 0
    found = [index for number, index in before if number == nearest]
    if found:
        _refuse_line_after_end(scanned.component, scanned.find_path(found[0]), line)
    return found


def _count_comment_lines(unit: Unit) -> int:
    return unit.comments.removesuffix("\n").count("\n") + 1 if unit.comments else 0


def _refuse_line_after_end(component: Component, path: str, line: int) -> None:
    """Raise TranstatsError if a file does not have a line, or if it was removed after the scan."""
    place = component.path_for_messages(path)
    try:
        count = len(read_bytes(component, path).splitlines())
    except UnreadableFile as error:
        raise TranstatsError(f"{place}: {error.reason}") from error
    if line > count:
        raise TranstatsError(f"{place} has no line {line}: it has {count} line{'' if count == 1 else 's'}")


def _is_same_file(component: Component, path: str, file: str) -> bool:
    """Return True if `file`, a path written by the user, is the file of the component at `path`."""
    absolute = os.path.realpath(os.path.join(component.root, path))
    return file in (path, component.path_for_messages(path)) or os.path.realpath(file) == absolute


def _list_places(scanned: ScannedLanguage, indexes: Sequence[int]) -> list[str]:
    lines = []
    for index in indexes[:_MAX_LISTED_STRINGS]:
        unit = scanned.units[index]
        path = scanned.component.path_for_messages(scanned.find_path(index))
        place = f"{path}:{unit.line}" if unit.line else f"#{unit_checksum(unit)}"
        lines.append(f"  {place}  {unit.context or unit.source[:_MAX_SOURCE_LENGTH]}")
    return lines
