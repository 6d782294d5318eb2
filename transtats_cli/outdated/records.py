"""Count the outdated strings of a report, and compute the numbers of a server that has lived through the history."""

from collections.abc import Collection

from transtats_cli.component import Component
from transtats_cli.languages import language_by_code
from transtats_cli.measures import compute_share
from transtats_cli.model import State
from transtats_cli.outdated.finder import OutdatedFinder
from transtats_cli.outdated.strings import OutdatedString, OutdatedStrings
from transtats_cli.report import LocatedUnit, Record, Report
from transtats_cli.scanning.pipeline.options import StringSlice
from transtats_cli.statistics import NO_STRINGS, Completeness, Counts, count_sources


def with_outdated(
    report: Report, finder: OutdatedFinder, *, as_fuzzy: bool = False, where: StringSlice | None = None
) -> Report:
    """Find the outdated strings of a report, and return the report with them, see `add_outdated`."""
    if not report.translations:
        return report
    codes = {record.language.code for record in report.translations}
    return add_outdated(report, finder.find(report.component, codes, with_lines=False), as_fuzzy=as_fuzzy, where=where)


def add_outdated(
    report: Report, found: OutdatedStrings, *, as_fuzzy: bool = False, where: StringSlice | None = None
) -> Report:
    """Return the report with the numbers of outdated strings of each record, and with the warnings about them.

    With `as_fuzzy`, the outdated strings count as fuzzy instead of translated or approved, as on a server that has
    pulled each commit. The shares and the completeness follow. `where` is that of the scan.
    """
    component = report.component
    translations, completeness = [], dict(report.completeness)
    for record in report.translations:
        strings = found.strings_by_path.get(record.path)
        if strings is not None:
            if where is not None:
                path = component.path_for_messages(record.path)
                strings = [each for each in strings if where.matches(LocatedUnit(record.language, path, each.unit))]
            record = record._replace(outdated=count_outdated(component, strings))
            if as_fuzzy:
                approved = [each for each in strings if each.unit.state == State.APPROVED]
                record, compared = _count_as_fuzzy(record, count_outdated(component, approved), report)
                completeness |= {} if compared is None else {record.language.code: compared}
        translations.append(record)
    source = report.source and report.source._replace(outdated=NO_STRINGS if found.strings_by_path else None)
    return report._replace(
        translations=tuple(translations),
        source=source,
        completeness=completeness,
        warnings=(*report.warnings, *found.warnings),
    )


def count_outdated(component: Component, strings: Collection[OutdatedString]) -> Counts:
    """Return the number of strings, and of the words and characters in their present sources."""
    is_cjk = language_by_code(component.source_language).is_cjk
    return count_sources([each.unit.source for each in strings], cjk=is_cjk)


def _count_as_fuzzy(record: Record, approved: Counts, report: Report) -> tuple[Record, Completeness | None]:
    """Return the record with its outdated strings as fuzzy ones, and its completeness. Some of them were approved."""
    outdated, before = record.outdated or NO_STRINGS, record.statistics
    statistics = before._replace(
        translated=before.translated.minus(outdated),
        fuzzy=before.fuzzy.plus(outdated),
        approved=before.approved.minus(approved),
    )
    compared = report.completeness.get(record.language.code)
    if compared is not None:
        compared = compared._replace(translated=compared.translated - outdated.strings)
    share = record.measured_share
    if share is not None:
        share = compute_share(report.measure, statistics, compared, largest=record.largest_file)
    return record._replace(statistics=statistics, measured_share=share), compared
