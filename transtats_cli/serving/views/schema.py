"""`/api/schema/`: this API, as OpenAPI describes it."""

from transtats_cli.serving import openapi
from transtats_cli.serving.library import Reading
from transtats_cli.serving.viewing import Document, Inquiry


async def schema(inquiry: Inquiry, library: Reading) -> Document:
    # The routes lead here, too.
    from transtats_cli.serving.routes import ROUTES

    return Document(openapi.document(ROUTES, inquiry.base_url, needs_token=bool(library.options.tokens)))
