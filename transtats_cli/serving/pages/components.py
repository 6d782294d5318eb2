"""Pages of one component, of one translation, and of its strings with search and filters."""

import asyncio
from collections.abc import Sequence
from typing import NamedTuple

from transtats_cli.component import Component
from transtats_cli.envelope import ResponsePage
from transtats_cli.errors import TranstatsError
from transtats_cli.languages import language_by_code
from transtats_cli.pages.components import (
    TranslationDetails,
    find_missing_texts,
    lacks_strings,
    make_component_page,
    make_translation_page,
)
from transtats_cli.pages.history_chart import NO_HISTORY, PENDING_HISTORY, SOURCE_HISTORY, make_history_chart
from transtats_cli.pages.page import Page
from transtats_cli.pages.recent_changes import (
    FAILED_CHANGES,
    PENDING_CHANGES,
    RecentChanges,
    make_recent_changes,
)
from transtats_cli.pages.string_pages import (
    StringSelection,
    make_string_chips,
    make_string_context,
    make_strings_page,
)
from transtats_cli.pages.strings import StringView, make_string_views
from transtats_cli.pages.tables import TableBuilder, make_pager
from transtats_cli.report import Record, Report
from transtats_cli.scanning.reading.reader import Translation
from transtats_cli.serving.data.cache_reader import CacheReader
from transtats_cli.serving.data.change_feed import FeedScope
from transtats_cli.serving.data.component_cache import BrokenFile
from transtats_cli.serving.http import problems
from transtats_cli.serving.http.pagination import PageSizes, parse_page_request
from transtats_cli.serving.pages.page_response import make_page_content, make_page_links
from transtats_cli.serving.unit_page import UnitQuery, find_unit_page
from transtats_cli.serving.view_types import RawContent, ViewRequest
from transtats_cli.serving.views.records import read_failing_unit_counts
from transtats_cli.unit_queries.checksums import unit_checksum
from transtats_cli.unit_queries.query import QueryError, parse_unit_query

_HISTORY_SECONDS = 0.25
"""Longest time in seconds that a page waits for the history. After that, the page shows the history when it is read."""
_PAGE_SIZES = PageSizes(25, 50)
_MAX_CHECKSUM_LENGTH = 32


async def component(request: ViewRequest, reader: CacheReader, component: Component) -> RawContent:
    """Return the page of a component: a table of its languages."""
    report = await reader.read_compared_report(component)
    tables = TableBuilder(dict(request.query))
    page = make_component_page(report, make_page_links(reader.options), tables, _list_broken_files(component, reader))
    page = await _add_history(page, report, "", reader)
    return make_page_content(page, reader.options, FeedScope(component.project, component.slug))


async def translation(request: ViewRequest, reader: CacheReader, component: Component, code: str) -> RawContent:
    """Return the page of one translation: numbers of strings by state, failing checks, and missing strings."""
    report = await reader.read_compared_report(component)
    record = _find_record(report, code)
    snapshot = await reader.read_snapshot(component)
    failing = (await read_failing_unit_counts(snapshot, reader)).get(code) if record.statistics.failing else None
    details = TranslationDetails(
        failing.unit_counts_by_check if failing is not None else {},
        await _find_missing(component, code, reader) if lacks_strings(report, record) else [],
        _list_broken_files(component, reader),
    )
    page = make_translation_page(report, record, details, make_page_links(reader.options), reader.options.root)
    page, changes = await asyncio.gather(
        _add_history(page, report, code, reader), _read_recent_changes(component, record.path, reader)
    )
    page = page._replace(values={**page.values, "recent_strings": changes})
    return make_page_content(page, reader.options, FeedScope(component.project, component.slug))


async def _add_history(page: Page, report: Report, code: str, reader: CacheReader) -> Page:
    """Return the page with the chart of a language. If `code` is empty, add the chart of all languages together."""
    found = await reader.read_history_soon(report.component, _HISTORY_SECONDS)
    if found is None:
        chart = PENDING_HISTORY
    elif found.value is None:
        chart = NO_HISTORY
    elif report.source is not None and report.source.language.code == code:
        chart = SOURCE_HISTORY
    else:
        chart = make_history_chart(found.value, code, omits_source=report.source is not None and not code)
    return page._replace(values={**page.values, "history": chart})


