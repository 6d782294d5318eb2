"""Formats of the reports of `stats`.

In JSON, one report is equal to the response body of a Weblate server. Several reports are an array of such objects with
the names of their components. Totals of languages are an array, as a server returns for the languages of a project.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import chain
from typing import Any

from transtats_cli.envelope import component_url_prefixes, counts_and_dates, quote_url_path, statistics_response
from transtats_cli.errors import require_extra
from transtats_cli.languages import Language
from transtats_cli.output import View
from transtats_cli.output.csv_text import csv_rows
from transtats_cli.output.formats import Output, Outputs
from transtats_cli.output.json_text import compact_json, json_document
from transtats_cli.output.selection import sort_most_translated_first
from transtats_cli.plurals import PluralRule
from transtats_cli.report import Record, Report
from transtats_cli.statistics import Statistics, add_statistics, percent_tenths, translated_percent

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
        view.select_records(report),
        extended=view.has_extended_keys,
        page=view.page,
        query=view.page_link_parameters,
    )
    if view.has_completeness_keys or view.shown_keys:
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
        yield "".join(_format_records(report, view))


def _format_records(report: Report, view: View) -> Iterator[str]:
    """Yield the line of each record.

    A record whose texts need no escapes is formatted with a template, which is faster than a JSON encoder.
    """
    owner, prefixes = view.select_component_fields(report), component_url_prefixes(report.component)
    beginning = compact_json(owner, for_terminal=view.is_terminal)[:-1] + "," if owner else "{"
    template = _create_line_template(beginning, prefixes)
    is_standard = not (view.has_extended_keys or view.has_completeness_keys or view.shown_keys or view.totals_project)
    uses_template = is_standard and _needs_no_escapes("".join(prefixes))
    for record in view.select_page_records(report):
        (code, name, _), _, statistics, changed, recent = record
        if not (uses_template and _needs_no_escapes(f"{code}{name}{changed}")):
            values = view.select_fields(report, record)
            yield f"{beginning}{compact_json(values, for_terminal=view.is_terminal)[1:]}\n"
            continue
        (strings, words, chars), translated, fuzzy, approved, readonly, failing, suggestions, comments = statistics
        end = quote_url_path(code)
        # In the order of `envelope.record_fields`.
        yield template % (
            strings,
            words,
            chars,
            "null" if changed is None else f'"{changed}"',
            recent,
            *translated,
            _format_percent(translated[0], strings) if strings else "100.0",
            _format_percent(translated[1], words) if words else "100.0",
            _format_percent(translated[2], chars) if chars else "100.0",
            fuzzy[0],
            _format_percent(fuzzy[0], strings),
            failing,
            _format_percent(failing, strings),
            approved[0],
            _format_percent(approved[0], strings),
            readonly[0],
            _format_percent(readonly[0], strings),
            suggestions,
            comments,
            code,
            name,
            end,
            end,
        )


def _create_line_template(beginning: str, url_prefixes: Sequence[str]) -> str:
    """Return the format string for the line of a record.

    The format string has a `%s` for each value that differs between records of the same component. `beginning` is the
    text before the first number. `url_prefixes` is the result of `component_url_prefixes`.
    """
    start, page, editor = (text.replace("%", "%%") for text in (beginning, *url_prefixes))
    numbers = _create_number_template()
    return f'{start}{numbers},"code":"%s","name":"%s","url":"{page}%s/","translate_url":"{editor}%s/"}}\n'


@lru_cache(maxsize=1)
def _create_number_template() -> str:
    return ",".join(f'"{key}":%s' for key in counts_and_dates(Statistics(), None, 0))


def _needs_no_escapes(text: str) -> bool:
    """Return True if a text needs no escapes in JSON, even on a terminal."""
    return text.isascii() and text.isprintable() and '"' not in text and "\\" not in text


def _format_percent(part: int, whole: int) -> str:
    return _format_tenths(percent_tenths(part, whole))


@cache
def _format_tenths(tenths: int) -> str:
    return str(tenths / 10)


def _render_table(reports: Iterable[Report], view: View) -> Iterator[str]:
    # Imported late: JSON, the default, would pay for the modules that draw tables when the program starts.
    from transtats_cli.output.stats_tables import render_table

    return render_table(reports, view)


def _render_markdown(reports: Iterable[Report], view: View) -> Iterator[str]:
    # Imported late, as for `_render_table`.
    from transtats_cli.output.stats_tables import render_markdown

    return render_markdown(reports, view)


def _render_html(reports: Iterable[Report], view: View) -> Iterator[str]:
    """Yield the page. Raises TranstatsError if the extra `report` is not installed."""
    with require_extra("report", "the format html"):
        from transtats_cli.pages.overviews import render_single_page
    for report in reports:
        records = view.select_page_records(report)
        if view.record_selection is None:
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
        yield f"{translated_percent(add_statistics(all_counted))}\n"


OUTPUTS: Outputs[Iterable[Report]] = Outputs(
    "json",
    Output("json", _render_json, ignored_options={"left"}),
    Output("table", _render_table, ignored_options={"extended"}, compares_files=True),
    Output("csv", _render_csv, ignored_options={"left"}),
    Output("ndjson", _render_ndjson, ignored_options={"left"}),
    Output("markdown", _render_markdown, ignored_options={"extended"}, compares_files=True),
    Output(
        "html", _render_html, is_for_several=False, ignored_options={"extended", "fields", "left"}, compares_files=True
    ),
    Output("total", _render_total, ignored_options={"extended", "completeness", "left", *CHOOSING_OPTIONS}),
)
