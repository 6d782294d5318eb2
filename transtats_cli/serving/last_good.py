"""A file that breaks keeps its last good record for as long as it is broken."""

from transtats_cli.report import Failure, Record, Report


def carried_over(report: Report, before: Report) -> Report:
    """The report with the records of an earlier one for files that cannot be read any more."""
    if not report.failures:
        return report
    component = report.component
    if component.template and any(failure.path == component.template for failure in report.failures):
        # Nothing can be said of any language without it.
        return report._replace(translations=before.translations, source=before.source)
    present = {record.path for record in report.translations}
    kept = [
        record
        for record in before.translations
        if record.path not in present and any(_concerns(failure, record) for failure in report.failures)
    ]
    return report._replace(translations=tuple(sorted((*report.translations, *kept), key=lambda record: record.path)))


def _concerns(failure: Failure, record: Record) -> bool:
    """Whether a record's file, or a folder that it is in, could not be read."""
    return failure.path in (".", record.path) or record.path.startswith(f"{failure.path}/")
