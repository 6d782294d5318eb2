"""Views outside of the API: badges for web pages, the health of the server, and metrics for Prometheus."""

import time

from transtats_cli import __version__
from transtats_cli.output import View
from transtats_cli.output.badge import OUTPUTS, collect_figures
from transtats_cli.report import NO_COMPONENT
from transtats_cli.serving import prometheus
from transtats_cli.serving.http import problems
from transtats_cli.serving.http.exchange import JSON_CONTENT_TYPE
from transtats_cli.serving.view_types import JsonObject, RawContent, ViewRequest
from transtats_cli.serving.views.api import read_several_failing_unit_counts

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
    """Status of the server, and files that cannot be read.

    The status is `ok` even if files are unreadable, because the last good records of these files are still served.
    """
    request.reader.is_cacheable = False
    broken = [
        {"project": project, "component": slug, "path": problem.path, "line": problem.line, "reason": problem.reason}
        for (project, slug), problem in request.reader.list_broken_files()
    ]
    return {"status": "ok", "version": __version__, "broken": broken}


async def scrape(request: ViewRequest) -> RawContent:
    """Gauges, as text or OpenMetrics.

    Prometheus calls a request for metrics a scrape.
    """
    start = time.monotonic()
    components = list((await request.reader.read_index()).components.values())
    snapshots = await request.reader.read_snapshots(components)
    metrics = await read_several_failing_unit_counts(snapshots, request.reader)
    seconds = time.monotonic() - start
    return await request.reader.run_in_worker(prometheus.render_metrics, metrics, seconds, request.accept)


async def project_widget(request: ViewRequest) -> RawContent:
    """The translated share of a project."""
    return await _make_widget(request)


async def component_widget(request: ViewRequest) -> RawContent:
    """The share of a component, or of a project if the component is `-`."""
    return await _make_widget(request)


async def translation_widget(request: ViewRequest) -> RawContent:
    """The share of a language."""
    return await _make_widget(request)


async def _make_widget(request: ViewRequest) -> RawContent:
    """Return a widget of a project, of a component, or of one language of these.

    As on a Weblate server, the component `-` stands for all components. Raises HttpProblem (404) if the widget or the
    object that it shows does not exist.
    """
    names = [request.path_params.get(name, "") for name in ("project", "component", "language")]
    if request.path_params["widget"] not in _WIDGETS:
        raise problems.not_found()
    if names[1] in ("", NO_COMPONENT):
        _, components = await request.find_project()
        reports = await request.reader.read_reports(components, checks=False)
    else:
        reports = [(await request.reader.read_snapshot(await request.find_component(), checks=False)).value]
    if names[2] and names[2] not in {record.language.code for report in reports for record in report.records}:
        raise problems.not_found()
    renderer, media_type = _WIDGETS[request.path_params["widget"]]
    name = "/".join(name for name in names if name not in ("", NO_COMPONENT))
    figures = collect_figures(name, reports, names[2])
    text = "".join(OUTPUTS[renderer].render(figures, View()))
    return RawContent(text.encode(), media_type, _EMBEDDING_HEADERS)
