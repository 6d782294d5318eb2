"""Render a report as JSON, equal to the response body of a Weblate server."""

from collections.abc import Iterable, Iterator

from transtats_cli.envelope import statistics_response
from transtats_cli.output import View
from transtats_cli.output.json_text import json_document
from transtats_cli.report import Report


def render(reports: Iterable[Report], view: View) -> Iterator[str]:
    (report,) = reports
    response = statistics_response(
        report.component, report.records, extended=view.extended, page=view.page, query=view.query
    )
    if view.completeness:
        response["results"] = [view.fields(report, record) for record in view.records(report)]
    yield json_document(response, view)
