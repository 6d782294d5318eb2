"""Page of the strings of a translation, with search and filters."""

from typing import NamedTuple

from transtats_cli.component import Component
from transtats_cli.envelope import ResponsePage
from transtats_cli.errors import TranstatsError
from transtats_cli.languages import language_by_code
from transtats_cli.pages.string_pages import (
    StringSelection,
    make_string_chips,
    make_string_context,
    make_strings_page,
)
from transtats_cli.pages.strings import StringView, make_string_views
from transtats_cli.pages.tables import make_pager
from transtats_cli.scanning.reading.reader import Translation
from transtats_cli.serving.data.change_feed import FeedScope
from transtats_cli.serving.data.component_cache import CacheReader
from transtats_cli.serving.http import problems
from transtats_cli.serving.http.pagination import PageSizes, parse_page_request
from transtats_cli.serving.pages.page_response import make_page_content, make_page_links
from transtats_cli.serving.strings.unit_page import UnitQuery, find_unit_page
from transtats_cli.serving.view_types import RawContent, ViewRequest
from transtats_cli.unit_queries.checksums import unit_checksum
from transtats_cli.unit_queries.query import QueryError, parse_unit_query

_PAGE_SIZES = PageSizes(25, 50)
_MAX_CHECKSUM_LENGTH = 32


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
    record = next((each for each in snapshot.report.records if each.language.code == code), None)
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