async def _read_recent_changes(component: Component, path: str, reader: CacheReader) -> RecentChanges | None:
    """Return the recent changes of a translation file, or None if it is not in a git repository.

    `path` is relative to the component. If `path` is empty, the translation has no file, and the result is None.
    """
    if not path:
        return None
    found = await reader.read_changes_soon(component, path, _HISTORY_SECONDS)
    if found is None:
        return PENDING_CHANGES
    if found.value is None:
        return None
    return FAILED_CHANGES if found.value.failure else make_recent_changes(found.value.changes)


async def _find_missing(component: Component, code: str, reader: CacheReader) -> list[str]:
    """Return the sources of the first strings that the file of a language lacks."""
    try:
        return (await reader.run_on_component(component, find_missing_texts, (code,)))[code]
    except TranstatsError:
        # The files were deleted after the comparison. The next refresh detects this.
        return []


def _find_record(report: Report, code: str) -> Record:
    for record in report.records:
        if record.language.code == code:
            return record
    raise problems.not_found()


def _list_broken_files(component: Component, reader: CacheReader) -> Sequence[BrokenFile]:
    names = (component.project, component.slug)
    return [file for file in reader.list_broken_files() if (file.project, file.component) == names]


class StringPage(NamedTuple):
    """One page of strings, and the number of strings on all pages."""

    string_count: int
    page: ResponsePage
    strings: tuple[StringView, ...]


async def translation_strings(request: ViewRequest, reader: CacheReader, component: Component, code: str) -> RawContent:
    """Return one page of the strings that match the query `q`.

    If the query is malformed, the page contains a description of the error, and no strings.
    """
    options = reader.options
    snapshot = await reader.read_snapshot(component)
    record = next((each for each in snapshot.value.records if each.language.code == code), None)
    if record is None:
        raise problems.not_found()
    query = (request.get_parameter("q") or "").strip()
    checksum = (request.get_parameter("checksum") or "")[:_MAX_CHECKSUM_LENGTH]
    found, error = StringPage(0, ResponsePage(), ()), ""
    try:
        parse_unit_query(query)
        page_request = parse_page_request(request.query, _PAGE_SIZES)
        unit_query = UnitQuery(code, snapshot.version, query, page_request, options.check_time, checksum)
        found = await reader.run_on_component(
            component, find_string_page, unit_query, record.path, options.root, options.editor_link
        )
    except QueryError as problem:
        error = str(problem)
    except TranstatsError as problem:
        # The file was deleted or became unreadable after the snapshot.
        raise problems.not_found() from problem
    page_size = str(found.page.size) if found.page.size != _PAGE_SIZES.default_size else ""
    parameters = [("q", query), ("checksum", checksum), ("page_size", page_size)]
    pager = make_pager(found.page, found.string_count, parameters)
    selection = StringSelection(found.string_count, found.strings, pager, query, error)
    chips = make_string_chips(record.statistics, query, checksum)
    page = make_strings_page(component, record, selection, chips, make_page_links(options), options.root)
    return make_page_content(page, options, FeedScope(component.project, component.slug))


def find_string_page(component: Component, unit_query: UnitQuery, path: str, root: str, editor_link: str) -> StringPage:
    """Return one page of the strings that match a query. Runs in a worker process.

    `path` is the path of the translation file, and `root` the served directory. Raises HttpProblem if the page does not
    exist, QueryError if the query is malformed, and TranstatsError if the file cannot be read.
    """
    found = find_unit_page(component, unit_query)
    translation = Translation(language_by_code(unit_query.language_code), path, (), found.plural_forms_header)
    context = make_string_context(component, translation, root, editor_link)
    units = [(position, unit_checksum(each.unit), each) for position, each in found.units]
    return StringPage(found.unit_count, found.page, make_string_views(units, context))
