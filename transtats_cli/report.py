"""Results of one scan of a component, and sums of the records of several translations.

Percentages are computed from the sums of strings, words and characters.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from transtats_cli.component import Component
from transtats_cli.languages import Language
from transtats_cli.measures import (
    TRANSLATED_MEASURE,
    Share,
    add_shares,
    describe_measure,
    join_measures,
    measure_translated,
)
from transtats_cli.model import PLURAL_SEPARATOR, Finding, Unit
from transtats_cli.problems import Problem
from transtats_cli.statistics import NO_STRINGS, Completeness, Counts, Statistics, add_counts, add_statistics
from transtats_cli.times import format_as_utc

NO_COMPONENT = "-"
"""Slug for all components of a project together in the URLs of a server. Here, it is also the slug for all projects."""


class Record(NamedTuple):
    """Statistics of one language of a component."""

    language: Language
    path: str
    """Path of the translation file, relative to the component's root. Empty for a source language without a file."""
    statistics: Statistics
    last_change: str | None = None
    recent_changes: int = 0
    measured_share: Share | None = None
    """Share by the measure of the report. None if it is the translated share of the strings in the file."""
    largest_file: Counts = NO_STRINGS
    """Numbers of the largest file of the component. A file without strings is not complete beside it."""
    outdated: Counts | None = None
    """Strings whose source text changed after their translation. None if they are not requested or not known."""

    @property
    def share(self) -> Share:
        """Share that stands for the language wherever one number does."""
        return measure_translated(self.statistics) if self.measured_share is None else self.measured_share


class LeftOutFile(NamedTuple):
    """Translation file that no record counts, with the reason."""

    path: str
    """Path of the file, relative to the component's root. The path is absolute if the file belongs to no component.

    For a component that is left out because it is test data, and for several files with a common reason, this is the
    file mask instead of a path.
    """
    reason: str
    needs_message: bool = True
    """False if the file would not add a language to the statistics, or if a warning already contains its path."""
    counted_path: str = ""
    """Path of the file that counts instead, if both have the same language. Relative to the component's root."""
    file_count: int = 1
    """Number of the files with the mask in `path`, if they are in no component."""

    @property
    def description(self) -> str:
        """Reason, with the number of files if `path` is a mask of files in no component."""
        return f"{self.file_count} files: {self.reason}" if self.file_count > 1 else self.reason


class Coverage(NamedTuple):
    """Components that have a language, in a sum of several components."""

    begun: int
    components: int
    """Number of all components."""
    not_begun: Counts = NO_STRINGS
    """Strings of the components without a file of the language."""

    def extend_share(self, measure: str, share: Share, statistics: Statistics) -> Share:
        """Return the share of a language, in a sum also of the components without a file of the language.

        That of a sum is a share of strings, because other units of the strings that are not begun may be unknown.
        """
        if self.components and describe_measure(measure).unit != "strings":
            share = measure_translated(statistics)
        return Share(share.part, share.whole + self.not_begun.strings)


NO_COVERAGE = Coverage(0, 0)


class Report(NamedTuple):
    """Result of a scan of one component: records of its languages, sorted by path, with failures and messages."""

    component: Component
    translations: tuple[Record, ...]
    source: Record | None = None
    """Record of the source language. None if this record was not requested."""
    failures: tuple[Problem, ...] = ()
    """Translation files that could not be read."""
    warnings: tuple[Problem, ...] = ()
    """Problems that affect the statistics. Their paths are as messages contain them."""
    notes: tuple[str, ...] = ()
    """Messages that are shown only with `--verbose`."""
    unchecked_strings: int = 0
    """Number of strings that were not checked because the time ran out. They count as not failing."""
    completeness: Mapping[str, Completeness] = {}
    """Completeness by language code, if requested. Languages that could not be compared are not included."""
    reference: str = ""
    """Path of the file that the languages were compared with. Empty for the union of all languages."""
    measure: str = TRANSLATED_MEASURE
    """Name of the measure of `Record.share`."""
    source_only_language_codes: frozenset[str] = frozenset()
    """Codes of the languages in `translations` that are source languages in all components.

    Only a report of totals contains such codes.
    """
    left_out: tuple[LeftOutFile, ...] = ()
    """Files that match the mask of the component and are not counted."""
    all_strings: Counts = NO_STRINGS
    """Counts of the strings of the reference or of the largest file, whether its language is selected or not."""
    coverage: Mapping[str, Coverage] = {}
    """Components that have a language, by language code. Empty unless the report contains totals."""

    def is_source(self, record: Record) -> bool:
        """Return True if a record of this report is that of a source language. Totals do not include such records."""
        return record is self.source or record.language.code in self.source_only_language_codes

    def coverage_of_record(self, record: Record) -> Coverage:
        return self.coverage.get(record.language.code, NO_COVERAGE)

    def share_of_all(self, record: Record) -> Share:
        """Return the share of a language, in a report of totals also of the components without a file of it."""
        return self.coverage_of_record(record).extend_share(self.measure, record.share, record.statistics)

    def completeness_of_record(self, record: Record) -> Completeness | None:
        """Return the completeness of a record, or None if the record was not compared.

        The source language is the reference, so its record is always complete.
        """
        if self.source is record and self.completeness:
            total, words, _ = self.whole
            return Completeness(total, translated=total, reference_words=words)
        return self.completeness.get(record.language.code)

    def files_left_out(self) -> dict[str, LeftOutFile]:
        """Return the files in `left_out` by their paths in messages."""
        return {self.component.path_for_messages(each.path): each for each in self.left_out}

    @property
    def share(self) -> Share:
        """Share of all languages together, without the source language."""
        return add_shares(record.share for record in self.records if not self.is_source(record))

    @property
    def whole(self) -> Counts:
        """Counts of the strings to translate into each language: those of the reference, or else of the largest file.

        The characters of the strings of a reference are not known.
        """
        for completeness in self.completeness.values():
            return Counts(completeness.reference_total, completeness.reference_words)
        return max([self.all_strings, *(record.statistics.total for record in self.records)])

    @property
    def records(self) -> tuple[Record, ...]:
        """Records in the order of a server's response. The record of the source language, if any, is the first."""
        return self.translations if self.source is None else (self.source, *self.translations)


