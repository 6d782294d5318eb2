"""Components: all of them, one, and its translations."""

from transtats_cli.serving import pagination
from transtats_cli.serving.library import Reading
from transtats_cli.serving.objects import components
from transtats_cli.serving.objects.addresses import Addresses
from transtats_cli.serving.viewing import Document, Inquiry, Listing


async def every_component(inquiry: Inquiry, library: Reading) -> Listing:
    """By project and name."""
    known = await library.known()
    addresses = Addresses(inquiry.base_url, inquiry.suffix)
    return pagination.listing(
        inquiry, list(known.components.values()), lambda component: components.fields(component, addresses)
    )


async def component(inquiry: Inquiry, library: Reading) -> Document:
    found = await library.required(inquiry.names["project"], inquiry.names["component"])
    return Document(components.fields(found, Addresses(inquiry.base_url, inquiry.suffix)))
