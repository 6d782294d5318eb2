"""Keep the last good record of each file that cannot be read any more."""

from transtats_cli.problems import Problem
from transtats_cli.report import Record, Report


def keep_last_good_records(report: Report, *earlier_reports: Report) -> Report:
    """Return the report with the last good record of each file that cannot be read any more.

    The record comes from the first of `earlier_reports` that contains one, so `earlier_reports` begin with the latest
    report. If the template cannot be read, all records come from the latest earlier report that has records.
    """
    if not report.failures:
        return report
    component = report.component
    if component.template and any(failure.path == component.template for failure in report.failures):
        # Without its template, no translation of the component can be read.
        for earlier in earlier_reports:
            if earlier.translations:
                return report._replace(translations=earlier.translations, source=earlier.source)
        return report
    records = {record.language.code: record for record in report.translations}
    for earlier in earlier_reports:
        for record in earlier.translations:
            if any(_failure_affects_record(failure, record) for failure in report.failures):
                records.setdefault(record.language.code, record)
    return report._replace(translations=tuple(sorted(records.values(), key=lambda record: record.path)))


def reset_failing_counts(report: Report) -> Report:
    """Return the report with 0 as the number of failing strings in each record, as in a scan without checks."""
    source = report.source
    return report._replace(
        translations=tuple(map(_reset_failing_count, report.translations)),
        source=source and _reset_failing_count(source),
    )


def _reset_failing_count(record: Record) -> Record:
    return record._replace(statistics=record.statistics._replace(failing=0))


def _failure_affects_record(failure: Problem, record: Record) -> bool:
    """Return True if the file of a record, or a folder that contains this file, could not be read."""
    return failure.path in (".", record.path) or record.path.startswith(f"{failure.path}/")
