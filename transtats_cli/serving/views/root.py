"""View of `/api/`: links to all lists."""

from transtats_cli.serving.data.component_cache import CacheReader
from transtats_cli.serving.objects.addresses import Addresses
from transtats_cli.serving.view_types import JsonDocument, ViewRequest

_LISTS = ("projects", "components", "translations", "languages")


async def root(request: ViewRequest, reader: CacheReader) -> JsonDocument:
    addresses = Addresses(request.base_url, request.suffix)
    return JsonDocument({name: addresses.api(name) for name in _LISTS})
