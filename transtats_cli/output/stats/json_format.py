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


def render_json(reports: Iterable[Report], view: View) -> Iterator[str]:
    if view.totals_project:
        records = [
            view.select_fields(report, record) for report in reports for record in view.select_page_records(report)
        ]
        yield json_document(records, view)
    elif view.has_several_components:
        yield from _render_array(
            ({**_create_name_fields(report), **_create_response(report, view)} for report in reports), view
        )
    else:
        (report,) = reports
        yield json_document(_create_response(report, view), view)


def _create_response(report: Report, view: View) -> dict[str, Any]:
    response = statistics_response(
        report.component,
        view.select_records(report),
        extended=view.has_extended_keys,
        page=view.page,
        query=view.page_link_parameters,
    )
    if view.has_completeness_keys or view.shown_keys:
        response["results"] = [view.select_fields(report, record) for record in view.select_page_records(report)]
    return response


def _create_name_fields(report: Report) -> dict[str, str]:
    return {"project": report.component.project, "component": report.component.slug}


def _render_array(responses: Iterable[dict[str, Any]], view: View) -> Iterator[str]:
    """Yield an array: indented as a whole for a terminal, and with one line for each component for any other output."""
    if view.is_terminal:
        yield json_document(list(responses), view)
        return
    separator = "["
    for response in responses:
        yield separator + compact_json(response)
        separator = ",\n"
    yield "[]\n" if separator == "[" else "]\n"
