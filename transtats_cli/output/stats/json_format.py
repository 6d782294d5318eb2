"""Render reports as JSON.

One report is equal to the response body of a Weblate server. Several reports are an array of such objects with the
names of their components. Totals of languages are an array, as a server returns for the languages of a project.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from transtats_cli.envelope import statistics_response
from transtats_cli.output import View
from transtats_cli.output.json_text import compact_json, json_document
from transtats_cli.report import Report


def render(reports: Iterable[Report], view: View) -> Iterator[str]:
    if view.totals:
        records = [view.fields(report, record) for report in reports for record in view.records(report)]
        yield json_document(records, view)
    elif view.several:
        yield from _render_array(({**_names(report), **_envelope(report, view)} for report in reports), view)
    else:
        (report,) = reports
        yield json_document(_envelope(report, view), view)


def _envelope(report: Report, view: View) -> dict[str, Any]:
    response = statistics_response(
        report.component, view.selected(report), extended=view.extended, page=view.page, query=view.query
    )
    if view.completeness or view.keys:
        response["results"] = [view.fields(report, record) for record in view.records(report)]
    return response


def _names(report: Report) -> dict[str, str]:
    return {"project": report.component.project, "component": report.component.slug}


def _render_array(responses: Iterable[dict[str, Any]], view: View) -> Iterator[str]:
    """Yield an array: indented as a whole for a terminal, and with one line for each component for any other output."""
    if view.terminal:
        yield json_document(list(responses), view)
        return
    separator = "["
    for response in responses:
        yield separator + compact_json(response)
        separator = ",\n"
    yield "[]\n" if separator == "[" else "]\n"
