"""Table of all URL paths: views of the API and of pages, and the handlers of other requests."""

from functools import partial

from transtats_cli.formats import table
from transtats_cli.pages.overviews import make_home_page, make_languages_page
from transtats_cli.serving.application import Handler
from transtats_cli.serving.handlers import log_in, log_out, send_events, send_view_response
from transtats_cli.serving.http import content
from transtats_cli.serving.openapi import build_openapi_document, reference_schema
from transtats_cli.serving.view_types import JsonObject, RouteSpec, View, ViewRequest
from transtats_cli.serving.views import api, download, pages, service
from transtats_cli.serving.views.pages import EVENTS_PATH, PageMaker

_PROJECT = "/api/projects/{project}/"
_COMPONENT = "/api/components/{project}/{component}/"
_TRANSLATION = "/api/translations/{project}/{component}/{language}/"
_LANGUAGE = "/api/languages/{language}/"
_DESCRIPTIONS = {
    "": "Entry points of the API.",
    "projects": "Translation projects API.",
    "components": "Translation components API.",
    "translations": "Translations API.",
    "languages": "Languages API.",
}
"""Descriptions of routes by the first part of the path below `/api/`."""
_METRICS_TYPES = ("text/plain", "application/openmetrics-text")
_METRICS_BY_LANGUAGE = {"type": "object", "additionalProperties": reference_schema("Metrics")}
_METRICS_BY_COMPONENT = {"type": "object", "additionalProperties": _METRICS_BY_LANGUAGE}
_LANGUAGE_TOTALS = {"type": "array", "items": reference_schema("Statistics")}


async def schema(request: ViewRequest) -> JsonObject:
    """This document.

    The view is in this module because the document describes all routes.
    """
    options = request.reader.options
    return build_openapi_document(ROUTES, options.base_url, needs_token=bool(options.tokens))


def _object(path: str, view: View, schema: str, *parameters: str, name: str = "") -> RouteSpec:
    """Return the row of a JSON object. `schema` is the name of its schema. By default, the path contains the name."""
    parts = path.split("/")
    if schema in ("Statistics", "Totals"):
        parameters += ("extended", "checks")
    row = RouteSpec(path, view, name or parts[-2].strip("{}").title(), _DESCRIPTIONS[parts[2]])
    return row._replace(
        schema=reference_schema(schema), parameters=(*parameters, "format"), formats=content.LIST_FORMATS
    )


def _list(path: str, view: View, schema: str, *parameters: str, name: str = "") -> RouteSpec:
    """Return the row of a list that is split into pages. `schema` is the name of the schema of its rows."""
    return _object(path, view, schema, *parameters, "page", "page_size", name=name)._replace(is_paged=True)


def _text(path: str, view: View, name: str, description: str, media_types: tuple[str, ...]) -> RouteSpec:
    return RouteSpec(path, view, name, description, {"type": "string"}, media_types=media_types)


def _widget(path: str, view: View, name: str) -> RouteSpec:
    text, schema = "Badges for web pages. No token is needed.", reference_schema("Badge")
    row = RouteSpec("/widget/{project}/" + path, view, name, text, schema, needs_token=False)
    return row._replace(media_types=("image/svg+xml", "application/json"))


ROUTES: tuple[RouteSpec, ...] = (
    _object("/api/", api.root, "Root", name="API"),
    _list("/api/projects/", api.every_project, "Project", name="Project List"),
    _object(_PROJECT, api.project, "Project"),
    _list(_PROJECT + "components/", api.project_components, "ProjectComponent"),
    _object(_PROJECT + "languages/", api.project_languages, "Statistics")._replace(schema=_LANGUAGE_TOTALS),
    _object(_PROJECT + "statistics/", api.project_statistics, "Totals"),
    _object(_PROJECT + "metrics/", api.project_metrics, "Metrics")._replace(
        schema=_METRICS_BY_COMPONENT,
        formats=content.METRICS_FORMATS,
        media_types=("application/json", "application/openmetrics-text"),
    ),
    _list("/api/components/", api.every_component, "Component", name="Component List"),
    _object(_COMPONENT, api.component, "Component"),
    _list(_COMPONENT + "statistics/", api.component_statistics, "Statistics", "with_source"),
    _list(_COMPONENT + "translations/", api.component_translations, "ComponentTranslation"),
    _list("/api/translations/", api.every_translation, "Translation", name="Translation List"),
    _object(_TRANSLATION, api.translation, "Translation", name="Translation"),
    _object(_TRANSLATION + "statistics/", api.translation_statistics, "Statistics"),
    _list(_TRANSLATION + "units/", api.translation_units, "Unit", "q"),
    _text(_TRANSLATION + "file/", download.translation_file, "File", _DESCRIPTIONS["translations"], table.MEDIA_TYPES),
    _list("/api/languages/", api.every_language, "Language", name="Language List"),
    _object(_LANGUAGE, api.language, "Language"),
    _object(_LANGUAGE + "statistics/", api.language_statistics, "Totals"),
    _widget("{widget}", service.project_widget, "Project Widget"),
    _widget("{component}/{widget}", service.component_widget, "Component Widget"),
    _widget("{component}/{language}/{widget}", service.translation_widget, "Translation Widget"),
    RouteSpec("/api/schema/", schema, "Schema", "OpenAPI description of this API.", {"type": "object"}),
    RouteSpec(
        "/healthz", service.health, "Health", "Health of the server.", reference_schema("Health"), needs_token=False
    ),
    _text("/metrics", service.scrape, "Metrics", "Metrics for Prometheus.", _METRICS_TYPES)._replace(needs_token=False),
)
"""Routes of the API, in the order of the OpenAPI document."""


def _page(path: str, make_page: PageMaker, name: str) -> RouteSpec:
    return RouteSpec(path, partial(pages.show_page, make_page), name)


_PAGE_ROUTES: tuple[RouteSpec, ...] = (
    _page("/", partial(pages.overview, make_home_page), "Projects"),
    _page("/projects/", partial(pages.overview, make_home_page), "Projects"),
    _page("/projects/{path:path}", pages.project_or_component, "Project"),
    _page("/translate/{path:path}", pages.strings, "Strings"),
    _page("/languages/", partial(pages.overview, make_languages_page), "Languages"),
    _page("/languages/{language}/", pages.language, "Language"),
    _page("/search/", pages.search, "Search"),
    _page("/checks/", pages.checks, "Checks"),
    _page("/checks/{check}/", pages.checks, "Check"),
    _page("/changes/", pages.changes, "Changes"),
    _page("/changes/{path:path}", pages.changes, "Changes"),
    RouteSpec("/static/{name}", pages.asset, "Asset", needs_token=False),
)
"""Routes of pages and of their assets. Slugs of components may contain slashes."""


def make_handlers() -> dict[str, Handler]:
    """Return the handlers of all paths.

    If clients can choose the response format of a route, the dictionary also contains the path with a format suffix:
    `/api/projects.json` for `/api/projects/`.
    """
    handlers: dict[str, Handler] = {}
    for route in (*ROUTES, *_PAGE_ROUTES):
        handlers[route.path] = partial(send_view_response, route)
        if route.formats:
            handlers[route.path.removesuffix("/") + ".{format}"] = handlers[route.path]
    return {**handlers, "/login": log_in, "/logout": log_out, f"/{EVENTS_PATH}": send_events}
