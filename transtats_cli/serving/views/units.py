"""View of the units of a translation, with search and pages."""

from transtats_cli.errors import TranstatsError
from transtats_cli.serving.data.component_cache import CacheReader
from transtats_cli.serving.http import pagination, problems
from transtats_cli.serving.strings.unit_page import UnitQuery, find_unit_object_page
from transtats_cli.serving.view_types import ListPage, ViewRequest
from transtats_cli.serving.views.records import find_requested_translation
from transtats_cli.unit_queries.query import QueryError, parse_unit_query


async def translation_units(request: ViewRequest, reader: CacheReader) -> ListPage:
    """Return one page of the units that match the query `q`.

    The search runs in a worker process. Raises HttpProblem (400) if the query is malformed.
    """
    query = request.get_parameter("q") or ""
    try:
        parse_unit_query(query)
    except QueryError as error:
        raise problems.bad_request(str(error)) from error
    page_request = pagination.parse_page_request(request.query, pagination.LIST_PAGE_SIZES)
    component, snapshot, record = await find_requested_translation(request, reader, checks=False)
    unit_query = UnitQuery(record.language.code, snapshot.version, query, page_request, reader.options.check_time)
    try:
        unit_page = await reader.run_on_component(component, find_unit_object_page, unit_query)
    except TranstatsError as error:
        # The file was deleted or became unreadable after the snapshot.
        raise problems.not_found() from error
    return ListPage(unit_page.unit_count, unit_page.page, unit_page.unit_objects)
