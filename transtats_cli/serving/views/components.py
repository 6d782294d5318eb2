"""Views of components: the list of all components, and one component."""

from transtats_cli.serving.data.component_cache import CacheReader
from transtats_cli.serving.http import pagination
from transtats_cli.serving.objects import components
from transtats_cli.serving.objects.urls import UrlBuilder
from transtats_cli.serving.view_types import JsonDocument, ListPage, ViewRequest


async def every_component(request: ViewRequest, reader: CacheReader) -> ListPage:
    """Return one page of all components, sorted by project and slug."""
    index = await reader.read_index()
    urls = UrlBuilder(request.base_url, request.suffix)
    return pagination.make_list_page(
        request, list(index.components.values()), lambda component: components.component_to_json(component, urls)
    )


async def component(request: ViewRequest, reader: CacheReader) -> JsonDocument:
    named_component = await reader.require_component(request.path_params["project"], request.path_params["component"])
    return JsonDocument(components.component_to_json(named_component, UrlBuilder(request.base_url, request.suffix)))
