"""View of `/metrics`: the statistics of all components in Prometheus format."""

import time

from transtats_cli.serving.data.component_cache import CacheReader
from transtats_cli.serving.objects import prometheus
from transtats_cli.serving.view_types import RawContent, ViewRequest
from transtats_cli.serving.views.records import read_failing_unit_counts_by_version


async def scrape(request: ViewRequest, reader: CacheReader) -> RawContent:
    """Return the metrics of all components. Prometheus calls a request for metrics a scrape."""
    start = time.monotonic()
    components = list((await reader.read_index()).components.values())
    snapshots = [snapshot for snapshot in await reader.read_snapshots(components) if snapshot is not None]
    failing = await read_failing_unit_counts_by_version(snapshots, reader)
    metrics = [prometheus.ComponentMetrics(snapshot.report, failing[snapshot.version]) for snapshot in snapshots]
    exposition = await reader.run_in_worker(
        prometheus.render_metrics, metrics, time.monotonic() - start, request.accept
    )
    return RawContent(exposition.body, exposition.media_type)
