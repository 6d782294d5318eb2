"""Views outside of the API: badges for web pages, the health of the server, and metrics for Prometheus."""

import time
from collections.abc import Iterable

from transtats_cli import __version__
from transtats_cli.output import View
from transtats_cli.output.badge import OUTPUTS, collect_figures
from transtats_cli.report import NO_COMPONENT, Record
from transtats_cli.serving import prometheus
from transtats_cli.serving.http import problems
from transtats_cli.serving.http.exchange import JSON_CONTENT_TYPE
from transtats_cli.serving.view_types import JsonObject, RawContent, ViewRequest
from transtats_cli.serving.views.api import read_failing_unit_counts_by_version

_SVG_CONTENT_TYPE = "image/svg+xml; charset=utf-8"
_EMBEDDING_HEADERS = ((b"cross-origin-resource-policy", b"cross-origin"),)
"""Header with which web pages of all origins may contain a widget as an image."""
_WIDGETS = {
    "svg-badge.svg": ("badge", _SVG_CONTENT_TYPE),
    "multi-auto.svg": ("bars", _SVG_CONTENT_TYPE),
    "shields.json": ("shields", JSON_CONTENT_TYPE),
}
"""Format in `output.badge.OUTPUTS` and media type of each widget by file name.

The names of the images are those of a Weblate server.
"""


async def health(request: ViewRequest) -> JsonObject:
    """Return the status of the server and the unreadable files.

    The status is `ok` even if files are unreadable, because the last good records of these files are still served.
    """
    request.reader.is_cacheable = False
    broken = [each._asdict() for each in request.reader.list_broken_files()]
    return {"status": "ok", "version": __version__, "broken": broken}


async def scrape(request: ViewRequest) -> RawContent:
    """Return the metrics of all components. Prometheus calls a request for metrics a scrape."""
    start = time.monotonic()
    components = list((await request.reader.read_index()).components.values())
    snapshots = [snapshot for snapshot in await request.reader.read_snapshots(components) if snapshot is not None]
    failing = await read_failing_unit_counts_by_version(snapshots, request.reader)
    metrics = [(snapshot.value, failing[snapshot.version]) for snapshot in snapshots]
    seconds = time.monotonic() - start
    return await request.reader.run_in_worker(prometheus.render_metrics, metrics, seconds, request.accept)


async def project_widget(request: ViewRequest) -> RawContent:
    return _render_widget(request, await _read_requested_records(request))


async def component_widget(request: ViewRequest) -> RawContent:
    return _render_widget(request, await _read_requested_records(request))


async def translation_widget(request: ViewRequest) -> RawContent:
    """Return a widget of one language. Raises HttpProblem (404) if there is no translation into this language."""
    code = request.path_params["language"]
    records = [record for record in await _read_requested_records(request) if record.language.code == code]
    if not records:
        raise problems.not_found()
    return _render_widget(request, records)


async def _read_requested_records(request: ViewRequest) -> list[Record]:
    """Return the records of the requested component, or of the requested project if the path has no component.

    As on a Weblate server, the component `-` stands for all components. Raises HttpProblem (404) if the widget, the
    project or the component does not exist.
    """
    if request.path_params["widget"] not in _WIDGETS:
        raise problems.not_found()
    if request.path_params.get("component", NO_COMPONENT) == NO_COMPONENT:
        _, components = await request.find_project()
        reports = await request.reader.read_reports(components, checks=False)
        return [record for report in reports for record in report.records]
    return list((await request.reader.read_snapshot(await request.find_component(), checks=False)).value.records)


def _render_widget(request: ViewRequest, records: Iterable[Record]) -> RawContent:
    renderer, media_type = _WIDGETS[request.path_params["widget"]]
    names = (request.path_params.get(name, "") for name in ("project", "component", "language"))
    figures = collect_figures("/".join(name for name in names if name not in ("", NO_COMPONENT)), records)
    text = "".join(OUTPUTS[renderer].render(figures, View()))
    return RawContent(text.encode(), media_type, _EMBEDDING_HEADERS)
