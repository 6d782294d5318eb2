"""Formats of the reports of `stats`.

In JSON, one report is equal to the response body of a Weblate server. Several reports are an array of such objects with
the names of their components. Totals of languages are an array, as a server returns for the languages of a project.
"""

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

from transtats_cli.envelope import statistics_response
from transtats_cli.errors import require_extra
from transtats_cli.languages import Language
from transtats_cli.measures import measure_translated
from transtats_cli.output import View
from transtats_cli.output.formats import (
    Output,
    Outputs,
    compact_json,
    create_outputs,
    csv_rows,
    format_ndjson,
    json_document,
)
from transtats_cli.output.selection import sort_most_translated_first
from transtats_cli.output.stats_tables import render_markdown, render_table
from transtats_cli.plurals import PluralRule
from transtats_cli.report import Record, Report
from transtats_cli.statistics import Statistics, add_statistics

_EXAMPLE_RECORD = Record(Language("", "", PluralRule(1, "0")), "", Statistics())
"""Record from which the titles of CSV columns are derived."""
CHOOSING_OPTIONS = ("sort", "below", "above", "fields")
"""Options that choose the records to show, and their fields."""


def _render_json(reports: Iterable[Report], view: View) -> Iterator[str]:
    if view.totals_project:
        records = [
            view.select_fields(report, record) for report in reports for record in view.select_page_records(report)
        ]
        yield json_document(records, view)
    elif view.has_several_components:
        yield from _render_array(
            ({**report.component.name_fields, **_create_response(report, view)} for report in reports), view
        )
    else:
        (report,) = reports
        yield json_document(_create_response(report, view), view)


def _create_response(report: Report, view: View) -> dict[str, Any]:
    response = statistics_response(
        report.component,
        view.table.select_records(report),
        extended=view.has_extended_keys,
        page=view.page,
        query=view.page_link_parameters,
    )
    if view.has_completeness_keys or view.table.fields:
        response["results"] = [view.select_fields(report, record) for record in view.select_page_records(report)]
    return response


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


def _render_csv(reports: Iterable[Report], view: View) -> Iterator[str]:
    """Yield a row for each record. The titles are written even if there are no records."""
    for number, report in enumerate(reports):
        owner = view.select_component_fields(report)
        titles = [*owner, *view.select_fields(Report(report.component, ()), _EXAMPLE_RECORD)]
        rows = (
            [*owner.values(), *view.select_fields(report, record).values()]
            for record in view.select_page_records(report)
        )
        yield csv_rows(chain([titles], rows) if not number else rows)


def _render_ndjson(reports: Iterable[Report], view: View) -> Iterator[str]:
    for report in reports:
        owner = view.select_component_fields(report)
        rows = ({**owner, **view.select_fields(report, record)} for record in view.select_page_records(report))
        yield "".join(format_ndjson(rows, view))


def _render_html(reports: Iterable[Report], view: View) -> Iterator[str]:
    """Yield the page. Raises TranstatsError if the extra `report` is not installed."""
    with require_extra("report", "the format html"):
        from transtats_cli.pages.overviews import render_single_page
    for report in reports:
        records = view.select_page_records(report)
        if not view.table.chooses_records:
            records = sort_most_translated_first(report, records)
        yield render_single_page(report, records).decode() + "\n"


def _render_total(reports: Iterable[Report], view: View) -> Iterator[str]:
    """Yield the translated share of all reports together, in percent. If no file could be read, yield nothing."""
    all_counted: list[Statistics] = []
    is_known = False
    for report in reports:
        counted = [record.statistics for record in view.list_counted_records(report)]
        is_known = is_known or bool(counted) or not report.failures
        all_counted += counted
    if is_known:
        yield f"{measure_translated(add_statistics(all_counted)).percent_done}\n"


OUTPUTS: Outputs[Iterable[Report]] = create_outputs(
    Output("json", _render_json, ignored_options={"left"}),
    Output("table", render_table, ignored_options={"extended"}, compares_files=True),
    Output("csv", _render_csv, ignored_options={"left"}),
    Output("ndjson", _render_ndjson, ignored_options={"left"}),
    Output("markdown", render_markdown, ignored_options={"extended"}, compares_files=True),
    Output(
        "html", _render_html, is_for_several=False, ignored_options={"extended", "fields", "left"}, compares_files=True
    ),
    Output("total", _render_total, ignored_options={"extended", "completeness", "left", *CHOOSING_OPTIONS}),
)
