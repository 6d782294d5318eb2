"""`/metrics`: all reports as Prometheus reads them."""

import time

from transtats_cli.serving import metrics
from transtats_cli.serving.library import Reading
from transtats_cli.serving.viewing import Content, Inquiry
from transtats_cli.serving.views.records import failing_in_each


async def scrape(inquiry: Inquiry, library: Reading) -> Content:
    start = time.monotonic()
    components = list((await library.known()).components.values())
    present = [snapshot for snapshot in await library.snapshots(components) if snapshot is not None]
    failing = await failing_in_each(present, library)
    measured = [metrics.Measured(snapshot.report, failing[snapshot.version]) for snapshot in present]
    found = await library.apart(metrics.exposition, measured, time.monotonic() - start, inquiry.accept)
    return Content(found.body, found.media_type)
