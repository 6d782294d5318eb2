"""Formats of the reports of `stats`.

JSON has the shape of a list that a Weblate server returns, and for one report equals the response body. The records of
several components begin with the names of their project and component.
"""

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

from transtats_cli.envelope import coverage_fields, list_response, share_fields, statistics_url, whole_list
from transtats_cli.errors import require_extra
from transtats_cli.languages import Language
from transtats_cli.measures import Share, add_shares
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
from transtats_cli.statistics import Statistics

_EXAMPLE_RECORD = Record(Language("", "", PluralRule(1, "0")), "", Statistics())
"""Record from which the titles of CSV columns are derived."""
CHOOSING_OPTIONS = ("sort", "below", "above", "fields")
"""Options that choose the records to show, and their fields."""


def _render_json(reports: Iterable[Report], view: View) -> Iterator[str]:
    if view.has_several_components and not view.is_terminal:
        yield from _render_list_in_pieces(_create_rows(reports, view))
        return
    if view.page is None:
        document = whole_list([*chain.from_iterable(_create_rows(reports, view))])
    else:
        (report,) = reports
        count, url = len(view.table.select_records(report)), statistics_url(report.component)
        (rows,) = _create_rows([report], view)
        document = list_response(url, view.page_link_parameters, count, view.page, rows)
    yield json_document(document, view)


def _create_rows(reports: Iterable[Report], view: View) -> Iterator[list[dict[str, Any]]]:
    """Yield the rows of each report, or in a chosen order all together."""
    for rows in view.select_rows(reports):
        yield [_create_row(report, record, view) for report, record in rows]


def _create_row(report: Report, record: Record, view: View) -> dict[str, Any]:
    return {**view.select_component_fields(report), **view.select_fields(report, record)}


def _render_list_in_pieces(pieces: Iterable[list[dict[str, Any]]]) -> Iterator[str]:
    """Yield the JSON object of a list, with a line for each row. `count` is the last key, because it is not known."""
    count, separator = 0, '{"next":null,"previous":null,"results":['
    for rows in filter(None, pieces):
        yield separator + ",\n".join(map(compact_json, rows))
        count, separator = count + len(rows), ",\n"
    yield f'{"" if count else separator}],"count":{count}}}\n'


def _render_csv(reports: Iterable[Report], view: View) -> Iterator[str]:
    """Yield a row for each record. The titles are written even if there are no records.

    Unless the fields are chosen, the last columns are the share that tables show, its measure, and the work left.
    """

    def create_row(report: Report, record: Record) -> dict[str, Any]:
        row = _create_row(report, record, view)
        if not view.table.fields:
            row |= share_fields(report, record)
            row |= coverage_fields(report, record) if view.totals_project else {}
        return row

    following = iter(reports)
    for first in following:
        titles = [*create_row(Report(first.component, ()), _EXAMPLE_RECORD)]
        for number, rows in enumerate(view.select_rows(chain([first], following))):
            cells = (create_row(*row).values() for row in rows)
            yield csv_rows(cells if number else chain([titles], cells))


def _render_ndjson(reports: Iterable[Report], view: View) -> Iterator[str]:
    for rows in _create_rows(reports, view):
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
    """Yield the share of all reports together, in percent. If no file could be read, yield nothing."""
    shares: list[Share] = []
    is_known = False
    for report in reports:
        counted = [record.share for record in view.list_counted_records(report)]
        is_known = is_known or bool(counted) or not report.failures
        shares += counted
    if is_known:
        yield f"{add_shares(shares).percent_done}\n"


OUTPUTS: Outputs[Iterable[Report]] = create_outputs(
    Output("json", _render_json, ignored_options={"left"}),
    Output("table", render_table, ignored_options={"extended"}, shows_shares=True),
    Output("csv", _render_csv, ignored_options={"left"}, shows_shares=True),
    Output("ndjson", _render_ndjson, ignored_options={"left"}),
    Output("markdown", render_markdown, ignored_options={"extended"}, shows_shares=True),
    Output(
        "html", _render_html, is_for_several=False, ignored_options={"extended", "fields", "left"}, shows_shares=True
    ),
    Output(
        "total",
        _render_total,
        ignored_options={"extended", "completeness", "left", *CHOOSING_OPTIONS},
        shows_shares=True,
    ),
)
