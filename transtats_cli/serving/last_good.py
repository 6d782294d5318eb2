"""A file that breaks keeps its last good record for as long as it is broken."""

from transtats_cli.report import Failure, Record, Report


def keep_last_good(report: Report, *before: Report) -> Report:
    """The report with the records of earlier ones, the latest first, for files that cannot be read any more."""
    if not report.failures:
        return report
    component = report.component
    if component.template and any(failure.path == component.template for failure in report.failures):
        # Nothing can be said of any language without it.
        for earlier in before:
            if earlier.translations:
                return report._replace(translations=earlier.translations, source=earlier.source)
        return report
    records = {record.path: record for record in report.translations}
    for earlier in before:
        for record in earlier.translations:
            if any(_concerns(failure, record) for failure in report.failures):
                records.setdefault(record.path, record)
    return report._replace(translations=tuple(sorted(records.values(), key=lambda record: record.path)))


def without_failing(report: Report) -> Report:
    """The report as it would have been without checks, where none is said to fail."""
    source = report.source
    return report._replace(
        translations=tuple(map(_without_failing, report.translations)), source=source and _without_failing(source)
    )


def _without_failing(record: Record) -> Record:
    return record._replace(statistics=record.statistics._replace(failing=0))


def _concerns(failure: Failure, record: Record) -> bool:
    """Whether a record's file, or a folder that it is in, could not be read."""
    return failure.path in (".", record.path) or record.path.startswith(f"{failure.path}/")
