"""Views outside of the API: badges for web pages, the health of the server, and metrics for Prometheus."""

import time
from collections.abc import Iterable
from typing import NamedTuple

from transtats_cli import __version__
from transtats_cli.output import View
from transtats_cli.output.badge import OUTPUTS, collect_figures
from transtats_cli.report import NO_COMPONENT, Record
from transtats_cli.serving import prometheus
from transtats_cli.serving.data.cache_reader import CacheReader
from transtats_cli.serving.http import problems
from transtats_cli.serving.http.rendering import JSON_CONTENT_TYPE
from transtats_cli.serving.view_types import JsonDocument, RawContent, ViewRequest
from transtats_cli.serving.views.records import (
    find_requested_project,
    read_all_records,
    read_failing_unit_counts_by_version,
)

SVG_CONTENT_TYPE = "image/svg+xml; charset=utf-8"
_EMBEDDING_HEADERS = ((b"cross-origin-resource-policy", b"cross-origin"),)
"""Header with which web pages of all origins may contain a widget as an image."""


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
    metrics = [prometheus.ComponentMetrics(snapshot.value, failing[snapshot.version]) for snapshot in snapshots]
    exposition = await reader.run_in_worker(
        prometheus.render_metrics, metrics, time.monotonic() - start, request.accept
    )
    return RawContent(exposition.body, exposition.media_type)


class Widget(NamedTuple):
    """Renderer and media type of a widget, which shows translated shares as an image or as JSON."""

    renderer: str
    """Name of a format in `output.badge.OUTPUTS`."""
    media_type: str


WIDGETS = {
    "svg-badge.svg": Widget("badge", SVG_CONTENT_TYPE),
    "multi-auto.svg": Widget("bars", SVG_CONTENT_TYPE),
    "shields.json": Widget("shields", JSON_CONTENT_TYPE),
}
"""Widgets by file name. The names of the images are those of a Weblate server."""


async def project_widget(request: ViewRequest, reader: CacheReader) -> RawContent:
    return _render_widget(request, await _read_requested_records(request, reader))


async def component_widget(request: ViewRequest, reader: CacheReader) -> RawContent:
    return _render_widget(request, await _read_requested_records(request, reader))


async def translation_widget(request: ViewRequest, reader: CacheReader) -> RawContent:
    """Return a widget of one language. Raises HttpProblem (404) if there is no translation into this language."""
    code = request.path_params["language"]
    records = [record for record in await _read_requested_records(request, reader) if record.language.code == code]
    if not records:
        raise problems.not_found()
    return _render_widget(request, records)


async def _read_requested_records(request: ViewRequest, reader: CacheReader) -> list[Record]:
    """Return the records of the requested component, or of the requested project if the path has no component.

    As on a Weblate server, the component `-` stands for all components. Raises HttpProblem (404) if the widget, the
    project or the component does not exist.
    """
    if request.path_params["widget"] not in WIDGETS:
        raise problems.not_found()
    slug = request.path_params.get("component", NO_COMPONENT)
    if slug == NO_COMPONENT:
        _, components = await find_requested_project(request, reader)
        return await read_all_records(components, reader, checks=False)
    component = await reader.require_component(request.path_params["project"], slug)
    return list((await reader.read_snapshot(component, checks=False)).value.records)


def _render_widget(request: ViewRequest, records: Iterable[Record]) -> RawContent:
    widget = WIDGETS[request.path_params["widget"]]
    names = (request.path_params.get(name, "") for name in ("project", "component", "language"))
    figures = collect_figures("/".join(name for name in names if name not in ("", NO_COMPONENT)), records)
    text = "".join(OUTPUTS[widget.renderer].render(figures, View()))
    return RawContent(text.encode(), widget.media_type, _EMBEDDING_HEADERS)
