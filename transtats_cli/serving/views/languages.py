"""Languages that are in use anywhere, and their totals."""

from transtats_cli.report import Record
from transtats_cli.serving import aggregates, pagination, problems
from transtats_cli.serving.library import Reading
from transtats_cli.serving.objects import languages, totals
from transtats_cli.serving.objects.addresses import Addresses
from transtats_cli.serving.viewing import Document, Inquiry, Listing
from transtats_cli.serving.views.records import of_all


async def every_language(inquiry: Inquiry, library: Reading) -> Listing:
    """By their codes."""
    in_use = {record.language.code: record.language for record in await _records(library, checks=False)}
    addresses = Addresses(inquiry.base_url, inquiry.suffix)
    return pagination.listing(
        inquiry, [in_use[code] for code in sorted(in_use)], lambda language: languages.fields(language, addresses)
    )


async def language(inquiry: Inquiry, library: Reading) -> Document:
    records = await _named(inquiry, library, checks=False)
    return Document(languages.fields(records[0].language, Addresses(inquiry.base_url, inquiry.suffix)))


async def language_statistics(inquiry: Inquiry, library: Reading) -> Document:
    records = await _named(inquiry, library, checks=inquiry.flag("checks", True))
    total, addresses = aggregates.total(records), Addresses(inquiry.base_url, inquiry.suffix)
    return Document(totals.of_language(records[0].language, total, addresses, extended=inquiry.flag("extended")))


async def _named(inquiry: Inquiry, library: Reading, *, checks: bool) -> list[Record]:
    """The records of all components in the language of the path."""
    code = inquiry.names["language"]
    records = [record for record in await _records(library, checks=checks) if record.language.code == code]
    if not records:
        raise problems.not_found()
    return records


async def _records(library: Reading, *, checks: bool) -> list[Record]:
    return await of_all((await library.known()).components.values(), library, checks=checks)