StringPlace = tuple[str, str, int]
"""Path of a file as messages contain it, and the key and the line of one of its strings."""


class SourceChange(NamedTuple):
    """Change of a source text after its translation, which outdates the translation."""

    commit: str
    """Id of the commit. '' if the change is not committed."""
    time: int | None
    """Commit time in seconds since 1970. None if the time is unknown, or if the change is not committed."""
    old_source: str
    """Source text that was translated."""

    @property
    def old_sources(self) -> list[str]:
        return self.old_source.split(PLURAL_SEPARATOR)

    @property
    def date(self) -> str:
        """Day of the commit. '' if it is unknown, or if the change is not committed."""
        return "" if self.time is None else (format_as_utc(self.time) or "")[:10]

    @property
    def description(self) -> str:
        """Phrase with the beginning of the id and the day: `since commit 1234567890 of 2026-01-31`."""
        if not self.commit:
            return "since a change that is not committed"
        return f"since commit {self.commit[:10]}{f' of {self.date}' if self.date else ''}"


SourceChanges = Mapping[StringPlace, SourceChange]
"""Changes that outdated the strings of a component, by the places of the strings."""


class LocatedUnit(NamedTuple):
    """Unit with its language, its file and the findings of its checks."""

    language: Language
    path: str
    """Path of the translation file as messages contain it."""
    unit: Unit
    """The unit, with the state and the flags that result from the file and the settings together."""
    findings: tuple[Finding, ...] = ()
    is_from_comparison: bool = False
    """True if the findings are results of checks that compare several units with each other."""
    is_returned_again: bool = False
    """True if the same unit was already returned with the findings of other checks."""
    is_missing: bool = False
    """True if the file of the language lacks the string. In this case, `path` is the path of the reference."""
    is_stale: bool = False
    """True if only the file of the language has the string, and the reference lacks it."""
    component_name: str = ""
    """Component of the unit as `project/component`, if the strings of several components are printed."""
    source_change: SourceChange | None = None
    """Change that outdated the unit. None if the unit is not outdated, or if outdated units are not searched."""
    reference: Unit | None = None
    """String of the reference file for a unit of a search `with_missing`. None if there is none."""

    @property
    def note(self) -> str:
        """Note of the file, or else that of the reference."""
        return self.unit.note or (self.reference.note if self.reference else "")

    @property
    def references(self) -> list[str]:
        """Locations in source code from the file, or else those from the reference."""
        return self.unit.references or (self.reference.references if self.reference else [])

    @property
    def failing_translation_count(self) -> int:
        """Number of translations that fail checks, of a source string with several of them. Otherwise 0."""
        return max((each.translation_count for each in self.findings), default=0)

    def count_failing_translations(self, check_id: str) -> int:
        """Return the number of translations of a source string that fail a check. Otherwise 0."""
        return max((len(dict(each.codes_by_check).get(check_id, ())) for each in self.findings), default=0)

    @property
    def failing_checks(self) -> set[str]:
        """Checks that the string fails, and those that its translations fail if it is a source string with several."""
        return {each.check for each in self.findings}.union(*(dict(each.codes_by_check) for each in self.findings))

    @property
    def location(self) -> str:
        """Path and line, `po/de.po:12`, or only the path if the file does not contain the string."""
        return f"{self.path}:{self.unit.line}" if self.unit.line else self.path

    @property
    def state_name(self) -> str:
        """Name of the unit's state in user interfaces, or `missing`, `stale` or `outdated`."""
        if self.is_missing or self.is_stale:
            return "missing" if self.is_missing else "stale"
        if self.source_change is not None:
            return "outdated"
        return self.unit.state.display_name


