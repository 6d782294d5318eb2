"""One component is read, file by file, and counted."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from transtats_cli.component import Component
from transtats_cli.languages import by_code
from transtats_cli.report import Record, Report
from transtats_cli.scanning import files
from transtats_cli.scanning.counting import count
from transtats_cli.scanning.reading import Reading, Translation
from transtats_cli.statistics import Statistics


class ScanOptions(NamedTuple):
    """What is wanted of a scan."""

    with_source: bool = False
    file_notes: bool = False
    """Count what the files hold of suggestions and comments."""
    languages: tuple[str, ...] = ()
    """Only these, in any spelling; all where empty."""
    languages_must_exist: bool = True
    progress: Callable[[str], None] | None = None
    """Told the path of each file that has been read."""


DEFAULT_OPTIONS = ScanOptions()


def scan_component(component: Component, options: ScanOptions = DEFAULT_OPTIONS) -> Report:
    """All that a component's files say; a file that cannot be read costs its own language only."""
    source_language = by_code(component.source_language)
    found = files.find(component)
    chosen = None
    if options.languages:
        chosen = found.choose(options.languages, source_language, must_exist=options.languages_must_exist)
    if chosen is not None and not options.with_source:
        found = found.only(chosen)
    reading = Reading(component, found, keep_source=options.with_source)
    counted = partial(count, cjk=source_language.is_cjk, file_notes=options.file_notes)
    records: list[Record] = []
    for translation in reading.translations():
        if options.progress is not None:
            options.progress(translation.path)
        if chosen is None or translation.language.code in chosen:
            records.append(_record(translation, counted(translation.units)))
    source = None
    if options.with_source and (chosen is None or source_language.code in chosen):
        translation = reading.source()
        source = _record(translation, counted(translation.units))
    return Report(component, tuple(records), source, tuple(reading.failures), reading.warnings, reading.notes)


def _record(translation: Translation, statistics: Statistics) -> Record:
    # A translation without strings has never been changed.
    changed = translation.changed if statistics.total.strings else None
    return Record(translation.language, translation.path, statistics, changed)
