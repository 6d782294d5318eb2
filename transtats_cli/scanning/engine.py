"""One component is read, checked and counted, file by file."""

from collections.abc import Callable, Sized
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from transtats_cli.component import Component
from transtats_cli.languages import by_code
from transtats_cli.report import Record, Report
from transtats_cli.scanning import files
from transtats_cli.scanning.counting import count
from transtats_cli.scanning.reading import Reading, Translation
from transtats_cli.statistics import Statistics

if TYPE_CHECKING:
    from transtats_cli.checks.runner import Outcome


class ScanOptions(NamedTuple):
    """What is wanted of a scan."""

    with_source: bool = False
    checks: bool = True
    """Find failing checks; without, none is said to fail."""
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
    found = files.find(component)
    source_language = by_code(component.source_language)
    wanted = found.choose(options.languages, source_language, must_exist=options.languages_must_exist)
    # The source is made of all files, and some checks hold one language against the others.
    needed = found if options.with_source or options.checks else found.only(wanted)
    reading = Reading(component, needed, keep_source=options.with_source)
    counted = partial(count, cjk=source_language.is_cjk, file_notes=options.file_notes)
    inspection = _Inspection(component) if options.checks else None
    records: list[Record] = []
    for translation in reading.translations():
        records.append(_record(translation, counted(translation.units)))
        if inspection is not None:
            inspection.take(translation)
        if options.progress is not None:
            options.progress(translation.path)
    source = reading.source()
    source_record = _record(source, counted(source.units))
    if inspection is not None:
        records, source_record = inspection.judged(records, source_record, source)
    return Report(
        component,
        tuple(record for record in records if record.language.code in wanted),
        source_record if options.with_source and source_language.code in wanted else None,
        tuple(failure for failure in reading.failures if found.concerns(failure.path, wanted)),
        (*reading.warnings, *(inspection.warnings if inspection is not None else ())),
        reading.notes,
    )


class _Inspection:
    """The checks of all translations of a component, which are judged together."""

    def __init__(self, component: Component) -> None:
        # Imported late: a run that only counts has no use for checks.
        from transtats_cli.scanning.checking import checker, plural_rule

        self._checker = checker(component, explain=False)
        self._plural_rule = partial(plural_rule, component)
        self._outcomes: list[Outcome] = []
        self.warnings: list[str] = []

    def take(self, translation: Translation) -> None:
        outcome = self._checker.check(translation.language, self._plural_rule(translation), translation.units)
        self._outcomes.append(outcome)
        self.warnings += [f"{translation.path}: {warning}" for warning in outcome.warnings]

    def judged(self, records: list[Record], source_record: Record, source: Translation) -> tuple[list[Record], Record]:
        """The records with the numbers of strings that fail."""
        verdict = self._checker.verdict(self._outcomes, source.units)
        self.warnings += verdict.warnings
        judged = [_failing(*pair) for pair in zip(records, verdict.translations, strict=True)]
        return judged, _failing(source_record, verdict.source)


def _record(translation: Translation, statistics: Statistics) -> Record:
    # A translation without strings has never been changed.
    changed = translation.changed if statistics.total.strings else None
    return Record(translation.language, translation.path, statistics, changed)


def _failing(record: Record, findings: Sized) -> Record:
    return record._replace(statistics=record.statistics._replace(failing=len(findings)))
