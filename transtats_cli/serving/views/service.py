"""Views for the operation of the server: its health, and metrics for Prometheus."""

import time

from transtats_cli import __version__
from transtats_cli.serving import prometheus
from transtats_cli.serving.data.component_cache import CacheReader
from transtats_cli.serving.view_types import JsonDocument, RawContent, ViewRequest
from transtats_cli.serving.views.records import read_failing_unit_counts_by_version


async def health(request: ViewRequest, reader: CacheReader) -> JsonDocument:
    """Return the status of the server and the unreadable files.

    The status is `ok` even if files are unreadable, because the last good records of these files are still served.
    """
    broken = [each._asdict() for each in reader.list_broken_files()]
    return JsonDocument({"status": "ok", "version": __version__, "broken": broken}, is_cacheable=False)


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
