"""View of `/api/`: links to all lists."""

from transtats_cli.serving.data.component_cache import CacheReader
from transtats_cli.serving.objects.urls import UrlBuilder
from transtats_cli.serving.view_types import JsonDocument, ViewRequest

_LIST_ROUTE_NAMES = ("projects", "components", "translations", "languages")


async def root(request: ViewRequest, reader: CacheReader) -> JsonDocument:
    urls = UrlBuilder(request.base_url, request.suffix)
    return JsonDocument({name: urls.api_url(name) for name in _LIST_ROUTE_NAMES})