def mark_outdated(units: Iterable[LocatedUnit], changes: SourceChanges) -> Iterator[LocatedUnit]:
    """Yield all strings. Those at the given places are marked as outdated by the changes."""
    if not changes:
        yield from units
        return
    for found in units:
        change = changes.get((found.path, found.unit.context, found.unit.line))
        yield found if change is None else found._replace(source_change=change)


class RecordTotals(NamedTuple):
    """Sum of the statistics of several translations."""

    statistics: Statistics = Statistics()
    last_change: str | None = None
    """Time of the latest change of any of the translations in ISO 8601, or None if all times are unknown."""
    recent_changes: int = 0
    outdated: Counts | None = None
    """Outdated strings of those translations of which they are known. None if they are not known of any."""


def sum_statistics(records: Iterable[Record]) -> RecordTotals:
    """Return the sum of the statistics of records. For no records, all numbers are 0."""
    several = list(records)
    return RecordTotals(
        add_statistics([record.statistics for record in several]),
        # Parsed, because some have fractions of a second.
        max(filter(None, (record.last_change for record in several)), key=datetime.fromisoformat, default=None),
        sum(record.recent_changes for record in several),
        add_counts(record.outdated for record in several),
    )


def sum_statistics_by_language(records: Iterable[Record]) -> list[tuple[Language, RecordTotals]]:
    """Return each language with the sum of its records, sorted by English name of the language."""
    by_code: dict[str, list[Record]] = {}
    for record in records:
        by_code.setdefault(record.language.code, []).append(record)
    totals = [(in_language[0].language, sum_statistics(in_language)) for in_language in by_code.values()]
    return sorted(totals, key=lambda each: (each[0].name, each[0].code))


def create_total_report(
    reports: Iterable[Report], project: str = NO_COMPONENT, *, needs_completeness: bool = False
) -> Report | None:
    """Return a report with one record for each language: the sum of its records in all reports.

    Return None if there are no reports. A component without a record of the language adds nothing to the sum. The
    component of the new report is that of the first report, with the slug NO_COMPONENT and the project `project`. With
    `needs_completeness`, a language has no completeness if one of its files was not compared. Otherwise, the files that
    were compared are added.
    """
    several = list(reports)
    if not several:
        return None
    records = [(report, record) for report in several for record in report.records]
    shares = add_shares_by_language(several)
    compared: dict[str, list[Completeness | None]] = {}
    for report, record in records:
        compared.setdefault(record.language.code, []).append(report.completeness_of_record(record))
    sums = {code: add_completeness(each, needs_all=needs_completeness) for code, each in compared.items()}
    translated = {record.language.code for report, record in records if not report.is_source(record)}
    return Report(
        several[0].component._replace(project=project, slug=NO_COMPONENT),
        tuple(
            Record(language, "", *total[:3], shares.get(language.code, Share(0, 0)), outdated=total.outdated)
            for language, total in sum_statistics_by_language(record for _, record in records)
        ),
        failures=tuple(failure for report in several for failure in report.failures),
        completeness={code: total for code, total in sums.items() if total is not None},
        measure=find_measure(several),
        source_only_language_codes=frozenset(compared.keys() - translated),
        coverage=_find_coverage(several),
    )


def add_shares_by_language(reports: Iterable[Report]) -> dict[str, Share]:
    """Return the share of each language in several reports together, by language code, without the source records."""
    shares: dict[str, list[Share]] = {}
    for report in reports:
        for record in report.translations:
            shares.setdefault(record.language.code, []).append(record.share)
    return {code: add_shares(several) for code, several in shares.items()}


def _find_coverage(reports: Sequence[Report]) -> dict[str, Coverage]:
    begun, strings, words = Counter[str](), Counter[str](), Counter[str]()
    wholes = [report.whole for report in reports]
    for report, whole in zip(reports, wholes, strict=True):
        for code in {record.language.code for record in report.translations}:
            begun[code] += 1
            strings[code] += whole.strings
            words[code] += whole.words
    total = add_counts(wholes) or NO_STRINGS
    return {
        code: Coverage(count, len(wholes), Counts(total.strings - strings[code], total.words - words[code]))
        for code, count in begun.items()
    }


def find_measure(reports: Iterable[Report]) -> str:
    """Return the measure that names the shares of several reports, such as their sum."""
    return join_measures(report.measure for report in reports if report.translations)


def add_completeness(summands: Sequence[Completeness | None], *, needs_all: bool = False) -> Completeness | None:
    """Return the sum of those that are known. None if none is known, or, with `needs_all`, if one is unknown."""
    known = [each for each in summands if each is not None]
    if not known or (needs_all and len(known) < len(summands)):
        return None
    return Completeness._make(map(sum, zip(*known, strict=True)))
