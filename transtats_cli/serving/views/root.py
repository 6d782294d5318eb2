"""`/api/`: what there is."""

from transtats_cli.serving.library import Reading
from transtats_cli.serving.objects.addresses import Addresses
from transtats_cli.serving.viewing import Document, Inquiry

_LISTS = ("projects", "components", "translations", "languages")


async def root(inquiry: Inquiry, library: Reading) -> Document:
    addresses = Addresses(inquiry.base_url, inquiry.suffix)
    return Document({name: addresses.api(name) for name in _LISTS})
