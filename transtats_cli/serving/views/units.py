"""The strings of a translation, found by a query, page by page."""

from transtats_cli.errors import TranstatsError
from transtats_cli.serving import pagination, problems
from transtats_cli.serving.library import Reading
from transtats_cli.serving.strings.query import QueryError, parse
from transtats_cli.serving.strings.translation import Asked, shown
from transtats_cli.serving.viewing import Inquiry, Listing
from transtats_cli.serving.views.records import named


async def translation_units(inquiry: Inquiry, library: Reading) -> Listing:
    """Read and filtered beside the event loop; a query that cannot be read does not get that far."""
    query = inquiry.last("q") or ""
    try:
        parse(query)
    except QueryError as error:
        raise problems.bad_request(str(error)) from error
    wanted = pagination.wanted(inquiry.query, pagination.LISTS)
    component, snapshot, record = await named(inquiry, library, checks=False)
    asked = Asked(record.language.code, snapshot.version, query, wanted, library.check_time)
    try:
        found = await library.work(component, shown, asked)
    except TranstatsError as error:
        # The file has vanished, or has been broken, since it was counted.
        raise problems.not_found() from error
    return Listing(found.found, found.page, found.units)
