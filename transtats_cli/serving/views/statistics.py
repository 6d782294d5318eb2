"""The statistics of a component: a record for each of its languages."""

from transtats_cli.envelope import fields
from transtats_cli.serving import pagination
from transtats_cli.serving.library import Reading
from transtats_cli.serving.viewing import Inquiry, Listing


async def of_component(inquiry: Inquiry, library: Reading) -> Listing:
    component = await library.required(inquiry.names["project"], inquiry.names["component"])
    snapshot = await library.snapshot(component, checks=inquiry.flag("checks", default=True))
    report = snapshot.report
    records = report.records if inquiry.flag("with_source") else report.translations
    extended = inquiry.flag("extended")
    return pagination.listing(
        inquiry, records, lambda record: fields(record, component, extended=extended), pagination.STATISTICS
    )
