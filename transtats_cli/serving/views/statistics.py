"""View of a component's statistics: a record for each language."""

from transtats_cli.envelope import record_fields
from transtats_cli.serving.data.component_cache import CacheReader
from transtats_cli.serving.http import pagination
from transtats_cli.serving.view_types import ListPage, ViewRequest
from transtats_cli.serving.views.records import is_extended


async def of_component(request: ViewRequest, reader: CacheReader) -> ListPage:
    """Return one page of the records of a component. The source language is included with `with_source=true`."""
    component = await reader.require_component(request.path_params["project"], request.path_params["component"])
    snapshot = await reader.read_snapshot(component, checks=request.get_boolean_parameter("checks", default=True))
    report = snapshot.report
    records = report.records if request.get_boolean_parameter("with_source") else report.translations
    extended = is_extended(request, reader)
    return pagination.make_list_page(
        request,
        records,
        lambda record: record_fields(record, component, extended=extended),
        pagination.STATISTICS_PAGE_SIZES,
    )
