"""Views of components: the list of all components, and one component."""

from transtats_cli.serving.data.component_cache import CacheReader
from transtats_cli.serving.http import pagination
from transtats_cli.serving.objects import components
from transtats_cli.serving.objects.addresses import Addresses
from transtats_cli.serving.view_types import JsonDocument, ListPage, ViewRequest


async def every_component(request: ViewRequest, reader: CacheReader) -> ListPage:
    """Return all components, sorted by project and slug."""
    known = await reader.index()
    addresses = Addresses(request.base_url, request.suffix)
    return pagination.list_page(
        request, list(known.components.values()), lambda component: components.fields(component, addresses)
    )


async def component(request: ViewRequest, reader: CacheReader) -> JsonDocument:
    found = await reader.require(request.path_params["project"], request.path_params["component"])
    return JsonDocument(components.fields(found, Addresses(request.base_url, request.suffix)))
