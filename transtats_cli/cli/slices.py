"""The option `--where`: count and print a part of the strings."""

from collections.abc import Iterable, Iterator

from transtats_cli.cli.command import option
from transtats_cli.cli.messages import RunLog
from transtats_cli.errors import TranstatsError
from transtats_cli.problems import Problem
from transtats_cli.report import Report
from transtats_cli.scanning.pipeline.options import StringSlice
from transtats_cli.selection.selector import ComponentSelector

where_option = option(
    "--where",
    "queries",
    multiple=True,
    metavar="QUERY",
    help="Only strings like 'key:admin.*', or @NAME of the settings.",
)


def select_slice(
    queries: tuple[str, ...], selector: ComponentSelector, *, has_findings: bool = True
) -> StringSlice | None:
    """Return the strings of `--where`. None if the option is not given. Raises TranstatsError for an invalid query."""
    if not queries:
        return None
    # A border like that of a command: most runs need no query language.
    from transtats_cli.unit_queries.slices import parse_slice

    where = parse_slice(queries, selector.named_slices())
    if where.needs_checks and not has_findings:
        raise TranstatsError(f"--where {where.description!r} needs the findings of checks, and these options have none")
    return where


def watch_matches(reports: Iterable[Report], where: StringSlice | None, log: RunLog) -> Iterator[Report]:
    """Yield the reports. If none of them contains a string of the slice, add a warning to the log."""
    has_matches = False
    for report in reports:
        has_matches = has_matches or has_strings(report)
        yield report
    if where is not None and not has_matches:
        log.add_warning(describe_empty_slice(where))


def describe_empty_slice(where: StringSlice) -> Problem:
    return Problem(f"--where {where.description}", "no string matches the query")


def has_strings(report: Report) -> bool:
    """Return True if a report contains a string of a language, or of the reference that files lack."""
    return any(record.statistics.total.strings for record in report.records) or any(
        each.reference_total or each.stale for each in report.completeness.values()
    )
