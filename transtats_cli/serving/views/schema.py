"""View of `/api/schema/`: the OpenAPI document."""

from transtats_cli.serving.data.component_cache import CacheReader
from transtats_cli.serving.openapi.document import document
from transtats_cli.serving.view_types import JsonDocument, ViewRequest


async def schema(request: ViewRequest, reader: CacheReader) -> JsonDocument:
    # Imported here, because the routes import this module.
    from transtats_cli.serving.routes import ROUTES

    return JsonDocument(document(ROUTES, request.base_url, needs_token=bool(reader.options.tokens)))
